/** Which files have texts for people. */
const withTexts = /^(apps\/(server|web|agent)\/src|packages\/contract\/src|tooling)\/.*\.(tsx?|mjs)$/;
const without = /\.(test|fixture)\.[a-z]+$|\/testing\/|\/(db|load-test)\/|^tooling\/(bench|check|texts)\//;

/** A page belongs to the area of its feature. @type {Record<string, string>} */
const pageAreas = { account: 'users', blokkensolver: 'blokken', skibapbot: 'music', arkbot: 'servers' };

/** @param {string} file @returns {string | undefined} the area of its texts, if it has any for people */
export function areaOf(file) {
  if (!withTexts.test(file) || without.test(file)) return undefined;
  const [, page] = /^apps\/web\/src\/pages\/(?:arkbot\/)?([a-z-]+)/.exec(file) ?? [];
  if (page) return file.includes(`/${page}/`) ? (pageAreas[page] ?? page) : 'web';
  const [, noun] =
    /\/(?:modules|features|bot)\/([a-z-]+)/.exec(file) ?? /\/src\/([a-z]+)\.contract\.ts$/.exec(file) ?? [];
  if (file.startsWith('apps/server/src/bot/')) return 'bot';
  if (noun) return noun;
  const [, app, folder] = /^(?:apps|packages)\/([a-z]+)\/src\/([a-z]+)/.exec(file) ?? [];
  if (app === 'server') return folder === 'admin' || folder === 'settings' || folder === 'demo' ? folder : 'portal';
  return app === undefined ? 'commands' : app === 'contract' ? 'errors' : app;
}
