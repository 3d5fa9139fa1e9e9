import { type Game, games } from '@tribehall/contract/shared/schemas';
import { parseArgs } from 'node:util';
import { serviceActions, type ServiceOptions } from '../service/service.ts';
import { agentVersion } from '../version.ts';

/** An invalid command line; the message is shown to the user. */
export class UsageError extends Error {}

export type AddOptions = {
  config?: string;
  portal?: string;
  /** A file with the token, or - for standard input; otherwise it comes from the environment, or is asked for. */
  tokenFile?: string;
  game: Game;
  name?: string;
  rcon?: { host: string; port: number };
  passwordFile?: string;
  folder?: string;
  /** Asks for the password, whether another one is known or not. */
  asksPassword?: true;
  /** Lets the portal update the agent. */
  allowsUpdates?: true;
  /** Starts the agent afterwards. */
  isRun?: true;
};

export type Invocation =
  | { command: 'help' }
  | { command: 'version' }
  | { command: 'run'; isQuiet: boolean; config?: string; portal?: string }
  | { command: 'check' | 'update'; config?: string; portal?: string }
  | { command: 'read'; file: string; isJson: boolean }
  | { command: 'add'; options: AddOptions }
  | { command: 'service'; options: ServiceOptions; config?: string };

const text = { type: 'string' } as const;
const common = {
  config: text,
  portal: text,
  quiet: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;
const added = {
  token: text,
  'token-file': text,
  game: text,
  name: text,
  rcon: text,
  password: text,
  'password-file': text,
  folder: text,
  'ask-password': { type: 'boolean' },
  'allow-updates': { type: 'boolean' },
  run: { type: 'boolean' },
} as const;
const ofService = { user: text, print: { type: 'boolean' } } as const;
const commands = ['run', 'check', 'add', 'read', 'update', 'service'] as const;

type Values = { [Option in keyof typeof common | keyof typeof added | keyof typeof ofService]?: string | boolean };

export function parseArguments(argv: readonly string[]): Invocation {
  const { values, positionals } = read(argv);
  if (values.help) return { command: 'help' };
  if (values.version) return { command: 'version' };
  const [word = 'run', ...more] = positionals;
  const command = commands.find((known) => known === word);
  if (word === 'help') return { command: 'help' };
  if (!command || (more.length > 0 && command !== 'read' && command !== 'service'))
    throw new UsageError(`"${[word, ...more].join(' ')}" is not a command.`);
  const surplus = Object.keys(added).find((option) => option in values);
  if (command !== 'add' && surplus) throw new UsageError(`--${surplus} belongs to the command "add".`);
  const foreign = Object.keys(ofService).find((option) => option in values);
  if (command !== 'service' && foreign) throw new UsageError(`--${foreign} belongs to the command "service".`);
  if (command !== 'run' && values.quiet) throw new UsageError('--quiet belongs to the command "run".');
  if (command !== 'read' && values.json) throw new UsageError('--json belongs to the command "read".');
  if (command === 'add') return { command, options: readAdd(values) };
  if (command === 'read') return { command, file: oneFile(more), isJson: values.json === true };
  if (command === 'service') return { command, options: readService(more, values), ...pick(values, ['config']) };
  const files = pick(values, ['config', 'portal']);
  return command === 'run' ? { command, isQuiet: values.quiet === true, ...files } : { command, ...files };
}

function read(argv: readonly string[]): { values: Values; positionals: string[] } {
  try {
    return parseArgs({ args: [...argv], options: { ...common, ...added, ...ofService }, allowPositionals: true });
  } catch (error) {
    // Node adds advice for programmers after the first sentence.
    throw new UsageError(`${(error as Error).message.split('. ')[0]?.replace(/\.$/, '')}.`, { cause: error });
  }
}

function oneFile([file, ...more]: string[]): string {
  if (file === undefined || more.length > 0)
    throw new UsageError('read needs one file: .ark, .arkprofile or .arktribe.');
  return file;
}

function readService([word, ...more]: string[], values: Values): ServiceOptions {
  const action = serviceActions.find((known) => known === word);
  if (!action || more.length > 0) throw new UsageError(`service needs one of: ${serviceActions.join(', ')}.`);
  return { action, isPrinted: values.print === true, ...pick(values, ['user']) };
}

function readAdd(values: Values): AddOptions {
  const game = games.find((known) => known === values.game);
  if (values.token !== undefined) throw new UsageError(tokenIsVisible);
  if (values.password !== undefined) throw new UsageError(passwordIsVisible);
  if (!game) throw new UsageError(`add needs --game, one of: ${games.join(', ')}.`);
  const passwordFile = values['password-file'];
  if (passwordFile !== undefined && values['ask-password'] === true)
    throw new UsageError('Use either --password-file or --ask-password, not both.');
  const tokenFile = values['token-file'];
  return {
    ...pick(values, ['config', 'portal', 'name', 'folder']),
    ...(typeof passwordFile === 'string' && { passwordFile }),
    ...(typeof values.rcon === 'string' && { rcon: readAddress(values.rcon) }),
    ...(typeof tokenFile === 'string' && { tokenFile }),
    game,
    ...(values['ask-password'] === true && { asksPassword: true }),
    ...(values['allow-updates'] === true && { allowsUpdates: true }),
    ...(values.run === true && { isRun: true }),
  };
}

const tokenIsVisible =
  'Every user of a machine can see the arguments of its programs, so a token is not one of them. Leave out --token to be asked for it, or use --token-file FILE.';
const passwordIsVisible =
  'Every user of a machine can see the arguments of its programs, so the password is not one of them. Use --ask-password to be asked for it, or --password-file FILE.';

/** `27020`, `host:27020` or `[::1]:27020` */
function readAddress(address: string): { host: string; port: number } {
  const [, host, digits] = /^(?:(\[[^\]]+\]|[^:]+):)?(\d{1,5})$/.exec(address) ?? [];
  const port = Number(digits);
  if (!(port >= 1 && port <= 65_535)) throw new UsageError('--rcon is an address like 127.0.0.1:27020.');
  return { host: host?.replace(/^\[|\]$/g, '') ?? '127.0.0.1', port };
}

function pick<Name extends keyof Values>(values: Values, names: readonly Name[]): { [Key in Name]?: string } {
  const given = names.flatMap((name) => (typeof values[name] === 'string' ? [[name, values[name]]] : []));
  return Object.fromEntries(given) as { [Key in Name]?: string };
}

export const helpText = `tribehall-agent ${agentVersion}
Runs beside ARK dedicated servers and connects them to a Tribehall portal.

Usage:
  tribehall-agent [run] [--config FILE] [--portal URL] [--quiet]
                                                         connect the configured servers
  tribehall-agent check [--config FILE] [--portal URL]   check everything and print what to fix
  tribehall-agent update [--config FILE]                 install the agent that the portal offers; a running agent
                                                         hands over to it
  tribehall-agent read FILE [--json]                     show the contents of a world save, profile or tribe file
  tribehall-agent add --portal URL --game asa|ase [options]
                                                         add a server to the configuration, or update it
  tribehall-agent service install|remove|status [--config FILE] [--user NAME] [--print]
                                                         let systemd run the agent, as the user of the game unless
                                                         --user names another; --print only shows the unit
Options of "add":
  --token-file FILE      a file with the token that the portal showed, - for standard input; defaults to the
                         environment variable TRIBEHALL_TOKEN, otherwise the agent asks for it
  --name NAME            name of the server in the agent's log
  --folder PATH          the game's ShooterGame/Saved folder: log, chat, profiles, bans, RCON settings;
                         defaults to the environment variable TRIBEHALL_FOLDER
  --rcon HOST:PORT       RCON address; defaults to RCONPort of GameUserSettings.ini
  --password-file FILE   a file with the admin password, which has to stay; defaults to ServerAdminPassword of
                         GameUserSettings.ini
  --ask-password         asks for the admin password, which no argument may hold
  --allow-updates        lets the Admins of the portal update this agent from the server's page
  --run                  starts the agent afterwards

Common options:
  --config FILE          defaults to ./tribehall-agent.json, then config.json in your settings folder
  --portal URL           overrides the portal of the configuration
  --quiet                print only problems and codes; the log file has everything
  --help, --version
`;
