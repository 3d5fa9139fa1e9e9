import fs from 'node:fs/promises';
import type { ServerConfig } from '../config/config.ts';
import { readGameUserSettings } from '../config/game-user-settings.ts';
import { gameTraits } from '../games.ts';
import { findGameFiles } from '../game-files.ts';
import { createListFile } from '../watch/lists/list-file.ts';
import { readLogLines } from '../watch/log/follow-log.ts';
import { OpenLog } from '../watch/log/open-log.ts';
import { createProfiles } from '../watch/players/profiles.ts';
import { bad, type Finding, good, inWords, note } from './finding.ts';

const staleMs = 15 * 60_000;
const banListFix = 'Set "banList" to the game\'s BanList.txt.';
const folderFix = 'Set "folder" to this server\'s ShooterGame/Saved folder.';

export async function checkLog(config: ServerConfig, playerCount: number | undefined): Promise<Finding> {
  const { logFile } = findGameFiles(config);
  if (logFile === undefined) {
    return note(
      'log',
      'Not configured. Chat comes over RCON instead, with a delay and shared with other tools.',
      folderFix,
    );
  }
  try {
    const ageMs = Date.now() - (await fs.stat(logFile)).mtimeMs;
    const facts = await readFacts(logFile);
    if (ageMs > staleMs && (playerCount ?? 0) > 0) {
      const fix =
        'The game writes to another file: set "logFile" to it (ShooterGame_2.log for the second server of one install).';
      return bad('log', `${logFile} was last written ${inWords(ageMs)} ago, though players are online.`, fix);
    }
    if (facts.length > 0) return good('log', `${logFile}, last written ${inWords(ageMs)} ago.`);
    const fix = 'If chat does not show up, start the game with -servergamelog.';
    return note('log', `${logFile} is readable, but contains no player activity.`, fix);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing) return bad('log', `There is none at ${logFile}.`, folderFix);
    return bad('log', `${(error as Error).message}.`, "Give the agent's user read permission.");
  }
}

export async function checkBanList(config: ServerConfig): Promise<Finding> {
  const file = await createListFile({ files: findGameFiles(config).lists.bans, setting: 'banList' }).file();
  if (file !== undefined) return good('ban list', file);
  const loss = 'Bans of players who are offline cannot be confirmed.';
  if (config.banList === undefined) return note('ban list', `Not found. ${loss}`, banListFix);
  return note('ban list', `There is none at ${config.banList} yet; the game creates it with the first ban.`);
}

export async function checkProfiles(config: ServerConfig): Promise<Finding> {
  const { saves } = findGameFiles(config);
  if (saves === undefined)
    return note('profiles', 'Without them, players cannot be killed from the portal.', folderFix);
  const count = await createProfiles(saves).count();
  if (count > 0) return good('profiles', `${count} in ${saves}.`);
  return note(
    'profiles',
    `None in ${saves}. A game started with -usestore stores them in its world save, and they are read from there.`,
  );
}

/** A whispered code that everyone can read proves nothing. */
export function checkAdminLogging({ folder, game }: ServerConfig): Finding[] {
  const settings = folder === undefined ? undefined : readGameUserSettings(folder, gameTraits[game]);
  if (!settings?.isAdminLogging) return [];
  const message = 'AdminLogging is on: the game may show whispered codes to everyone.';
  return [note('codes', message, `Set AdminLogging=False in ${settings.file} and restart the game.`)];
}

async function readFacts(file: string) {
  const log = await OpenLog.open(file, file);
  try {
    await log.goToEnd();
    return readLogLines((await log.history()).lines).map(({ fact }) => fact);
  } finally {
    await log.close();
  }
}
