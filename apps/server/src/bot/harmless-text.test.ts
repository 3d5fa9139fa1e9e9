import { describe, expect, it } from 'vitest';
import { cut, harmlessMessage, harmlessName } from './harmless-text.ts';

describe('untrusted text', () => {
  it.each([
    ['**bold** _it_ ~~no~~ `code` ||spoiler||', String.raw`\*\*bold\*\* \_it\_ \~\~no\~\~ \`code\` \|\|spoiler\|\|`],
    ['[click](https://evil.test)', String.raw`\[click\]\(https://evil.test)`],
    ['# big\n> quote', String.raw`\# big \> quote`],
    ['\\*escaped\\*', String.raw`\\\*escaped\\\*`],
    [
      '@everyone @here <@1> <@&2> <#3> <:a:4>',
      '@\u200beveryone @\u200bhere \\<@\u200b1\\> \\<@\u200b&2\\> \\<\\#3\\> \\<:a:4\\>',
    ],
    ['https://discord.gg/x DISCORD.com/invite/x', 'https://discord\u200b.gg/x DISCORD\u200b.com/invite/x'],
    ['https://a.test/<:a:4>', String.raw`https://a.test/ \<:a:4\>`],
    ['right\u202eto left', 'rightto left'],
  ])('%j means nothing to Discord', (text, harmless) => {
    expect(harmlessMessage(text)).toBe(harmless);
  });

  it('leaves links in messages, but not in names', () => {
    expect(harmlessMessage('see https://example.test/@a_b_(c)?d=*e*')).toBe('see https://example.test/@a_b_(c)?d=*e*');
    expect(harmlessName('https://example.test')).toBe('https:\u200b//example.test');
  });

  it('is cut between characters, and not after a backslash that escapes the next one', () => {
    expect(cut('abcdef', 6)).toBe('abcdef');
    expect(cut('abc😀ef', 5)).toBe('abc…');
    expect(cut(String.raw`abc\*ef`, 5)).toBe('abc…');
  });
});
