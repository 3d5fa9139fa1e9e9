import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../paths.mjs';
import { findSlowPatterns } from './find-slow-patterns.mjs';
import { findSlowParts } from './slow-pattern.mjs';

/** @param {string} source @param {import('./find-slow-patterns.mjs').PatternException[]} [exceptions] */
const check = (source, exceptions = []) => findSlowPatterns([['apps/a.ts', source]], exceptions);

/** CPU time. @param {RegExp} pattern @param {string} text */
function seconds(pattern, text) {
  const before = process.cpuUsage();
  pattern.test(text);
  return process.cpuUsage(before).user / 1e6;
}

describe('a pattern that takes more than linear time', () => {
  it.each([
    ['one character that the search meets again', /[\r\n]+$/, 'tried again'],
    ['one that a group repeats', /(?:[\r\n])+$/, 'tried again'],
    ['several characters that the search meets again', /<\/([^:>]+):\d+>/, 'tried again'],
    ['a rest of the line that has to end the text', /; please report.*$/, 'tried again'],
    ['lines that are blank', /^\s+at /m, 'tried again'],
    ['a bound that is no bound for a short text', /[\r\n]{1,4000}$/, 'tried again'],
    ['two repetitions of the same', /^\d+\d+x$/, 'backtracks'],
    ['a repetition of a repetition', /^(?:a+)+$/, 'backtracks'],
    ['what stands behind', /(?<=[a-z][^a-z]*)\]/, 'tried again'],
  ])('is found: %s', (_, pattern, reason) => {
    expect(findSlowParts(pattern.source, pattern.flags).join()).toContain(reason);
  });

  it.each([
    ['anchored', /^[\r\n]+$/],
    ['sticky', /[\r\n]+$/y],
    ['nothing after it can fail', /a[^b]*/g],
    ['it ends where the match could begin again', /<\/([^:<>]+):\d+>/],
    ['it takes all there is', /x[^]*$/],
    ['it takes the rest of the line', /x.*$/m],
    ['few', /\s{0,3}:/],
    ['lines of digits', /^\d+:$/m],
  ])('is not seen where there is none: %s', (_, pattern) => {
    expect(findSlowParts(pattern.source, pattern.flags)).toEqual([]);
  });

  it('really takes that long, and what is not reported does not', () => {
    const [short, long] = ['\n'.repeat(2_000), '\n'.repeat(8_000)].map((lines) => `${lines}x`);
    expect(seconds(/[\r\n]+$/, long ?? '')).toBeGreaterThan(4 * seconds(/[\r\n]+$/, short ?? ''));
    expect(seconds(/[\r\n]+/, long ?? '')).toBeLessThan(seconds(/[\r\n]+$/, short ?? ''));
  });
});

describe('the check of a file', () => {
  it('names the line, the pattern and what to do', () => {
    const [fault, ...others] = check("const a = 1;\nexport const cut = (s: string) => s.replace(/[\\r\\n]+$/, '');\n");
    expect(fault).toMatch(/^apps\/a\.ts:2 \/\[\\r\\n\]\+\$\/ takes more than linear time: .+ Write it as a loop/);
    expect(others).toEqual([]);
  });

  it('reads patterns that are put together in the file', () => {
    expect(check("const end = '$';\nnew RegExp(`\\\\s+${end}`);")).toHaveLength(1);
    expect(check("const end = '$';\nRegExp(['^', String.raw`\\s+`, end].join(''), 'g');")).toEqual([]);
    expect(check("const a = /b+/;\nnew RegExp(a.source, 'y'); new RegExp(a, 'g');")).toEqual([]);
  });

  it('refuses one that is not known before it runs, or cannot be read', () => {
    expect(check('export const find = (word: string) => new RegExp(word);')[0]).toContain(
      'is not known before it runs',
    );
    expect(check("new RegExp('(');")[0]).toContain('cannot be read');
  });

  it('leaves out exceptions, and wants those gone that are not needed', () => {
    const exception = { file: 'apps/a.ts', code: '/\\s+$/', reason: 'short texts' };
    expect(check('/\\s+$/.test(a);', [exception])).toEqual([]);
    expect(check('a.trim();', [exception])).toEqual(['apps/a.ts has no /\\s+$/ any more: remove the exception.']);
  });
});

it('no pattern of the product takes more than linear time', () => {
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'tooling/patterns.mjs')], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
}, 120_000);
