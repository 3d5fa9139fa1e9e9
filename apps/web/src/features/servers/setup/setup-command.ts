export type SetupSystem = 'linux' | 'windows' | 'docker';

/** What the operator enters. The RCON password is not among it: the portal never sees it. */
export type SetupChoices = {
  system: SetupSystem;
  folder: string;
  /** `27020` or `host:27020`; empty: as in the game's settings. */
  rcon: string;
  /** Whether the agent asks for the password, or reads it from the game's settings. */
  asksPassword: boolean;
};

/** Windows copies a path with quotation marks around it. */
export function cleanFolder(text: string): string {
  return text.trim().replace(/^"(.*)"$/, '$1');
}

type Fault = string | null;

export function folderFault({ system, folder: given, rcon }: SetupChoices): Fault {
  const folder = cleanFolder(given);
  if (folder === '') return rcon.trim() === '' ? 'Enter the folder of the game.' : null;
  // A line break would end the command.
  if (/\p{Cc}/u.test(folder)) return "The path can't contain line breaks or other control characters.";
  if (system === 'windows') {
    return /^([a-z]:[\\/]|\\\\)/i.test(folder) ? null : 'Enter the full path, such as C:\\ark\\ShooterGame\\Saved.';
  }
  return folder.startsWith('/') ? null : 'Enter the full path, starting with /.';
}

const addressPattern = /^(?:(?:[\w.-]+|\[[\da-f:.]+\]):)?(\d{1,5})$/i;

export function rconFault({ rcon, folder }: SetupChoices): Fault {
  const address = rcon.trim();
  if (address === '') return cleanFolder(folder) === '' ? 'Enter the RCON port, or the folder of the game.' : null;
  const port = Number(addressPattern.exec(address)?.[1]);
  return port >= 1 && port <= 65_535 ? null : 'Enter a port such as 27020, or host:port.';
}

/** Quotes a text for POSIX shells: nothing has a meaning between single quotes. */
export function quoteForSh(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Quotes a text for PowerShell. Typographic quotation marks end a string there, too; doubled they stand for themselves. */
export function quoteForPowerShell(text: string): string {
  return `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
}

/** Quotes one field of `docker run --mount`, which are comma-separated values. */
function quoteForMount(field: string): string {
  return /[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** The command for the game's machine, made of the portal's `TRIBEHALL_TOKEN=… npx … add --portal … --game …`. */
export function setupCommand(serverId: string, commandLine: string, choices: SetupChoices): string {
  const given = { ...choices, folder: cleanFolder(choices.folder), rcon: choices.rcon.trim() };
  const [, token = '', program = ''] = /^TRIBEHALL_TOKEN=(\S+) (.*)$/.exec(commandLine) ?? [];
  return builders[choices.system]({ serverId, token, commandLine: program, ...given });
}

type Given = SetupChoices & { serverId: string; token: string; commandLine: string };

const builders: Record<SetupSystem, (given: Given) => string> = {
  linux: ({ token, commandLine, folder, ...given }) =>
    joined([
      `TRIBEHALL_TOKEN=${token}`,
      commandLine,
      folder && `--folder=${quoteForSh(folder)}`,
      ...rconOptions(given, quoteForSh),
      '--run',
    ]),

  // The folder goes through the environment: npx.cmd is a batch file, and those give & and % in arguments a meaning.
  windows: ({ token, commandLine, folder, ...given }) =>
    joined([
      `$env:TRIBEHALL_TOKEN = ${quoteForPowerShell(token)};`,
      `$env:TRIBEHALL_FOLDER = ${quoteForPowerShell(folder)};`,
      commandLine.replace(/^npx /, 'npx.cmd '),
      ...rconOptions(given, quoteForPowerShell),
      '--run',
    ]),

  docker: ({ serverId, token, commandLine, folder, ...given }) => {
    const name = `tribehall-agent-${serverId}`;
    const mount = `type=bind,${quoteForMount(`source=${folder}`)},target=/game,readonly`;
    const container = joined([
      `--network host --volume ${name}:/agent`,
      folder && `--mount ${quoteForSh(mount)}`,
      isCopied(commandLine) && '--volume "$PWD/agent.tgz":/agent.tgz:ro --workdir /',
      'node:22-slim',
    ]);
    const add = joined([
      `TRIBEHALL_TOKEN=${token} docker run --rm --interactive --tty --env TRIBEHALL_TOKEN ${container} ${commandLine} --config /agent/config.json`,
      folder && '--folder=/game',
      ...rconOptions(given, quoteForSh),
    ]);
    const run = `docker run --detach --restart unless-stopped --name ${name} ${container} ${programOf(commandLine)} run --config /agent/config.json`;
    // A container of an earlier attempt has the same name.
    return `${add} && { docker rm --force ${name} >/dev/null 2>&1; ${run}; }`;
  },
};

function rconOptions({ rcon, asksPassword }: Pick<Given, 'rcon' | 'asksPassword'>, quote: (text: string) => string) {
  return [rcon && `--rcon ${quote(rcon)}`, asksPassword && '--ask-password'];
}

function joined(parts: readonly (string | false)[]): string {
  return parts.filter((part) => part !== '' && part !== false).join(' ');
}

/** What runs the agent: `npx --yes <address>`. */
function programOf(commandLine: string): string {
  return commandLine.split(' add ', 1)[0]?.replace(/^TRIBEHALL_TOKEN=\S+ /, '') ?? '';
}

/** The command that starts the agent again later; Docker does so itself. */
export function restartCommand(commandLine: string, system: SetupSystem): string | undefined {
  if (system === 'docker') return undefined;
  const program = programOf(commandLine);
  return `${system === 'windows' ? program.replace(/^npx /, 'npx.cmd ') : program} run`;
}

/** Whether the command runs a file that the operator has to copy first. */
export function isCopied(commandLine: string): boolean {
  return programOf(commandLine).endsWith(' ./agent.tgz');
}

/** The portal's address in the command. */
export function portalOf(commandLine: string): string {
  return / --portal (\S+)/.exec(commandLine)?.[1] ?? '';
}

/** An address that leads each machine to itself. */
export function isLocalAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.[\d.]+$/.test(hostname);
}
