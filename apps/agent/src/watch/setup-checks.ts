import type { CheckProblem, SetupCheck } from '@tribehall/contract/agent/setup-checks';
import fs from 'node:fs/promises';
import { cleanText } from '../clean-text.ts';
import type { ServerConfig } from '../config/config.ts';
import { findGameFiles } from '../game-files.ts';
import { doesNotSpeakRcon } from '../rcon/rcon-connection.ts';
import type { RconState } from '../rcon/rcon-client.ts';
import { findWorldSave } from '../saves/world-save.ts';
import { createPoll } from './poll.ts';
import type { RconStatus } from './state-watch.ts';

export type SetupChecks = { current(): SetupCheck[]; stop(): Promise<void> };

type Options = {
  config: ServerConfig;
  rcon(): RconStatus;
  hasLog(): boolean;
  /** The result of a check of the files differs from the one before. */
  onChange(): void;
  timing?: Partial<SetupChecksTiming> | undefined;
};

export type SetupChecksTiming = { missingMs: number; foundMs: number };

/** People wait for what is missing. */
const defaultTiming: SetupChecksTiming = { missingMs: 2_000, foundMs: 30_000 };
const maxDetailLength = 300;
const sqliteHead = 'SQLite format 3';

/** Checks now and then what an operator may have set up wrong; the portal shows it to the server's admins. */
export async function createSetupChecks({ config, rcon, hasLog, onChange, ...options }: Options): Promise<SetupChecks> {
  const timing = { ...defaultTiming, ...options.timing };
  const look = async () => [await checkLog(config, hasLog()), await checkSave(config)];
  let files = await look();
  const poll = createPoll(
    async () => {
      const before = JSON.stringify(files);
      files = await look();
      if (JSON.stringify(files) !== before) onChange();
    },
    () => (files.every(({ problem }) => problem === null) ? timing.foundMs : timing.missingMs),
  );
  return { current: () => [checkRcon(config, rcon()), ...files], stop: () => poll.stop() };
}

const rconProblems: Record<RconState, CheckProblem | null> = {
  up: null,
  slow: null,
  connecting: 'pending',
  refused: 'passwordWrong',
  unreachable: 'unreachable',
  closed: 'pending',
};

function checkRcon({ rcon: { host, port } }: ServerConfig, { state, reason }: RconStatus): SetupCheck {
  const problem = reason === doesNotSpeakRcon ? 'notRcon' : rconProblems[state];
  const words = problem === null || reason === undefined ? `${host}:${port}` : `${host}:${port}: ${reason}`;
  return describe('rcon', problem, words);
}

async function checkLog(config: ServerConfig, hasLog: boolean): Promise<SetupCheck> {
  const { logFile } = findGameFiles(config);
  if (logFile === undefined) return describe('log', 'noFolder', null);
  if (hasLog) return describe('log', null, logFile);
  try {
    await fs.access(logFile, fs.constants.R_OK);
    return describe('log', null, logFile);
  } catch (error) {
    return describeFailure('log', config, logFile, error as NodeJS.ErrnoException);
  }
}

async function checkSave(config: ServerConfig): Promise<SetupCheck> {
  const { saves } = findGameFiles(config);
  if (saves === undefined) return describe('save', 'noFolder', null);
  try {
    const save = await findWorldSave(saves, { map: config.map });
    if (!save) return describe('save', 'missing', saves);
    const head = await readHead(save.file);
    // A save of Survival Ascended is an SQLite database, one of Survival Evolved is not.
    const isOther = head.length === sqliteHead.length && (head === sqliteHead) !== (config.game === 'asa');
    return describe('save', isOther ? 'wrongGame' : null, save.file);
  } catch (error) {
    return describeFailure('save', config, saves, error as NodeJS.ErrnoException);
  }
}

async function readHead(file: string): Promise<string> {
  const handle = await fs.open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sqliteHead.length), 0, sqliteHead.length, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

type Subject = SetupCheck['about'];

/** A folder that does not exist explains why there is nothing in it. */
async function describeFailure(about: Subject, { folder }: ServerConfig, file: string, error: NodeJS.ErrnoException) {
  const { code, message } = error;
  if (code === 'EACCES' || code === 'EPERM') return describe(about, 'notReadable', file);
  if (code !== 'ENOENT' && code !== 'ENOTDIR') return describe(about, 'other', message);
  const isFolder =
    folder === undefined ||
    (await fs.stat(folder).then(
      (stat) => stat.isDirectory(),
      () => false,
    ));
  return isFolder ? describe(about, 'missing', file) : describe(about, 'folderMissing', folder);
}

function describe(about: Subject, problem: CheckProblem | null, detail: string | null): SetupCheck {
  return { about, problem, detail: detail === null ? null : cleanText(detail, maxDetailLength) };
}
