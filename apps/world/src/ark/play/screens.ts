import fs from 'node:fs';
import path from 'node:path';
import { idKey } from '../survivor.ts';

export type ScreenLine = { kind: 'chat' | 'server' | 'whisper' | 'broadcast' | 'tribe'; text: string };

/** What each player sees: the latest in memory, and in one text file per player. */
export type Screens = {
  show: (playerId: string, line: ScreenLine) => void;
  lines: (playerId: string) => ScreenLine[];
};

const maxLines = 200;
const maxFileBytes = 64 * 1024;

const shown = {
  chat: (text) => text,
  server: (text) => `SERVER: ${text}`,
  whisper: (text) => `(only you see this) SERVER: ${text}`,
  broadcast: (text) => `(across the screen) ${text}`,
  tribe: (text) => `(tribe) ${text}`,
} satisfies Record<ScreenLine['kind'], (text: string) => string>;

export function createScreens(folder: string): Screens {
  const screens = new Map<string, ScreenLine[]>();
  return {
    show: (playerId, line) => {
      const lines = screens.get(idKey(playerId)) ?? [];
      screens.set(idKey(playerId), [...lines, line].slice(-maxLines));
      append(path.join(folder, `${idKey(playerId)}.txt`), shown[line.kind](line.text).replaceAll(/[\r\n]+/g, ' / '));
    },
    lines: (playerId) => [...(screens.get(idKey(playerId)) ?? [])],
  };
}

function append(file: string, line: string): void {
  fs.appendFileSync(file, `${line}\n`, { mode: 0o600 });
  if (fs.statSync(file).size <= maxFileBytes) return;
  const text = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, text.slice(text.indexOf('\n', text.length / 2) + 1));
}
