import fs from 'node:fs';
import path from 'node:path';
import { listTree } from './check/tree.mjs';
import { root } from './paths.mjs';
import { areaOf } from './texts/areas.mjs';
import { findTexts } from './texts/find-texts.mjs';

/**
 * Everything that people can read, by area, for proofreading: `npm run texts` lists the areas, `npm run texts -- players`
 * prints the texts of one, `npm run texts -- all` of all.
 */
const [wanted] = process.argv.slice(2);
/** @type {Map<string, { file: string, texts: import('./texts/find-texts.mjs').Text[] }[]>} */
const areas = new Map();
for (const file of listTree(root).toSorted()) {
  const area = areaOf(file);
  if (area === undefined) continue;
  const texts = findTexts(file, fs.readFileSync(path.join(root, file), 'utf8'));
  if (texts.length > 0) areas.set(area, [...(areas.get(area) ?? []), { file, texts }]);
}

if (wanted === undefined) {
  for (const [area, files] of [...areas].toSorted(([a], [b]) => a.localeCompare(b)))
    console.log(area.padEnd(12), String(files.flatMap(({ texts }) => texts).length).padStart(5), 'texts');
} else if (wanted !== 'all' && !areas.has(wanted)) {
  console.error(`There is no area "${wanted}". The areas are: ${[...areas.keys()].toSorted().join(', ')}.`);
  process.exitCode = 1;
} else {
  for (const [area, files] of areas) if (wanted === 'all' || wanted === area) files.forEach(print);
}

/** @param {{ file: string, texts: import('./texts/find-texts.mjs').Text[] }} file */
function print({ file, texts }) {
  console.log(`\n${file}`);
  for (const { line, text } of texts) console.log(`${String(line).padStart(5)}  ${text}`);
}
