import fs from 'node:fs';
import path from 'node:path';
import type { GameTraits } from '../games.ts';

/** The game's own settings, as far as they are in its file. */
export type GameUserSettings = {
  file: string;
  isRconOn?: boolean;
  rconPort?: number;
  adminPassword?: string;
  sessionName?: string;
  /** Everyone in the game sees the commands of admins and of this agent. */
  isAdminLogging?: boolean;
};

const maxBytes = 4 * 1024 * 1024;

/** Reads `GameUserSettings.ini` below the game's folder. Options on the command line of the game are not in it. */
export function readGameUserSettings(folder: string, traits: GameTraits): GameUserSettings | undefined {
  const newest = traits.settingsFiles
    .map((file) => path.join(folder, file))
    .map((file) => ({ file, stat: fs.statSync(file, { throwIfNoEntry: false }) }))
    .filter(({ stat }) => stat?.isFile() && stat.size <= maxBytes)
    .toSorted((a, b) => (b.stat?.mtimeMs ?? 0) - (a.stat?.mtimeMs ?? 0))[0];
  if (!newest) return undefined;
  try {
    return { file: newest.file, ...parseIni(decode(fs.readFileSync(newest.file))) };
  } catch {
    return undefined;
  }
}

function decode(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\ufeff/, '');
}

function parseIni(text: string): Omit<GameUserSettings, 'file'> {
  const values = new Map<string, string>();
  let section = '';
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    const at = line.indexOf('=');
    if (line.startsWith('[')) section = (line.slice(1).split(']', 1)[0] ?? '').toLowerCase();
    else if (at > 0) values.set(`${section}.${line.slice(0, at).trim().toLowerCase()}`, line.slice(at + 1).trim());
  }
  const port = Number(values.get('serversettings.rconport'));
  const isOn = values.get('serversettings.rconenabled')?.toLowerCase();
  const password = values.get('serversettings.serveradminpassword');
  const session = values.get('sessionsettings.sessionname');
  return {
    ...(isOn !== undefined && { isRconOn: isOn === 'true' }),
    ...(Number.isInteger(port) && port > 0 && port <= 65_535 && { rconPort: port }),
    ...(password && { adminPassword: password }),
    ...(session && { sessionName: session }),
    isAdminLogging: values.get('serversettings.adminlogging')?.toLowerCase() === 'true',
  };
}
