import { describe, expect, it } from 'vitest';
import { echoLine, endText } from './terminal-runs.ts';

describe('the end of a run in words', () => {
  it.each([
    [{ code: 0, endedBy: 'itself' as const }, 'Exit code 0.'],
    [{ code: 2, endedBy: 'itself' as const }, 'Exit code 2.'],
    [{ code: null, endedBy: 'itself' as const }, 'Ended by a signal.'],
    [{ code: null, endedBy: 'stopped' as const }, 'Stopped.'],
    [{ code: null, endedBy: 'timeout' as const }, 'Ended: it ran longer than allowed.'],
    [{ code: null, endedBy: 'itself' as const, message: 'No such program.' }, 'No such program.'],
  ])('%o', (end, text) => {
    expect(endText({ cwd: '/', ...end })).toBe(text);
  });
});

describe('the echo', () => {
  it('shows directory and command, and lets neither control the terminal', () => {
    const line = echoLine('me@host:/tmp/\x1b]0;x\x07', 'cat a\u202eb');
    expect(line).toContain('me@host:/tmp/‹U+001B›]0;x‹U+0007›$');
    expect(line).toContain('cat a‹U+202E›b\n');
  });
});
