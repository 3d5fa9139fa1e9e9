import fs from 'node:fs';
import { idKey } from '../survivor.ts';

/** One id a line. Others write the file too, so it is read anew each time. */
export type IdList = { has: (id: string) => boolean; add: (id: string) => void; remove: (id: string) => void };

export function createIdList(file: string, lineEnd: string): IdList {
  const lines = () => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split(/\r?\n/) : []);
  const ids = () => lines().map((line) => line.trim());
  const isSame = (id: string) => (line: string) => idKey(line) === idKey(id);
  const write = (kept: string[]) => fs.writeFileSync(file, kept.map((id) => `${id}${lineEnd}`).join(''), { mode: 0o600 });
  const filled = () => ids().filter((id) => id !== '');
  return {
    has: (id) => ids().some(isSame(id)),
    // The game checks nothing: whatever it is told to ban stays in the file for ever.
    add: (id) => {
      if (id !== '' && !ids().some(isSame(id))) write([...filled(), id]);
    },
    remove: (id) => write(filled().filter((line) => !isSame(id)(line))),
  };
}
