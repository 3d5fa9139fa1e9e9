import fs from 'node:fs/promises';
import path from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';

/** @typedef {import('@jridgewell/sourcemap-codec').SourceMapSegment} Segment */

/**
 * Maps whole lines of our own code instead of every name: Node holds the maps in memory from the first error on, and a stack
 * trace needs no more than the line. Libraries are named by their place in the bundle.
 * @param {string} folder of a built program
 */
export async function simplifySourceMaps(folder) {
  const files = (await fs.readdir(folder)).filter((file) => file.endsWith('.js.map'));
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name);
      const map = JSON.parse(await fs.readFile(file, 'utf8'));
      const isOwn = map.sources.map((/** @type {string} */ source) => !source.includes('/node_modules/'));
      const mappings = encode(simplify(decode(map.mappings), isOwn));
      await fs.writeFile(file, JSON.stringify({ ...map, names: [], mappings }));
    }),
  );
}

/** @param {Segment[][]} lines @param {boolean[]} isOwn by source @returns {Segment[][]} */
function simplify(lines, isOwn) {
  let isMapped = false;
  return lines.map(([first]) => {
    if (!first) return [];
    const [, source, line, column] = first;
    const wasMapped = isMapped;
    isMapped = source !== undefined && isOwn[source] === true;
    if (isMapped && source !== undefined && line !== undefined && column !== undefined)
      return [[0, source, line, column]];
    // One mapping to nowhere holds for all lines after it.
    return wasMapped ? [[0]] : [];
  });
}
