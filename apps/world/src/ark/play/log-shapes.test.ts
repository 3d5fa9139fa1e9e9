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

it('leaves the lines of tribes out of the log where the setting is off', async () => {
  const server = await startServer({ switches: { tribeLinesInLog: false } });
  const { playerId, tribe } = server.join({ tribeName: 'Tidewatch' });
  server.kill(playerId);
  expect(eventsOf(logLines(server)).map(({ kind }) => kind)).not.toContain('tribe');
  expect(tribe?.log).toHaveLength(2);
});
