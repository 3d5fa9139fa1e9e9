import type { CommandName } from '@tribehall/contract';

/** What a server can do, in words. */
export const commandNames = {
  'server.ping': 'Ping',
  'server.showCode': 'Show a code in the agent’s console',
  'server.saveWorld': 'Save the world',
  'players.list': 'List players',
  'players.whisper': 'Whisper to players (mail and codes)',
  'players.kill': 'Kill players',
  'players.ban': 'Ban players',
  'players.unban': 'Unban players',
  'players.console': 'Console commands',
  'chat.say': 'Speak in the chat',
} as const satisfies Record<CommandName, string>;
