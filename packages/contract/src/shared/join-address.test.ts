import { describe, expect, it } from 'vitest';
import { isJoinAddress, joinLink } from './join-address.ts';

describe('the address where players connect', () => {
  it.each(['play.example.org:7777', '203.0.113.7:27015', 'ark:1', 'A-1.example:65535'])('can be %s', (address) => {
    expect(joinLink(address)).toBe(`steam://connect/${address}`);
  });

  it.each([
    '',
    'play.example.org',
    'play.example.org:',
    'play.example.org:0',
    'play.example.org:65536',
    'play.example.org:07777',
    ':7777',
    'play..example.org:7777',
    '-play.example.org:7777',
    'play.example.org-:7777',
    'play.example.org:7777/secret',
    'play.example.org:7777?a=b',
    'user@play.example.org:7777',
    'javascript:alert(1)',
    'https://play.example.org:7777',
    'play example.org:7777',
    'play.example.org:7777\n',
    'pläy.example.org:7777',
    ' play.example.org:7777',
    '"><script>:7777',
    '2001:db8::1:7777',
    `${'a'.repeat(64)}.org:7777`,
    `${'a.'.repeat(130)}org:7777`,
  ])('can not be %j', (address) => {
    expect(isJoinAddress(address)).toBe(false);
    expect(joinLink(address)).toBeUndefined();
  });
});
