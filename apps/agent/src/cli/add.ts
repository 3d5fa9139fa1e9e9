import type { Game } from '@tribehall/contract/shared/schemas';
import { trimEndOf } from '@tribehall/contract/shared/text';
import fs from 'node:fs';
import path from 'node:path';
import { type ConfigFile, type ServerEntry, serverName } from '../config/config-schema.ts';
import { checkConfig, ConfigError, configPaths, findConfig, programData, readJson } from '../config/config.ts';
import { renameWhenFree } from '../files.ts';
import { readGameUserSettings } from '../config/game-user-settings.ts';
import { gameTraits } from '../games.ts';
import { agentFile, agentName } from '../version.ts';
import { askSecret } from './ask-secret.ts';
import { followPickUp, type PickUp } from './pick-up.ts';
import { accounts, protect } from './windows-access.ts';
import type { AddOptions } from './arguments.ts';

/** Adds a server to the configuration, or updates it if it is already there. */
export async function addServer(
  options: AddOptions,
  print: (line: string) => void,
  ask: (question: string) => Promise<string | undefined> = askSecret,
  restrict: typeof restrictAccess = restrictAccess,
): Promise<Added> {
  const file = path.resolve(options.config ?? findConfig() ?? configPaths()[options.isRun ? 1 : 0]);
  const existing = fs.existsSync(file) ? readExisting(file) : undefined;
  const { server, remarks, hasPassword } = describeServer(options, await findToken(options, ask));
  const index = existing?.servers.findIndex((known) => isSame(known, server)) ?? -1;
  const known = existing?.servers[index];
  const merged: ServerEntry = { ...known, ...server, rcon: { ...existingPassword(known, server), ...server.rcon } };
  if (options.asksPassword || (!hasPassword && !hasOwnPassword(merged) && isTerminal())) {
    merged.rcon = { host: merged.rcon.host, port: merged.rcon.port, password: await requirePassword(ask) };
  } else if (!hasPassword && !hasOwnPassword(merged)) remarks.push(passwordUnknown);
  const others = existing?.servers.filter((_server, at) => at !== index) ?? [];
  const config = {
    ...existing,
    portal: choosePortal(file, existing, options.portal),
    ...(options.allowsUpdates && { updates: 'portal' as const }),
    servers: [...others, merged],
  };
  await writeConfig(file, checkConfig(file, config), restrict);
  print(`${index < 0 ? 'Added' : 'Changed'} "${serverName(merged)}" in ${file}.`);
  for (const remark of remarks) print(remark);
  const outcome = await followPickUp(file);
  const program = programName(config.portal);
  if (outcome !== 'noAgent') print(outcomes[outcome]);
  if (outcome !== 'noAgent' || !options.isRun) print(`Next: ${program} check --config ${file}`);
  if (outcome === 'noAgent' && !options.isRun) print(`Then start the agent: ${program} run --config ${file}`);
  return { file, isRunning: outcome !== 'noAgent' };
}

/** `isRunning`: an agent runs with this configuration already. */
export type Added = { file: string; isRunning: boolean };

const outcomes: Record<Exclude<PickUp, 'noAgent'>, string> = {
  pickedUp: 'The running agent has picked it up.',
  refused: 'The running agent does not use it; its log says why.',
  unknown: 'An agent is running with this configuration, but has not picked it up. Restart it.',
};

const passwordUnknown =
  'The admin password is unknown: use --ask-password or --password-file FILE, or set ServerAdminPassword in GameUserSettings.ini.';

/** Removed from the environment, which the programs that the agent starts would inherit. */
async function findToken(
  { tokenFile }: AddOptions,
  ask: (question: string) => Promise<string | undefined>,
): Promise<string> {
  const inherited = process.env[tokenVariable];
  delete process.env[tokenVariable];
  const token = tokenFile === undefined ? inherited || (await askToken(ask)) : readTokenFile(tokenFile);
  if (token) return token;
  throw new ConfigError(`add needs the token that the portal showed: use --token-file FILE or ${tokenVariable}.`);
}

const tokenVariable = 'TRIBEHALL_TOKEN';

async function askToken(ask: (question: string) => Promise<string | undefined>): Promise<string | undefined> {
  return isTerminal() ? (await ask('The token that the portal showed: '))?.trim() : undefined;
}

function readTokenFile(file: string): string {
  try {
    return fs.readFileSync(file === '-' ? process.stdin.fd : file, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`The token cannot be read from ${file}: ${(error as Error).message}`, { cause: error });
  }
}

async function requirePassword(ask: (question: string) => Promise<string | undefined>): Promise<string> {
  const password = await ask("The game's admin password (ServerAdminPassword), for RCON: ");
  if (password === undefined) throw new ConfigError('No password was entered, so nothing was changed.');
  return password;
}

function hasOwnPassword({ rcon }: ServerEntry): boolean {
  return rcon.password !== undefined || rcon.passwordFile !== undefined;
}

function isTerminal(): boolean {
  return process.stdin.isTTY;
}

/** As the operator would type it: under npx the program has no name of its own. */
function programName(portal: string): string {
  return process.env['npm_command'] === 'exec' ? `npx --yes ${trimmed(portal)}/api/ark/${agentFile}` : agentName;
}

function describeServer({ game, name, rcon, passwordFile, ...options }: AddOptions, token: string) {
  const folder = chooseFolder(options.folder ?? (process.env['TRIBEHALL_FOLDER'] || undefined), game);
  const settings = folder === undefined ? undefined : readGameUserSettings(folder, gameTraits[game]);
  const port = rcon?.port ?? settings?.rconPort;
  if (port === undefined) {
    const reason = folder === undefined ? '' : `${whyNoSettings(folder, game)} `;
    throw new ConfigError(
      `${reason}The RCON port is unknown: use --folder with the ShooterGame/Saved folder of the game, or --rcon HOST:PORT and --ask-password.`,
    );
  }
  const hasPassword = passwordFile !== undefined || settings?.adminPassword !== undefined;
  const server: ServerEntry = {
    ...(name !== undefined && { name }),
    token,
    game,
    rcon: {
      host: rcon?.host ?? '127.0.0.1',
      port,
      ...(passwordFile !== undefined && { passwordFile: path.resolve(passwordFile) }),
    },
    ...(folder !== undefined && { folder }),
  };
  const remarks = [
    folder !== undefined && settings === undefined && !isSaved(folder) && whyNoSettings(folder, game),
    settings?.isRconOn === false && `RCON is off: set RCONEnabled=True in ${settings.file} and restart the game.`,
  ].filter((remark) => remark !== false);
  return { server, remarks, hasPassword };
}

/** Also for a folder that exists: its parent may not be readable. */
function whyNoSettings(folder: string, game: Game): string {
  try {
    fs.readdirSync(folder);
    const files = gameTraits[game].settingsFiles.map((file) => path.join(folder, file)).join(' or ');
    return `There is no GameUserSettings.ini below ${folder}: it has to be the ShooterGame/Saved folder of the game. Looked for ${files}.`;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return isMissing
      ? `There is no folder ${folder}.`
      : `The folder ${folder} cannot be read: run the agent as the user of the game.`;
  }
}

/** Defaults to the game in the current folder. */
function chooseFolder(given: string | undefined, game: Game): string | undefined {
  if (given !== undefined) return findSavedFolder(given) ?? path.resolve(given);
  const here = findSavedFolder('.');
  return here !== undefined && readGameUserSettings(here, gameTraits[game]) ? here : undefined;
}

/** The same token, or the same game under a new one. */
function isSame(known: ServerEntry, server: ServerEntry): boolean {
  const isSameGame = known.rcon.host === server.rcon.host && known.rcon.port === server.rcon.port;
  return known.token === server.token || isSameGame;
}

function existingPassword(known: ServerEntry | undefined, { rcon }: ServerEntry) {
  const isGiven = rcon.password !== undefined || rcon.passwordFile !== undefined;
  return isGiven || !known ? {} : known.rcon;
}

function choosePortal(file: string, existing: ConfigFile | undefined, portal: string | undefined): string {
  if (existing?.portal && portal !== undefined && trimmed(existing.portal) !== trimmed(portal)) {
    throw new ConfigError(`${file} is for ${existing.portal}. Another portal needs another file: --config FILE.`);
  }
  const chosen = portal ?? existing?.portal;
  if (!chosen) throw new ConfigError('add needs --portal, the address of the portal.');
  return chosen;
}

function trimmed(url: string): string {
  return trimEndOf(url, '/').toLowerCase();
}

/** A file without servers was started by hand. */
function readExisting(file: string): ConfigFile {
  const content = readJson(file) as Partial<ConfigFile>;
  const isEmpty = Array.isArray(content.servers) && content.servers.length === 0;
  return isEmpty ? { portal: '', ...content, servers: [] } : checkConfig(file, content);
}

/** Written atomically, and private before it has any content: it holds secrets. */
async function writeConfig(file: string, config: ConfigFile, restrict: typeof restrictAccess): Promise<void> {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.new`;
  fs.rmSync(unfinished, { force: true });
  fs.writeFileSync(unfinished, '', { mode: 0o600 });
  await restrict(unfinished);
  fs.writeFileSync(unfinished, `${JSON.stringify(config, null, 2)}\n`, { flush: true });
  renameWhenFree(unfinished, file);
}

/** Windows has no mode: a file has the access rights of its folder. A service reads the file of the machine. */
async function restrictAccess(file: string): Promise<void> {
  if (process.platform !== 'win32') return;
  const isOfMachine = path.dirname(file).startsWith(programData());
  await protect(file, isOfMachine ? [`${accounts.localService}:R`] : []);
}

/** People name the install or ShooterGame as often as ShooterGame/Saved. */
const below = ['', 'Saved', path.join('ShooterGame', 'Saved')];

/** Returns the game's `Saved` folder: the given one, or one below it. */
export function findSavedFolder(folder: string): string | undefined {
  const absolute = path.resolve(folder);
  return below.map((subfolder) => path.join(absolute, subfolder)).find(isSaved);
}

function isSaved(folder: string): boolean {
  return ['Logs', 'Config', 'SavedArks'].some((name) => fs.existsSync(path.join(folder, name)));
}
