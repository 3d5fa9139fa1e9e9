import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { judgePages, judgeProcesses, judgeReplies, judgeWrites } from './judge.mjs';
import { judgeInjections } from './kinds/system-calls.mjs';
import { hasSince } from './machines/pages.mjs';
import { faultsReport } from './report.mjs';
import { runFault } from './run-faults.mjs';
import { writes } from './writes.mjs';

/** @param {number} n @param {number} status @param {number} [at] */
const sent = (n, status, at = 0) => ({ write: 'note', n, status, text: '', startedAt: at, endedAt: at + 1 });

it('counts what was acknowledged and is gone, and forgives what was not', () => {
  const writes = [sent(1, 200), sent(2, 503), sent(3, 200), sent(4, 0)];
  expect(judgeWrites('note', writes, [1, 3])).toEqual({ lost: 0, violations: [] });
  expect(judgeWrites('note', writes, [1, 2, 3, 4])).toEqual({ lost: 0, violations: [] });
  expect(judgeWrites('note', writes, [1, 2])).toEqual({ lost: 1, violations: ['note: acknowledged and lost: 3'] });
});

it('finds what is there twice, was never sent, or is out of order', () => {
  const writes = [sent(1, 200), sent(2, 200), sent(3, 200)];
  expect(judgeWrites('command', writes, [1, 2, 2, 3]).violations).toEqual(['command: there twice: 2']);
  expect(judgeWrites('note', writes, [1, 2, 3, 9]).violations).toEqual(['note: there and never sent: 9']);
  expect(judgeWrites('event', writes, [2, 1, 3], { isOrdered: true }).violations).toEqual([
    'event: not in order: 2, 1, 3',
  ]);
});

it('wants the last acknowledged one, or a later one, of writes that replace each other', () => {
  const writes = [sent(1, 200), sent(2, 200), sent(3, 0)];
  const rules = { isLatestOnly: true };
  expect(judgeWrites('database', writes, [2], rules).lost).toBe(0);
  expect(judgeWrites('database', writes, [3], rules).lost).toBe(0);
  expect(judgeWrites('database', writes, [1], rules).lost).toBe(1);
});

it('accepts refusals for a missing part only while it is missing, and a 500 never', () => {
  const fault = { from: 10, to: 20 };
  expect(judgeReplies([sent(1, 200), sent(2, 503, 12), sent(3, 0, 15), sent(4, 507, 20)], fault)).toEqual([]);
  expect(judgeReplies([sent(1, 503, 5)], fault)).toEqual(['unexpected reply, 1 ×: note: 503 ']);
  expect(judgeReplies([sent(1, 0, 25), sent(2, 0, 26)], fault)).toEqual(['unexpected reply, 2 ×: note: 0 ']);
  expect(judgeReplies([sent(1, 500, 15)], fault)).toEqual(['unexpected reply, 1 ×: note: 500 ']);
  expect(judgeReplies([sent(1, 401, 15)], fault)).toEqual(['unexpected reply, 1 ×: note: 401 ']);
});

it('accepts no refusal where nothing is ever missing', () => {
  expect(judgeReplies([sent(1, 200), sent(2, 503, 12)])).toEqual(['unexpected reply, 1 ×: note: 503 ']);
});

it('wants every page right in time, after every moment', () => {
  expect(judgePages([[900, 5_000]], 5_000)).toEqual({ note: 'pages right after 0.9, 5.0 s', violations: [] });
  const note = 'pages right after 0.9; 5.1, never s';
  const violations = [`2 pages were not right within 5 s: ${note}`];
  expect(judgePages([[900], [5_100, Number.POSITIVE_INFINITY]], 5_000)).toEqual({ note, violations });
});

it('stops the load where a fault cannot be caused', async () => {
  const databases = fs.mkdtempSync(path.join(os.tmpdir(), 'faults-'));
  onTestFinished(() => fs.rmSync(databases, { recursive: true }));
  const client = { send: async () => ({ status: 200, text: '' }), read: async () => undefined };
  const playerId = '76561190000000955';
  const session = /** @type {any} */ ({
    product: { processes: () => ({}) },
    clients: { admin: client, owner: client, member: client },
    world: { survivors: async () => [{ playerId }], say: async () => undefined },
    scene: { databases, pauseMs: 1, serverId: 'a', chatServerId: 'b', playerId },
  });
  /** @type {import('vitest').MockInstance | undefined} */
  let stopped;
  const inject = async (/** @type {any} */ { load }) => {
    stopped = vi.spyOn(load, 'stop');
    throw new Error('It cannot be killed.');
  };
  await expect(runFault('kill', { name: 'kill', inject }, session, 'm')).rejects.toThrow('It cannot be killed.');
  expect(stopped).toHaveBeenCalledOnce();
});

const files = (/** @type {number[]} */ ...n) => new Map(n.map((one) => [`id ${one}`, `m ${one} end.txt`]));

it('takes for new contents only what was sent after the fault and acknowledged', () => {
  const load = /** @type {any} */ ({ sent: [sent(1, 200, 5), sent(2, 200, 15), sent(3, 503, 16)] });
  for (const one of load.sent) one.write = 'file';
  const isNew = (/** @type {Map<string, string>} */ found) =>
    hasSince({ chat: new Map([['1', 'm 2 end']]), files: found }, { load, mark: 'm', from: 10 });
  expect([isNew(files()), isNew(files(1, 3)), isNew(files(1, 2))]).toEqual([false, false, true]);
});

it('notices a chat message that reaches the game twice', async () => {
  const received = ['ServerChat m 1 end', 'ServerChat m 2 end', 'ServerChat m 1 end'];
  const context = /** @type {any} */ ({ mark: 'm', world: { received: async () => received } });
  expect(await writes.chat.findFaults(context)).toEqual(['twice in the game: 1']);
});

it('notices processes that exit by themselves or do not come back', () => {
  const before = { portal: 1, agent: 2, database: 3 };
  expect(judgeProcesses(before, { portal: 9, agent: 2, database: 3 }, ['portal'])).toEqual([]);
  expect(judgeProcesses(before, { portal: 9, agent: 2 }, ['portal'])).toEqual(['database is not running']);
  expect(judgeProcesses(before, { portal: 1, agent: 8, database: 3 }, [])).toEqual([
    'agent has exited and was started again',
  ]);
});

it('accepts no fault of a system call that never happened', () => {
  const log = '12 fsync(21) = -1 EIO (Input/output error) (INJECTED)\n12 fsync(21) = 0\n';
  expect(judgeInjections('portal', 'fsync', log)).toEqual({ note: '1 ×', violations: [] });
  const violations = ['no fsync of the portal has failed'];
  expect(judgeInjections('portal', 'fsync', '12 fsync(21) = 0\n')).toEqual({ note: '0 ×', violations });
});

const result = {
  kind: 'kill',
  name: 'kill -9 portal',
  note: '',
  skipped: false,
  replies: 20,
  refused: 3,
  acknowledged: 10,
  lost: 1,
  againMs: { write: 2_340, command: Number.POSITIVE_INFINITY },
  violations: ['note: acknowledged and lost: 3'],
};

it('reports each fault as a row, and what did not hold below', () => {
  const report = faultsReport([result], 7);
  expect(report).toMatch(/\| kill +\| kill -9 portal \| VIOLATED \| 20 +\| 3 +\| 10 +\| 1 +\| 2\.3 s +\| never/);
  expect(report).toContain('kill, kill -9 portal:\n  note: acknowledged and lost: 3');
  expect(report).toMatch(/10 acknowledged writes, 1 lost; seed 7$/);
});

it('ends its report with the kinds that were skipped', () => {
  const skip = (/** @type {string} */ kind, /** @type {string} */ note) => ({ ...result, kind, note, skipped: true });
  const results = [
    result,
    skip('drive', 'needs to be root'),
    skip('calls', 'needs strace'),
    skip('calls', 'needs strace'),
  ];
  expect(faultsReport(results, 7)).toMatch(/; seed 7\nskipped: drive \(needs to be root\), calls \(needs strace\)$/);
});
