import { describe, expect, it } from 'vitest';
import { drawBadge } from './badge.ts';

const server = { name: 'The Island', state: 'up', playerCount: 12, maxPlayers: 70 } as const;
const textsOf = (svg: string) => [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

describe('a badge', () => {
  it.each([
    [{}, '12/70 online'],
    [{ maxPlayers: null }, '12 online'],
    [{ playerCount: 0 }, '0/70 online'],
    [{ playerCount: null }, 'online'],
    [{ playerCount: 3, state: 'degraded' }, '3/70 online'],
    [{ playerCount: null, state: 'offline' }, 'offline'],
    [{ playerCount: null, state: 'booting' }, 'booting'],
    [{ playerCount: null, state: 'down' }, 'down'],
  ] as const)('of %j says %s', (changes, text) => {
    expect(textsOf(drawBadge({ ...server, ...changes }))).toEqual(['The Island', text]);
  });

  it.each([
    ['</text><script>alert(1)</script>', '&lt;/text&gt;&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['" onload="alert(1)', '&quot; onload=&quot;alert(1)'],
    ["'><image href='https://evil.test/x'/>", '&apos;&gt;&lt;image href=&apos;https://evil.tes…'],
    [']]>&amp;<!--', ']]&gt;&amp;amp;&lt;!--'],
    ['a\u0000b\u0007c\u202Ed\uFFFEe', 'abcde'],
    ['\uD800x', 'x'],
    ['', 'server'],
    ['🦖'.repeat(40), `${'🦖'.repeat(31)}…`],
  ])('of a server called %j is text and nothing else', (name, shown) => {
    const svg = drawBadge({ ...server, name });
    expect(textsOf(svg)[0]).toBe(shown);
    expect(svg.match(/<\/?[a-zA-Z]+/g)).toEqual(drawBadge(server).match(/<\/?[a-zA-Z]+/g));
    expect(svg.match(/ [\w-]+="/g)).toEqual(drawBadge(server).match(/ [\w-]+="/g));
    expect(svg).not.toMatch(/<!|\]\]>/);
  });
});
