import fs from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';
import { command } from './run/command.mjs';
import { setUp } from './setup/set-up.mjs';

/**
 * Draws the app icons and the social card from `favicon.svg` and the contour art, into `apps/web/public`. The pictures
 * are committed: run `npm run brand` after a change of the logo.
 */
await command(async () => {
  await setUp(root, { debian: [], targets: [] });
  const { withBrowser } = await import('./bench/browser.mjs');
  const { brandImages } = await import('./brand/brand-images.mjs');
  const folder = path.join(root, 'apps/web/public');
  await withBrowser(async (browser) => {
    for (const { file, width, height, html } of await brandImages()) {
      const page = await browser.newPage({ viewport: { width, height } });
      await page.setContent(html);
      await page.evaluate('document.fonts.ready.then(() => true)');
      fs.writeFileSync(path.join(folder, file), await page.screenshot({ omitBackground: true }));
      await page.close();
    }
  });
});
