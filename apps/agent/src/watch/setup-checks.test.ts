import fs from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { ServerConfig } from '../config/config.ts';
import type { RconStatus } from './state-watch.ts';
import { makeFolder } from '../testing/folder.fixture.ts';
import { createSetupChecks } from './setup-checks.ts';

type Given = Partial<ServerConfig> & { rconStatus?: RconStatus };

async function setUp({ rconStatus = { state: 'up' }, ...given }: Given = {}) {
  const onChange = vi.fn<() => void>();
  const checks = await createSetupChecks({
    config: { name: 'x', token: 'th_token-token', game: 'asa', rcon: { host: '10.0.0.1', port: 27_020 }, ...given },
    rcon: () => rconStatus,
    hasLog: () => false,
    onChange,
    timing: { missingMs: 10, foundMs: 10 },
  });
  onTestFinished(() => checks.stop());
  const problems = () => Object.fromEntries(checks.current().map(({ about, problem }) => [about, problem]));
  return { checks, problems, onChange };
}

function makeGame(head: string): string {
  const saved = makeFolder();
  for (const folder of ['Logs', 'SavedArks']) fs.mkdirSync(path.join(saved, folder));
  fs.writeFileSync(path.join(saved, 'Logs/ShooterGame.log'), 'Log file open\n');
  fs.writeFileSync(path.join(saved, 'SavedArks/TheIsland.ark'), head);
  return saved;
}

const sqlite = 'SQLite format 3\0 and more';

it('finds nothing wrong with a game that is set up, and says where it is', async () => {
  const folder = makeGame(sqlite);
  const { checks } = await setUp({ folder });
  expect(checks.current()).toEqual([
    { about: 'rcon', problem: null, detail: '10.0.0.1:27020' },
    { about: 'log', problem: null, detail: path.join(folder, 'Logs/ShooterGame.log') },
    { about: 'save', problem: null, detail: path.join(folder, 'SavedArks/TheIsland.ark') },
  ]);
});

const rconCases: [RconStatus, string][] = [
  [{ state: 'connecting' }, 'pending'],
  [{ state: 'refused', reason: 'The game server refused the RCON password.' }, 'passwordWrong'],
  [{ state: 'unreachable', reason: 'Nothing answers at this address (ECONNREFUSED).' }, 'unreachable'],
  [{ state: 'unreachable', reason: 'The program at this address does not speak RCON.' }, 'notRcon'],
];

it.each(rconCases)('RCON that is %j is %s', async (rconStatus, problem) => {
  const { problems, checks } = await setUp({ rconStatus });
  expect(problems()['rcon']).toBe(problem);
  expect(checks.current()[0]?.detail).toContain(rconStatus.reason ?? '10.0.0.1:27020');
});

it.each([
  ['asa', 'an Evolved save, which is no database'],
  ['ase', sqlite],
] as const)('finds that the save is not one of %s', async (game, head) => {
  const { problems } = await setUp({ game, folder: makeGame(head) });
  expect(problems()).toMatchObject({ log: null, save: 'wrongGame' });
});

it('distinguishes no folder, a missing one, an empty one, and one that may not be read', async () => {
  expect((await setUp()).problems()).toMatchObject({ log: 'noFolder', save: 'noFolder' });
  const folder = makeFolder();
  expect((await setUp({ folder })).problems()).toMatchObject({ log: 'missing', save: 'missing' });
  const gone = path.join(folder, 'nowhere');
  const { checks } = await setUp({ folder: gone });
  expect(checks.current().slice(1)).toEqual([
    { about: 'log', problem: 'folderMissing', detail: gone },
    { about: 'save', problem: 'folderMissing', detail: gone },
  ]);
});

// The administrator may read everything.
it.skipIf(process.getuid?.() === 0)('finds what it may not read', async () => {
  const folder = makeGame(sqlite);
  fs.chmodSync(path.join(folder, 'Logs/ShooterGame.log'), 0);
  fs.chmodSync(path.join(folder, 'SavedArks'), 0);
  expect((await setUp({ folder })).problems()).toMatchObject({ log: 'notReadable', save: 'notReadable' });
});

it('tells when something that was missing appears', async () => {
  const folder = makeFolder();
  const { problems, onChange } = await setUp({ folder });
  fs.mkdirSync(path.join(folder, 'Logs'));
  fs.writeFileSync(path.join(folder, 'Logs/ShooterGame.log'), 'Log file open\n');
  await vi.waitFor(() => expect(problems()).toMatchObject({ log: null, save: 'missing' }));
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledOnce());
});

it('describes a hostile path in one clean line', async () => {
  const { checks } = await setUp({ folder: '/tmp/a\u001b[31m\nb' });
  expect(checks.current()[1]).toEqual({ about: 'log', problem: 'folderMissing', detail: '/tmp/a b' });
});
