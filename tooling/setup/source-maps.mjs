import fs from 'node:fs/promises';
import path from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';

/**
 * Maps whole lines instead of every name: Node holds the maps in memory from the first error on, and a stack trace needs no
 * more than the line.
 * @param {string} folder of a built program
 */
export async function simplifySourceMaps(folder) {
  const files = (await fs.readdir(folder)).filter((file) => file.endsWith('.js.map'));
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name);
      const map = JSON.parse(await fs.readFile(file, 'utf8'));
      const mappings = encode(decode(map.mappings).map(([first]) => (first ? [atLineStart(first)] : [])));
      await fs.writeFile(file, JSON.stringify({ ...map, names: [], mappings }));
    }),
  );
}

/** @param {import('@jridgewell/sourcemap-codec').SourceMapSegment} segment @returns {import('@jridgewell/sourcemap-codec').SourceMapSegment} */
function atLineStart([, source, line, column]) {
  return source === undefined || line === undefined || column === undefined ? [0] : [0, source, line, column];
}
