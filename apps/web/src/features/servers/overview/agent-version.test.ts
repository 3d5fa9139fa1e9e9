import { expect, it } from 'vitest';
import { outdated, splitVersion } from './agent-version.ts';

const offered = { version: '0.10.0', build: 'aaaaaaaaaa', commandLine: '' };
const name = 'tribehall-agent';

it.each([
  ['0.9.9+aaaaaaaaaa', 'older'],
  ['0.2.0', 'older'],
  ['0.10.0', 'otherBuild'],
  ['0.10.0+bbbbbbbbbb', 'otherBuild'],
  ['0.10.0+aaaaaaaaaa', undefined],
  ['0.10.1+cccccccccc', undefined],
  ['1.0.0', undefined],
  ['dev', 'older'],
])('finds %s beside 0.10.0+aaaaaaaaaa: %s', (version, expected) => {
  expect(outdated({ name, version }, offered)).toBe(expected);
});

it('leaves other programs and servers without an agent alone', () => {
  expect(outdated({ name: 'ark-mod', version: '0.1.0' }, offered)).toBeUndefined();
  expect(outdated(null, offered)).toBeUndefined();
});

it('distinguishes version and build', () => {
  expect(splitVersion('0.1.0+3f2a9c1b7d')).toEqual({ version: '0.1.0', build: '3f2a9c1b7d' });
  expect(splitVersion('0.1.0')).toEqual({ version: '0.1.0', build: undefined });
});
