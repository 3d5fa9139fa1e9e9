import { textOf } from '@tribehall/common/any-text.fixture';
import type { Message } from 'discord.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { authorName, messageText } from './chat/discord-message-text.ts';
import { cut, harmlessMessage, harmlessName } from './harmless-text.ts';

const hostile = textOf(
  '@everyone',
  '@here',
  '<@1>',
  '<@&1>',
  '<#1>',
  '<t:1>',
  '</a:1>',
  '<:a:1>',
  '@',
  '<',
  '>',
  '||',
  '**',
  '__',
  '`',
  '```',
  '~~',

  '[',
  ']',
  '(',
  ')',
  '\\',
  '#',
  '> ',
  '- ',
  '\n',
  '\r',
  '\u2028',
  '\u202e',
  'https://a.b/',
  'http://',
  '://',
  'HTTPS://',
  'discord.gg/x',
  'discord',
  '.',
  'gg',
  'discordapp.com',
  ' ',
  'a',
  '\ud83e',
  '🦖',
  '_',
  '*',
);
const markup = /[*_~`|<>[\]()#]/;
const invitation = /(?:discord(?:app)?|dsc)\s*\.\s*(?:gg|com|me|io|li|new)(?!\w|\\_)/i;
/** What is left once each escaped character is gone. */
const unescaped = (text: string) => text.replaceAll(/\\[^]/g, '');

it('shows any name literally: no markup, mention, link or invitation', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const name = harmlessName(text);
      expect(unescaped(name)).not.toMatch(markup);
      expect(name).not.toMatch(/@(?!\u200b)/);
      expect(name).not.toMatch(/:\/\/|[\n\r\u2028\u2029\u202e]/);
      expect(name).not.toMatch(invitation);
      expect(name).not.toMatch(/\p{Cs}/u);
      expect(unescaped(name).endsWith('\\')).toBe(false);
    }),
  );
});

it('leaves web links in a message, and nothing else that means something to Discord', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const message = harmlessMessage(text);
      expect(message).not.toMatch(/[\n\r\u2028\u2029\u202e]/);
      expect(message).not.toMatch(invitation);
      // As Discord finds links.
      const rest = message.replaceAll(/https?:\/\/[^\s<]+/gi, '');
      expect(unescaped(rest)).not.toMatch(markup);
      expect(rest).not.toMatch(/@(?!\u200b)/);
      // A mention of someone in a link would need a bracket, which ends it.
      expect(unescaped(message)).not.toMatch(/<[@#:/t]/);
    }),
  );
});

it('leaves a plain sentence as it is', () => {
  fc.assert(
    fc.property(fc.lorem({ maxCount: 10 }), (text) => {
      expect(harmlessMessage(text)).toBe(text);
      expect(harmlessName(text)).toBe(text);
    }),
  );
});

it('cuts to the length, never inside a character', () => {
  fc.assert(
    fc.property(hostile, fc.integer({ min: 1, max: 60 }), (text, maxLength) => {
      const short = cut(harmlessMessage(text), maxLength);
      expect(short.length).toBeLessThanOrEqual(maxLength);
      expect(short).not.toMatch(/\p{Cs}/u);
      if (short !== harmlessMessage(text)) expect(harmlessMessage(text).startsWith(short.slice(0, -1))).toBe(true);
    }),
  );
});

it('makes one line of any message and its author, as the portal accepts it', () => {
  const long = fc.tuple(hostile, fc.constantFrom(1, 30)).map(([text, times]) => text.repeat(times));
  fc.assert(
    fc.property(long, hostile, (cleanContent, name) => {
      const attachments = [{ name, contentType: 'image/png' }];
      const author = { displayName: name, username: 'a' };
      const message = { cleanContent, attachments, stickers: [], member: null, author } as unknown as Message<true>;
      expect(messageText(message)).toMatch(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,512}$/u);
      expect(authorName(message)).toMatch(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,64}$/u);
    }),
  );
});
