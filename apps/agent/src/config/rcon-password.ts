import fs from 'node:fs';
import { gameTraits } from '../games.ts';
import { ConfigError, type ServerConfig } from './config.ts';
import { readGameUserSettings } from './game-user-settings.ts';

/** From the configuration, from the file it names, or from the game's own settings. */
export function findRconPassword({ rcon, folder, game }: ServerConfig): string {
  if (rcon.password !== undefined) return rcon.password;
  if (rcon.passwordFile !== undefined) return readPasswordFile(rcon.passwordFile);
  const found = folder === undefined ? undefined : readGameUserSettings(folder, gameTraits[game])?.adminPassword;
  if (found !== undefined) return found;
  throw new ConfigError(
    'The RCON password is unknown: set rcon.password or rcon.passwordFile, or a folder whose GameUserSettings.ini has ServerAdminPassword.',
  );
}

function readPasswordFile(file: string): string {
  try {
    const password = fs
      .readFileSync(file, 'utf8')
      .replace(/^\ufeff/, '')
      .trim();
    if (password !== '') return password;
  } catch (error) {
    throw new ConfigError(`The password file cannot be read: ${(error as Error).message}`, { cause: error });
  }
  throw new ConfigError(`The password file ${file} is empty.`);
}
