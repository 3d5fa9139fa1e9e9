import fs from 'node:fs';
import { idKey } from '../survivor.ts';

/** One id a line. Others write the file too, so it is read anew each time. */
export type IdList = { has: (id: string) => boolean; add: (id: string) => void; remove: (id: string) => void };

const isSame = (id: string) => (line: string) => idKey(line) === idKey(id);

export function createIdList(file: string, lineEnd: string): IdList {
  const text = () => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');
  const ids = () =>
    text()
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
  return {
    has: (id) => ids().some(isSame(id)),
    // The game checks nothing: whatever it is told to ban stays in the file for ever.
    add: (id) => {
      if (id === '' || ids().some(isSame(id))) return;
      const start = /[^\n]$/.test(text()) ? lineEnd : '';
      fs.appendFileSync(file, `${start}${id}${lineEnd}`, { mode: 0o600 });
    },
    remove: (id) => {
      const kept = ids().filter((line) => !isSame(id)(line));
      fs.writeFileSync(file, kept.map((line) => `${line}${lineEnd}`).join(''), { mode: 0o600 });
    },
  };
}
