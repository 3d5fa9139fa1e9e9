import fs from 'node:fs';
import { backupStamp } from './stamps.ts';

export type LogFile = { open: () => void; write: (text: string) => void; close: () => void };

/** A log as the engine keeps it: every start begins a new file and keeps the old one under another name. */
export function createLogFile(file: string): LogFile {
  let descriptor: number | undefined;
  const close = () => {
    if (descriptor !== undefined) fs.closeSync(descriptor);
    descriptor = undefined;
  };
  return {
    open: () => {
      close();
      if (fs.existsSync(file)) fs.renameSync(file, backupName(file));
      descriptor = fs.openSync(file, 'a', 0o600);
    },
    write: (text) => {
      if (descriptor !== undefined) fs.writeSync(descriptor, text);
    },
    close,
  };
}

function backupName(file: string): string {
  const base = file.replace(/\.log$/, `_backup-${backupStamp(new Date())}`);
  let name = `${base}.log`;
  for (let copy = 2; fs.existsSync(name); copy += 1) name = `${base}_${copy}.log`;
  return name;
}
