import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { configFile, type ConfigFile, type ServerEntry, serverName } from './config-schema.ts';

/** An invalid configuration; the message names the field and is shown to the user. */
export class ConfigError extends Error {}

/** One game server, with every path absolute. */
export type ServerConfig = ServerEntry & { name: string };
export type Config = {
  file: string;
  portal: string;
  stateDir: string;
  updates: NonNullable<ConfigFile['updates']>;
  servers: ServerConfig[];
};

export function readConfig(file: string, overrides: { portal?: string | undefined } = {}): Config {
  const raw = readJson(file);
  const given = isRecord(raw) && overrides.portal !== undefined ? { ...raw, portal: overrides.portal } : raw;
  const { portal, stateDir, updates = 'manual', servers } = checkConfig(file, given);
  const folder = path.dirname(path.resolve(file));
  return {
    file: path.resolve(file),
    portal,
    updates,
    stateDir: path.resolve(folder, stateDir ?? `${path.basename(file, '.json')}-state`),
    servers: servers.map((server) => resolvePaths(folder, server)),
  };
}

/** Validates the content of a configuration file. */
export function checkConfig(file: string, content: unknown): ConfigFile {
  const result = configFile.safeParse(content);
  if (!result.success) throw new ConfigError(`${file}: ${describe(result.error.issues[0])}.`);
  refuseTwins(file, result.data.servers);
  return result.data;
}

export function readJson(file: string): unknown {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`${file} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
  try {
    // Editors on Windows write a byte order mark.
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    // Not the parser's message: it quotes a piece of the file, which contains passwords.
    throw new ConfigError(`${file} is not valid JSON. Look for a missing comma, bracket or quotation mark.`);
  }
}

type Issue = { path: PropertyKey[]; message: string; code?: string | undefined; keys?: string[] };

function describe(issue: Issue | undefined): string {
  const field = (issue?.path ?? []).reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key)),
    '',
  );
  if (issue?.code === 'unrecognized_keys') {
    return `"${issue.keys?.join('", "')}" ${field ? `in ${field} ` : ''}is not a setting; docs/agent.md lists them`;
  }
  return `${field || 'the file'}: ${issue?.message ?? 'is not valid'}`;
}

function refuseTwins(file: string, servers: ServerEntry[]): void {
  const keys = { name: serverName, token: (server: ServerEntry) => server.token };
  for (const [what, key] of Object.entries(keys)) {
    const first = new Map<string, number>();
    for (const [index, server] of servers.entries()) {
      const twin = first.get(key(server));
      if (twin !== undefined) throw new ConfigError(`${file}: servers[${index}] has the ${what} of servers[${twin}].`);
      first.set(key(server), index);
    }
  }
}

function resolvePaths(folder: string, server: ServerEntry): ServerConfig {
  const resolve = (file: string | undefined) => (file === undefined ? undefined : path.resolve(folder, file));
  const { folder: saved, logFile, saves, banList, whitelist, rcon, ...rest } = server;
  const passwordFile = resolve(rcon.passwordFile);
  return {
    ...rest,
    ...compact({
      folder: resolve(saved),
      logFile: resolve(logFile),
      saves: resolve(saves),
      banList: resolve(banList),
      whitelist: resolve(whitelist),
    }),
    rcon: { ...rcon, ...compact({ passwordFile }) },
    name: serverName(server),
  };
}

function compact<Fields extends Record<string, string | undefined>>(fields: Fields) {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [Field in keyof Fields]?: string };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Surroundings = {
  cwd: string;
  home: string;
  platform: NodeJS.Platform;
  appData: string | undefined;
  programData: string;
};

const here = (): Surroundings => ({
  cwd: process.cwd(),
  home: os.homedir(),
  platform: process.platform,
  appData: process.env['APPDATA'],
  programData: programData(),
});

/** Where programs of Windows that run as a service have their files. */
export function programData(): string {
  return process.env['ProgramData'] ?? 'C:\\ProgramData';
}

/**
 * The file in the current folder comes first, then the user's. On Windows that is the one of the machine, which a service can
 * read as well; earlier agents stored it with the user.
 */
export function configPaths({ cwd, home, platform, ...windows }: Surroundings = here()): [string, string, ...string[]] {
  const local = path.join(cwd, 'tribehall-agent.json');
  if (platform !== 'win32') return [local, path.join(home, '.config', 'tribehall-agent', 'config.json')];
  const { appData } = windows;
  return [local, windowsFile(windows.programData), ...(appData ? [windowsFile(appData)] : [])];
}

function windowsFile(folder: string): string {
  return path.win32.join(folder, 'tribehall-agent', 'config.json');
}

/** Returns the path of the configuration, if there is one. */
export function findConfig(files: readonly string[] = configPaths()): string | undefined {
  return files.find((file) => fs.existsSync(file));
}
