import fs from 'node:fs';
import path from 'node:path';
import { tables } from './capacity/tables.mjs';
import { root } from './paths.mjs';
import { command } from './run/command.mjs';
import { setUp } from './setup/set-up.mjs';
import { Stop } from './stop.mjs';

const start = '<!-- table: ';
const end = '<!-- end -->';

/** `npm run capacity` writes the tables of docs/capacity.md; with numbers it measures portals with so many agents and prints. */
await command(async () => {
  const counts = process.argv.slice(2).map(Number);
  if (counts.some((count) => !Number.isInteger(count) || count < 1))
    throw new Stop('Name numbers of agents, or nothing.');
  if (counts.length === 0) return writeTables(path.join(root, 'docs/capacity.md'));
  await setUp(root, { debian: [], targets: ['server'] });
  const { measurePoint } = await import('./capacity/measure.mjs');
  for (const count of counts) console.log(await measurePoint(count));
});

/** Each stands between `<!-- table: name -->` and `<!-- end -->`. @param {string} file */
function writeTables(file) {
  const parts = fs.readFileSync(file, 'utf8').split(end);
  const written = parts.map((part) => {
    const startsAt = part.lastIndexOf(start);
    if (startsAt < 0) return part;
    const name = part.slice(startsAt + start.length, part.indexOf(' -->', startsAt));
    const table = tables[name];
    if (!table) throw new Stop(`docs/capacity.md asks for an unknown table: ${name}.`);
    return `${part.slice(0, startsAt)}${start}${name} -->\n\n${table()}\n\n`;
  });
  fs.writeFileSync(file, written.join(end));
  console.log('Written to docs/capacity.md.');
}
