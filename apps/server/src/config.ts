import { closeSync, existsSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type * as z from 'zod';
import { readNatsAddress } from './platform/bus/nats-address.ts';
import { isLoopback, settings, type SettingName } from './settings.ts';
import { findUnknown } from './settings/unknown-settings.ts';

/** An invalid setting; the message names it and is shown to the operator. */
export class SettingError extends Error {}

type Settings = { [Name in SettingName]: z.output<(typeof settings)[Name]['schema']> };

export type Config = Settings & {
  /** Absolute. */
  DATA_DIR: string;
  isWorldOn: boolean;
  /** Sentences about names that look like misspelt settings. */
  warnings: string[];
};

/** Settings that are secrets, or addresses that may have a password in them. */
const secretSettings = Object.keys(settings).filter((name) =>
  /_(SECRET|TOKEN|KEY)$|^(DATABASE|NATS|SMTP)_URL$/.test(name),
);

/** Reads the environment, which takes precedence over `.env`. Nothing else in the portal reads either. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env, folder = process.cwd()): Config {
  const file = readDotEnv(resolve(folder, '.env'));
  const given = withoutEmpty({ ...file, ...environment });
  refuseUnknown(given);
  const read = Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [name, readSetting(name, setting.schema, given[name])]),
  ) as Settings;
  refuseOpenBus(read);
  refuseHalfStorage(read);
  const warnings = findUnknown({ file, environment }, Object.keys(settings));
  return { ...read, DATA_DIR: resolve(folder, read.DATA_DIR), isWorldOn: decideWorld(read, given), warnings };
}

/** The settings with all faults in them, in sentences; what is wrong is taken as not set. */
export function readWithFaults(
  environment: NodeJS.ProcessEnv = process.env,
  folder?: string,
): { config: Config; faults: string[] } {
  const faults: string[] = [];
  const given = { ...environment };
  for (;;) {
    try {
      return { config: readConfig(given, folder), faults };
    } catch (error) {
      const name = error instanceof SettingError ? /^[A-Z][A-Z0-9_]+/.exec(error.message)?.[0] : undefined;
      // Without it the others cannot be read, either.
      if (name === undefined || given[name] === '') throw error;
      faults.push((error as SettingError).message);
      given[name] = '';
    }
  }
}

/** The settings that are given, as text; secrets are apart. */
export function readGiven(
  config: Config,
  environment: NodeJS.ProcessEnv = process.env,
  folder = process.cwd(),
): { open: Record<string, string>; secret: Record<string, string> } {
  const given = withoutEmpty({ ...readDotEnv(resolve(folder, '.env')), ...environment });
  const open = Object.entries(given).filter(([name]) => name in settings && !secretSettings.includes(name));
  // A running portal has overwritten them in its environment.
  const secret = secretSettings.flatMap((name) => {
    const value = config[name as SettingName];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return { open: Object.fromEntries(open), secret: Object.fromEntries(secret) } as ReturnType<typeof readGiven>;
}

/** For the start: other commands work with what there is. */
export function refuseIncompleteBot(config: Config): void {
  if (config.TRIBEHALL_BOT !== 'alone') return;
  const needed = ['DISCORD_BOT_TOKEN', 'DATABASE_URL', 'NATS_URL'] as const;
  const hasUrl = config.PORTAL_URL !== undefined || config.PUBLIC_URL !== undefined;
  const missing = needed.find((name) => !config[name]) ?? (hasUrl ? undefined : 'PORTAL_URL');
  if (missing) throw new SettingError(`${missing} must be set for a bot that runs on its own.`);
}

/** The portal's public address, without a slash at the end. */
export function publicUrl(config: Config, port: number): string {
  if (config.PUBLIC_URL) return config.PUBLIC_URL;
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  return `http://${host === '0.0.0.0' || host === '[::]' ? 'localhost' : host}:${port}`;
}

/** Where this process reaches its own portal: on loopback, without a proxy, if the portal listens there. */
export function ownUrl(config: Config, port: number): string {
  const { HOST } = config;
  if (HOST === '0.0.0.0' || HOST === '::') return `http://127.0.0.1:${port}`;
  return publicUrl(isLoopback(HOST) ? { ...config, PUBLIC_URL: undefined } : config, port);
}

/** The environment for programs that we start. The rest is not passed on, because it has secrets in it. */
export function hostEnvironment(): { PATH: string; HOME?: string; TMPDIR?: string } {
  const { PATH = '', HOME, TMPDIR } = process.env;
  return { PATH, ...(HOME ? { HOME } : {}), ...(TMPDIR ? { TMPDIR } : {}) };
}

function readSetting(name: string, schema: z.ZodType, text: string | undefined): unknown {
  const result = schema.safeParse(text);
  if (result.success) return result.data;
  // Secrets, and addresses with a password in them, are not printed.
  const isSecret = /_(SECRET|TOKEN|KEY)$/.test(name) || (name.endsWith('_URL') && text?.includes('@') === true);
  const shown = text === undefined ? 'is not set' : isSecret ? 'is something else' : `is ${JSON.stringify(text)}`;
  throw new SettingError(`${name} ${result.error.issues[0]?.message ?? 'is not valid'}, but ${shown}.`);
}

const storageSettings = ['FILES_S3_ENDPOINT', 'FILES_S3_BUCKET', 'FILES_S3_ACCESS_KEY', 'FILES_S3_SECRET_KEY'] as const;

/** Without one of them the others would have no effect. */
function refuseHalfStorage(read: Settings): void {
  const given = storageSettings.find((name) => read[name] !== undefined);
  const missing = storageSettings.find((name) => read[name] === undefined);
  if (given && missing) throw new SettingError(`${given} needs ${missing}, which is not set.`);
}

function decideWorld(read: Settings, given: Record<string, string | undefined>): boolean {
  const isConfigured = Object.keys(given).some(
    (name) => name === 'DATABASE_URL' || name === 'NATS_URL' || name.startsWith('DISCORD_'),
  );
  const reason = reasonAgainstWorld(read);
  if (read.TRIBEHALL_WORLD === undefined) return !isConfigured && reason === undefined;
  if (read.TRIBEHALL_WORLD === 'on' && reason !== undefined)
    throw new SettingError(
      `TRIBEHALL_WORLD cannot be on while ${reason}: the passwords of its accounts are public. ` +
        'Set TRIBEHALL_WORLD=off for a portal that others reach, or remove that setting to try the demo on this machine.',
    );
  return read.TRIBEHALL_WORLD === 'on';
}

/** A sign that others can reach this portal. `tooling/setup/start-settings.mjs` checks the same before the world starts. */
function reasonAgainstWorld({ HOST, PUBLIC_URL, TRUSTED_PROXIES }: Settings): string | undefined {
  if (!isLoopback(HOST)) return 'HOST is not a loopback address';
  if (PUBLIC_URL && !isLoopback(new URL(PUBLIC_URL).hostname.replace(/^\[|\]$/g, '')))
    return 'PUBLIC_URL is not a loopback address';
  return TRUSTED_PROXIES.length > 0 ? 'TRUSTED_PROXIES is set' : undefined;
}

/** Who can write to the bus can send commands to every game server. */
function refuseOpenBus(read: Settings): void {
  if (read.NATS_URL === undefined || read.NATS_UNPROTECTED === 'on') return;
  const { servers, isTls, login } = readNatsAddress(read.NATS_URL);
  const elsewhere = servers.find((server) => !isLoopback(server.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')));
  if (elsewhere === undefined) return;
  const hasLogin = login !== undefined || read.NATS_CREDS !== undefined || read.NATS_CERT !== undefined;
  const hasTls = isTls || read.NATS_CA !== undefined || read.NATS_CERT !== undefined;
  if (hasLogin && hasTls) return;
  const missing = [...(hasLogin ? [] : ['a login']), ...(hasTls ? [] : ['TLS (tls://)'])].join(' and ');
  throw new SettingError(
    `NATS_URL names another machine (${elsewhere}) without ${missing}: anyone on the way could send commands to your game servers. ` +
      'Add it, or set NATS_UNPROTECTED=on for a network that you trust.',
  );
}

function refuseUnknown(given: Record<string, string | undefined>): void {
  const unknown = Object.keys(given).find((name) => name.startsWith('TRIBEHALL_') && !(name in settings));
  if (unknown) throw new SettingError(`${unknown} is not a setting; docs/settings.md lists all of them.`);
}

function readDotEnv(path: string): Record<string, string | undefined> {
  return existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {};
}

/** An empty value counts as not set; in the environment it overrides `.env`. */
function withoutEmpty(values: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''));
}

/**
 * Overwrites secret settings in the process's initial environment, which `/proc/<pid>/environ` shows. They must have
 * been read before. Does nothing on systems without such a file.
 */
export function hideSecrets(): void {
  let memory: number | undefined;
  try {
    const { start, end } = findEnvironment();
    memory = openSync('/proc/self/mem', 'r+');
    const bytes = Buffer.alloc(end - start);
    readSync(memory, bytes, 0, bytes.length, start);
    for (let at = 0; at < bytes.length;) {
      const next = bytes.indexOf(0, at) < 0 ? bytes.length : bytes.indexOf(0, at);
      const equals = bytes.indexOf('=', at);
      if (equals < next && secretSettings.includes(bytes.toString('latin1', at, equals)))
        writeSync(memory, Buffer.alloc(next - equals - 1, '*'), 0, next - equals - 1, start + equals + 1);
      at = next + 1;
    }
  } catch {
    // Not Linux, or not permitted: the variables stay visible to the same user, as before.
  } finally {
    if (memory !== undefined) closeSync(memory);
  }
}

/** Fields 50 and 51 of /proc/self/stat, counted after the process name in parentheses, which may contain anything. */
function findEnvironment(): { start: number; end: number } {
  const text = readFileSync('/proc/self/stat', 'latin1');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { start: Number(fields[47]), end: Number(fields[48]) };
}
