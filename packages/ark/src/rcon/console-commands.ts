/** A command of the game's console that works over RCON. */
export type ConsoleCommand = {
  name: string;
  /** As the game expects them, optional ones in brackets. */
  parameters: string;
  help: string;
  /** Only of this game. */
  game?: 'ase' | 'asa';
  /** What it destroys or interrupts for everyone on the server. */
  danger?: string;
};

const irrecoverable = "This can't be undone.";

/** By name. Commands that need a character in the game or something to aim at are left out. */
export const consoleCommands: readonly ConsoleCommand[] = [
  { name: 'AllowPlayerToJoinNoCheck', parameters: '<player id>', help: 'Put a player on the whitelist' },
  { name: 'BanPlayer', parameters: '<player id>', help: 'Ban a player' },
  { name: 'Broadcast', parameters: '<text>', help: 'Show a message to everyone on the server' },
  {
    name: 'DestroyAll',
    parameters: '<class>',
    help: 'Destroy everything of a class',
    danger: `Destroys every creature, structure or item of that class. ${irrecoverable}`,
  },
  {
    name: 'DestroyAllEnemies',
    parameters: '',
    help: 'Destroy all creatures, tamed ones too',
    danger: `Destroys all creatures, also those that tribes have tamed. ${irrecoverable}`,
  },
  {
    name: 'DestroyStructures',
    parameters: '',
    help: 'Destroy all structures',
    danger: `Destroys every structure on the server. ${irrecoverable}`,
  },
  {
    name: 'DestroyTribeIdDinos',
    parameters: '<tribe id>',
    help: "Destroy a tribe's creatures",
    danger: `Destroys all creatures of that tribe. ${irrecoverable}`,
  },
  {
    name: 'DestroyTribeIdPlayers',
    parameters: '<tribe id>',
    help: "Kill a tribe's members",
    danger: `Kills all members of that tribe. ${irrecoverable}`,
  },
  {
    name: 'DestroyTribeIdStructures',
    parameters: '<tribe id>',
    help: "Destroy a tribe's structures",
    danger: `Destroys all structures of that tribe. ${irrecoverable}`,
  },
  {
    name: 'DestroyWildDinos',
    parameters: '',
    help: 'Remove all wild creatures; new ones appear',
    danger: 'Removes all wild creatures, also those being tamed. New ones appear over time.',
  },
  { name: 'DisallowPlayerToJoinNoCheck', parameters: '<player id>', help: 'Take a player off the whitelist' },
  {
    name: 'DoExit',
    parameters: '',
    help: 'Shut the server down',
    danger: 'Shuts the server down for everyone. What was not saved is lost.',
  },
  { name: 'GetAllItemsNumber', parameters: '', help: 'Count all items', game: 'asa' },
  { name: 'GetAllNumbers', parameters: '', help: 'Count structures, tamed creatures and items', game: 'asa' },
  { name: 'GetAllStructuresNumber', parameters: '', help: 'Count all structures', game: 'asa' },
  { name: 'GetAllTamesNumber', parameters: '', help: 'Count all tamed creatures', game: 'asa' },
  { name: 'GetChat', parameters: '', help: 'The chat since the last call; other readers then miss it' },
  { name: 'GetGameLog', parameters: '', help: 'The log since the last call; other readers then miss it' },
  { name: 'GetTribeIdPlayerList', parameters: '<tribe id>', help: 'The members of a tribe' },
  {
    name: 'GiveItemToPlayer',
    parameters: '<survivor id> "<blueprint>" <quantity> <quality> <is blueprint>',
    help: 'Give an item to a player',
  },
  { name: 'KickPlayer', parameters: '<player id>', help: 'Disconnect a player' },
  { name: 'KillPlayer', parameters: '<survivor id>', help: "Kill a player's character" },
  { name: 'ListAllItems', parameters: '', help: 'List all items', game: 'asa' },
  { name: 'ListDinos', parameters: '', help: 'List creatures', game: 'asa' },
  { name: 'ListPlayers', parameters: '', help: 'Who is online, with their ids' },
  { name: 'RenamePlayer', parameters: '"<old name>" <new name>', help: 'Rename a survivor' },
  { name: 'RenamePlayerId', parameters: '<survivor id> <new name>', help: 'Rename a survivor by id' },
  { name: 'RenameTribe', parameters: '"<old name>" <new name>', help: 'Rename a tribe' },
  { name: 'RenameTribeID', parameters: '<tribe id> <new name>', help: 'Rename a tribe by id' },
  { name: 'SaveWorld', parameters: '', help: 'Save the world; the game freezes for a moment' },
  { name: 'ScriptCommand', parameters: '<text>', help: 'A command of a mod; its output goes to the log' },
  { name: 'ServerChat', parameters: '<text>', help: 'Write in the chat as the server' },
  { name: 'ServerChatTo', parameters: '"<player id>" <text>', help: 'Write to one player' },
  { name: 'SetMessageOfTheDay', parameters: '<text>', help: 'Change the message of the day' },
  { name: 'SetTimeOfDay', parameters: '<hh:mm[:ss]>', help: 'Change the time of day' },
  { name: 'ShowMessageOfTheDay', parameters: '', help: 'Show the message of the day to everyone' },
  { name: 'StartSaveBackup', parameters: '', help: 'Back the save up', game: 'asa' },
  { name: 'TribeDinoAudit', parameters: '<tribe id>', help: "Count a tribe's creatures" },
  { name: 'TribeMessage', parameters: '<tribe id> <text>', help: 'Write to a tribe' },
  { name: 'TribeStructureAudit', parameters: '<tribe id>', help: "Count a tribe's structures" },
  { name: 'UnbanPlayer', parameters: '<player id>', help: 'Lift a ban' },
];

/** Commands of the engine and of mods that the list above does not offer. */
const otherDangers: readonly { names: RegExp; danger: string }[] = [
  {
    names: /^(exit|quit|crash|restartlevel|open|openmap|servertravel|travel|disconnect)$/,
    danger: 'Ends the running game or loads another one. What was not saved is lost.',
  },
  { names: /^(destroy|killall|killaoe)/, danger: `Destroys things on the server. ${irrecoverable}` },
];

/** The engine runs what follows `|` as another command. */
const separator = '|';
/** Accepted before any command, without effect over RCON. */
const prefixes = new Set(['cheat', 'admincheat']);
/** Commands whose parameter is a password. */
const secretive = /\b(enablecheats|requestspectator)\b\s*\S+/gi;

/** What a command destroys or interrupts for everyone; undefined for one that is harmless or unknown. */
export function dangerOf(command: string): string | undefined {
  return command.split(separator).map(nameOf).map(dangerOfName).find(Boolean);
}

/** The command without passwords, for a log. */
export function withoutPasswords(command: string): string {
  return command.replace(secretive, '$1 ***');
}

function dangerOfName(name: string): string | undefined {
  const known = consoleCommands.find((command) => command.name.toLowerCase() === name);
  return known?.danger ?? otherDangers.find(({ names }) => names.test(name))?.danger;
}

/** In lower case. Invisible characters are removed on the way to the game, so they must not hide a name. */
function nameOf(command: string): string {
  const words =
    command
      .replace(/\p{Cf}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9_.]+/g) ?? [];
  return words.find((word) => !prefixes.has(word)) ?? '';
}
