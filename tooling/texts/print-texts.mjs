import fs from 'node:fs';
import path from 'node:path';
import { listTree } from '../check/tree.mjs';
import { root } from '../paths.mjs';
import { Stop } from '../stop.mjs';
import { areaOf } from './areas.mjs';
import { findTexts } from './find-texts.mjs';

/**
 * Prints the texts of an area, or the list of areas.
 * @param {string} [wanted]
 */
export function printTexts(wanted) {
  const areas = readAreas();
  if (wanted === undefined) {
    for (const [area, files] of [...areas].toSorted(([a], [b]) => a.localeCompare(b)))
      console.log(area.padEnd(12), String(files.flatMap(({ texts }) => texts).length).padStart(5), 'texts');
    return;
  }
  if (wanted !== 'all' && !areas.has(wanted))
    throw new Stop(`There is no area "${wanted}". The areas are: ${[...areas.keys()].toSorted().join(', ')}.`);
  for (const [area, files] of areas) if (wanted === 'all' || wanted === area) files.forEach(print);
}

function readAreas() {
  /** @type {Map<string, { file: string, texts: import('./find-texts.mjs').Text[] }[]>} */
  const areas = new Map();
  for (const file of listTree(root).toSorted()) {
    const area = areaOf(file);
    if (area === undefined) continue;
    const texts = findTexts(file, fs.readFileSync(path.join(root, file), 'utf8'));
    if (texts.length > 0) areas.set(area, [...(areas.get(area) ?? []), { file, texts }]);
  }
  return areas;
}

/** @param {{ file: string, texts: import('./find-texts.mjs').Text[] }} file */
function print({ file, texts }) {
  console.log(`\n${file}`);
  for (const { line, text } of texts) console.log(`${String(line).padStart(5)}  ${text}`);
}
