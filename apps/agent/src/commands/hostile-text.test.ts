import type { CommandName } from '@tribehall/contract/agent/commands';
import { expect, it } from 'vitest';
import { ann, setUp } from './command.fixture.ts';

/** What would end a packet, a line or an argument, or begin another command. */
const hostile = ['\n', '\r', '\r\n', '\0', ';', '|', '"', '\u2028', '\u2029', '\u0085', '\u001b[2J', '\\', '\ud800'];
const texts = hostile.map((piece) => `a${piece}KickPlayer 1${piece}b`);

const nothing = () => false;
const anything = () => true;
const controls = (text: string) => /[\p{Cc}\p{Cs}]/u.test(text);
const controlsAndBreaks = (text: string) => /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text);

type Attempt = {
  name: CommandName;
  params: (text: string) => object;
  begins: RegExp;
  refuses: (text: string) => boolean;
  harmless?: string;
};
const attempts: Attempt[] = [
  { name: 'chat.say', params: (text) => ({ text, name: 'Olive' }), begins: /^ServerChat /, refuses: nothing },
  { name: 'chat.say', params: (text) => ({ text: 'hi', name: text }), begins: /^ServerChat /, refuses: controls },
  {
    name: 'chat.say',
    params: (text) => ({ text: 'hi', name: 'Olive', tribeName: text }),
    begins: /^ServerChat /,
    refuses: controls,
  },
  {
    name: 'chat.say',
    params: (text) => ({ text: 'hi', name: 'Olive', prefix: text }),
    begins: /^ServerChat /,
    refuses: controls,
  },
  {
    name: 'players.whisper',
    params: (text) => ({ playerId: ann, text }),
    begins: /^ServerChatTo "\d+" /,
    refuses: nothing,
  },
  { name: 'server.broadcast', params: (text) => ({ text }), begins: /^(Broadcast|ServerChat) /, refuses: controls },
  {
    name: 'players.kick',
    params: (text) => ({ playerId: text }),
    begins: /^KickPlayer \d+$/,
    refuses: anything,
    harmless: ann,
  },
  {
    name: 'players.ban',
    params: (text) => ({ playerId: `${ann}${text}` }),
    begins: /^BanPlayer \d+$/,
    refuses: anything,
    harmless: '',
  },
  {
    name: 'server.console',
    params: (text) => ({ command: `ServerChat ${text}` }),
    begins: /^ServerChat /,
    refuses: controlsAndBreaks,
  },
  {
    name: 'players.console',
    params: (text) => ({ playerId: ann, command: text }),
    begins: /^a[^\n\r\0]*$/,
    refuses: controlsAndBreaks,
  },
];

it.each(attempts)('$name makes one command of each line, whatever the text is ($begins)', async (attempt) => {
  const { name, params, begins, refuses, harmless = 'a text' } = attempt;
  const { send, sent, server } = await setUp();
  for (const text of [harmless, ...texts]) {
    const before = sent().length;
    await send(name, params(text));
    const commands = sent().slice(before);
    const isRefused = text !== harmless && refuses(text);
    // Text of several lines comes in rows, each a message of its own; everything else is one command or none.
    const rows = text.split(/\r\n|[\n\r\u2028\u2029\u0085]/).length;
    expect(commands.length, JSON.stringify(text)).toBeGreaterThanOrEqual(isRefused ? 0 : 1);
    expect(commands.length, JSON.stringify(text)).toBeLessThanOrEqual(isRefused ? 0 : rows);
    for (const command of commands) {
      expect(command).toMatch(begins);
      expect(command).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u);
    }
  }
  expect(server.sockets.length).toBeLessThanOrEqual(1);
});
