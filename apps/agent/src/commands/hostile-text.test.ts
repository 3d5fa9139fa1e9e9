import type { CommandName } from '@tribehall/contract/agent/commands';
import { expect, it } from 'vitest';
import { ann, setUp } from './command.fixture.ts';

/** What would end a packet, a line or an argument, or begin another command. */
const hostile = ['\n', '\r', '\r\n', '\0', ';', '|', '"', '\u2028', '\u2029', '\u0085', '\u001b[2J', '\\', '\ud800'];
const texts = hostile.map((piece) => `a${piece}KickPlayer 1${piece}b`);

const attempts: { name: CommandName; params: (text: string) => object; begins: RegExp }[] = [
  { name: 'chat.say', params: (text) => ({ text, name: 'Olive' }), begins: /^ServerChat / },
  { name: 'chat.say', params: (text) => ({ text: 'hi', name: text }), begins: /^ServerChat / },
  { name: 'chat.say', params: (text) => ({ text: 'hi', name: 'Olive', tribeName: text }), begins: /^ServerChat / },
  { name: 'chat.say', params: (text) => ({ text: 'hi', name: 'Olive', prefix: text }), begins: /^ServerChat / },
  { name: 'players.whisper', params: (text) => ({ playerId: ann, text }), begins: /^ServerChatTo "\d+" / },
  { name: 'server.broadcast', params: (text) => ({ text }), begins: /^(Broadcast|ServerChat) / },
  { name: 'players.kick', params: (text) => ({ playerId: text }), begins: /^KickPlayer \d+$/ },
  { name: 'players.ban', params: (text) => ({ playerId: `${ann}${text}` }), begins: /^BanPlayer \d+$/ },
  { name: 'server.console', params: (text) => ({ command: `ServerChat ${text}` }), begins: /^ServerChat / },
  { name: 'players.console', params: (text) => ({ playerId: ann, command: text }), begins: /^a[^\n\r\0]*$/ },
];

it.each(attempts)('$name makes one command of each line, whatever the text is ($begins)', async (attempt) => {
  const { send, sent, server } = await setUp();
  for (const text of texts) {
    const before = sent().length;
    await send(attempt.name, attempt.params(text));
    const commands = sent().slice(before);
    // Text of several lines comes in rows, each a message of its own; everything else is one command or none.
    const rows = text.split(/\r\n|[\n\r\u2028\u2029\u0085]/).length;
    expect(commands.length, JSON.stringify(text)).toBeLessThanOrEqual(rows);
    for (const command of commands) {
      expect(command).toMatch(attempt.begins);
      expect(command).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u);
    }
  }
  expect(server.sockets.length).toBeLessThanOrEqual(1);
});
