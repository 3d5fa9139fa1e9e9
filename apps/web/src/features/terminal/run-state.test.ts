import { describe, expect, it } from 'vitest';
import { idle, isBusy, reduceRun, type RunEvent } from './run-state.ts';

const sent: RunEvent = { type: 'sent', command: 'ls', at: 5 };
const started: RunEvent = { type: 'started', id: 'r1' };
const after = (...events: RunEvent[]) => events.reduce(reduceRun, idle);

describe('a run', () => {
  it('starts, runs, is stopped and ends', () => {
    expect(after(sent)).toEqual({ phase: 'starting', command: 'ls', startedAt: 5 });
    expect(after(sent, started)).toEqual({ phase: 'running', command: 'ls', startedAt: 5, id: 'r1' });
    expect(after(sent, started, { type: 'stopping' })).toMatchObject({ phase: 'stopping', id: 'r1' });
    expect(after(sent, started, { type: 'stopping' }, { type: 'ended' })).toBe(idle);
  });

  it('waits for the password with its command, and starts again with it', () => {
    const waiting = after(sent, { type: 'refused' });
    expect(waiting).toEqual({ phase: 'confirming', command: 'ls' });
    expect(isBusy(waiting)).toBe(false);
    expect(reduceRun(waiting, { ...sent, at: 9 })).toMatchObject({ phase: 'starting', startedAt: 9 });
  });

  it('takes no notice of what comes too late', () => {
    expect(reduceRun(idle, started)).toBe(idle);
    expect(reduceRun(idle, { type: 'stopping' })).toBe(idle);
    expect(after(sent, { type: 'refused' }, started)).toMatchObject({ phase: 'confirming' });
  });
});
