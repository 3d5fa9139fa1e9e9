import { parseLogFileLine } from '@tribehall/ark/logs/log-lines';
import { parseTribeLogLine } from '@tribehall/ark/logs/tribe-events';
import { expect, it } from 'vitest';
import { logLines, startServer } from '../simulated-server.fixture.ts';

/** What the agent reads from the log, line by line. */
const eventsOf = (lines: string[]) =>
  lines.flatMap((line) => parseLogFileLine(`[2026.09.13-18.48.40:782][696]${line}`) ?? []);

it.each(['ase', 'asa'] as const)('writes lines of %s that the agent reads as what they mean', async (game) => {
  const server = await startServer({ game, ...(game === 'ase' && { map: 'TheIsland' }) });
  const { playerId, arkId, tribe } = server.join({ name: 'Mira', level: 49, tribeName: 'Tidewatch' });
  server.tame(playerId, { name: 'Dodo', level: 10 });
  server.kill(playerId, { name: 'Allosaurus', level: 7 });
  const events = eventsOf(logLines(server));
  const dodo = { name: 'Dodo', level: 10, species: 'Dodo' };
  const killer = { name: 'Allosaurus', level: 7 };
  const inTribe = { tribe: 'Tidewatch', tribeId: String(tribe?.id) };
  expect(events.slice(-5)).toMatchObject([
    { kind: 'joined-tribe', survivor: 'Mira', arkId: String(arkId), ...inTribe },
    { kind: 'tamed', survivor: 'Mira', tribe: 'Tidewatch', creature: dodo },
    { kind: 'tribe', ...inTribe, event: { kind: 'tamed', creature: dodo, by: 'Mira' } },
    { kind: 'killed', victim: 'Mira', tribe: 'Tidewatch', by: killer },
    { kind: 'killed', victim: 'Mira', ...inTribe, by: killer },
  ]);
  expect(tribe?.log.map((line) => parseTribeLogLine(line)?.event.kind)).toEqual([
    'member-added',
    'tamed',
    'member-killed',
  ]);
});

it.each(['ase', 'asa'] as const)('writes a fight of two players in %s as both sides see it', async (game) => {
  const server = await startServer({ game, ...(game === 'ase' && { map: 'TheIsland' }) });
  const mira = server.join({ name: 'Mira', level: 49, tribeName: 'Tidewatch' });
  const bram = server.join({ name: 'Bram', level: 98, tribeName: 'Ironroot' });
  server.kill(mira.playerId, bram.playerId);
  const lines = logLines(server);
  const events = eventsOf(lines);
  expect(events.slice(-3)).toMatchObject([
    { kind: 'killed', victim: 'Mira', tribe: 'Tidewatch', by: { name: 'Bram', level: 98, tribe: 'Ironroot' } },
    { kind: 'killed', victim: 'Mira', tribeId: String(mira.tribe?.id), by: { name: 'Bram', tribe: 'Ironroot' } },
    { kind: 'tribe', tribe: 'Ironroot', event: { kind: 'enemy-killed' } },
  ]);
  const isNumbered = lines.some((line) => line.endsWith(`! [KillerSID: ${bram.arkId}]`));
  expect(isNumbered).toBe(game === 'asa');
  expect(() => server.kill(mira.playerId, 'nobody')).toThrow('Nobody with this id');
});

it('leaves the lines of tribes out of the log where the setting is off', async () => {
  const server = await startServer({ switches: { tribeLinesInLog: false } });
  const { playerId, tribe } = server.join({ tribeName: 'Tidewatch' });
  server.kill(playerId);
  expect(eventsOf(logLines(server)).map(({ kind }) => kind)).not.toContain('tribe');
  expect(tribe?.log).toHaveLength(2);
});
