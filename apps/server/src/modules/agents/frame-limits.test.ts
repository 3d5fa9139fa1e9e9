import { agentLimits } from '@tribehall/contract/agent/agent.contract';
import { expect, it } from 'vitest';
import { findExceededLimit } from './frame-limits.ts';

const check = (text: string) => findExceededLimit(Buffer.from(text));
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const list = (length: number) => `[${Array.from({ length }, () => '0').join(',')}]`;

it('counts values and how deep they are, not what stands in texts', () => {
  expect(check('')).toBeUndefined();
  expect(check(list(agentLimits.maxFrameValues - 1))).toBeUndefined();
  expect(check(list(agentLimits.maxFrameValues + 1))).toBe('A message may have at most 20,000 values.');
  expect(check(`{"a":${'[],'.repeat(agentLimits.maxFrameValues)}0}`)).toBe('A message may have at most 20,000 values.');
  expect(check(JSON.stringify({ text: `${',[{'.repeat(50_000)}\\` }))).toBeUndefined();
  expect(check(JSON.stringify({ text: '"\\",'.repeat(30_000), other: '\\\\' }))).toBeUndefined();
});

it('refuses what is nested too deep, also where it never ends', () => {
  expect(check(nested(agentLimits.maxFrameDepth))).toBeUndefined();
  expect(check(nested(agentLimits.maxFrameDepth + 1))).toBe('A message may be nested at most 16 deep.');
  expect(check('{"a":'.repeat(100_000))).toBe('A message may be nested at most 16 deep.');
  expect(check(`"${'\\'.repeat(200_000)}`)).toBeUndefined();
});
