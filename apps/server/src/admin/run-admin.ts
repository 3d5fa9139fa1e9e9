import { parseArgs } from 'node:util';
import { existsSync } from 'node:fs';
import { pino } from 'pino';
import { BackupError } from '../backup/contents.ts';
import { readConfig, SettingError, type Config } from '../config.ts';
import { prepareUpgrade } from '../backup/upgrade.ts';
import { EngineError, readConnection } from '../db/engine/engine.ts';
import { LoadError } from '../db/dump/load.ts';
import { AppError } from '../errors.ts';
import type { Ctx } from '../context.ts';
import { openDb } from '../db/db.ts';
import { openStorage } from '../db/storage.ts';
import { acquireLock, isLock } from '../platform/lock.ts';
import { createContext, openKey } from '../portal.ts';
import type { AdminCommand } from './admin-command.ts';
import { createAdminCommands } from './admin-commands.ts';
import { runDoctor } from './doctor/doctor.ts';

/** The column of the descriptions in the help. */
const aboutColumn = 44;

type Environment = {
  /** Settings, as environment variables; those of the process if there are none. */
  settings?: NodeJS.ProcessEnv;
  print: (line: string) => void;
  printError: (line: string) => void;
  /** How an operator calls it. */
  program?: string;
};

/** Runs one command of the operator and returns its exit code. */
export async function runAdmin(args: string[], environment: Environment): Promise<number> {
  try {
    return await run(args, environment);
  } catch (error) {
    const isExpected = [AppError, SettingError, EngineError, BackupError, LoadError].some(
      (kind) => error instanceof kind,
    );
    const text = error instanceof Error ? (isExpected ? error.message : (error.stack ?? '')) : String(error);
    environment.printError(text);
    return 1;
  }
}

async function run(
  args: string[],
  { settings, print, printError, program = 'npm run admin --' }: Environment,
): Promise<number> {
  const commands: Record<string, AdminCommand> = { ...createAdminCommands(print), doctor };
  const [name = 'help', ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    printHelp(program, commands, print);
    return name === 'help' || name === '--help' ? 0 : 2;
  }
  if (name === 'doctor') return runDoctor(settings, print);
  const given = readArguments(command, rest);
  if (!given) {
    printError(`Usage: ${program} ${usageOf(name, command)}`);
    return 2;
  }
  if ('runAlone' in command) {
    await command.runAlone(readConfig(settings), given.values, given.options);
    return 0;
  }
  const { ctx, close } = await openAdminContext(readConfig(settings), printError);
  try {
    await command.run(ctx, given.values, given.options);
    return 0;
  } finally {
    await close();
  }
}

/** Opens what it checks by itself: its settings may be wrong. */
const doctor: AdminCommand = {
  takes: [],
  about: 'check the settings, the machine, the database and everything the portal connects to',
  run: async () => {},
};

function readArguments(
  command: AdminCommand,
  args: string[],
): { values: string[]; options: Record<string, string | undefined> } | undefined {
  const known = Object.entries(command.options ?? {});
  const options = Object.fromEntries(
    known.map(([name, value]) => [name, { type: value === null ? 'boolean' : 'string' } as const]),
  );
  try {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, strict: true, options });
    if (positionals.length !== command.takes.length) return undefined;
    return {
      values: positionals,
      options: Object.fromEntries(known.map(([name]) => [name, values[name]?.toString()])),
    };
  } catch {
    return undefined;
  }
}

function usageOf(name: string, { takes, options = {} }: AdminCommand): string {
  const named = Object.entries(options).map(([option, value]) => `[--${option}${value === null ? '' : ` <${value}>`}]`);
  return [name, ...takes.map((take) => `<${take}>`), ...named].join(' ');
}

function printHelp(program: string, commands: Record<string, AdminCommand>, print: Environment['print']): void {
  print(`${program} <command>\n`);
  for (const [name, command] of Object.entries(commands)) {
    const usage = usageOf(name, command);
    const isShort = usage.length < aboutColumn - 1;
    const column = isShort ? usage.padEnd(aboutColumn) : `${usage}\n${' '.repeat(aboutColumn + 2)}`;
    print(`  ${column}${command.about}`);
  }
  print('\nWorks whether or not the portal is running. Passwords are generated and printed once.');
}

/** Uses the database of the running portal, or opens the one in the data folder. */
async function openAdminContext(
  config: Config,
  print: Environment['print'],
): Promise<{ ctx: Ctx; close: () => Promise<void> }> {
  const log = pino({ level: 'silent' });
  // No live messages: a running portal finds ended sessions in the database.
  const local = { ...config, NATS_URL: undefined };
  if (!config.DATABASE_URL && !existsSync(config.DATA_DIR))
    throw new SettingError(
      `There is no data in ${config.DATA_DIR}. Set DATA_DIR to the portal's data folder, or run \`npm start\` first.`,
    );
  const key = openKey(config);
  const lock = config.DATABASE_URL ? undefined : await acquireLock(config.DATA_DIR);
  if (lock && !isLock(lock)) {
    const connection = await readConnection(config.DATA_DIR);
    if (!connection) throw new SettingError('The portal is starting or stopping. Try again in a moment.');
    const open = openDb(connection, log);
    return { ctx: await createContext(local, open, log, { key }), close: open.close };
  }
  const storage = await openStorage(config, () => {}, log, {
    beforeUpgrade: (connection, upgrade) => prepareUpgrade({ config, log, print }, connection, upgrade),
  });
  const close = async () => {
    await storage.close();
    await lock?.release();
  };
  return { ctx: await createContext(local, storage, log, { key }), close };
}
