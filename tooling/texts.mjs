import { root } from './paths.mjs';
import { command } from './run/command.mjs';
import { setUp } from './setup/set-up.mjs';

/**
 * Everything that people can read, by area, for proofreading: `npm run texts` lists the areas, `npm run texts -- players`
 * prints the texts of one, `npm run texts -- all` of all.
 */
await command(async () => {
  await setUp(root, { debian: [], targets: [] });
  const { printTexts } = await import('./texts/print-texts.mjs');
  printTexts(process.argv[2]);
});
