import { readLogLine, type LogLine } from '@tribehall/ark/logs/log-lines';
import { readRealLines } from '@tribehall/ark/testing/real-lines';
import { describe, expect, it } from 'vitest';
import { draftProblem, type Draft } from '../../outbox/draft.ts';
import { createIdentities } from '../players/identities.ts';
import { createGameEventIntake } from './game-event-intake.ts';
import { createGameEvents } from './game-events.ts';

const annie = { id: '76561197991984752', name: 'Ann' };
const bob = { id: '76561197991984753', name: 'Bob' };

const redact = (text: string) => text.replaceAll('hunter2', '[redacted]');

function setUp() {
  const identities = createIdentities({
    isAsciiOnly: false,
    profiles: undefined,
    memory: { recall: () => undefined, store: () => undefined },
  });
  identities.setOnline([annie, bob]);
  for (const line of ['Ann (Annie): hi', 'Bob (Bobby): hi']) identities.learn(lineOf(line).fact);
  return createGameEvents({ identities, redactor: { redact } });
}

function lineOf(text: string): LogLine {
  const line = readLogLine(text);
  if (!line) throw new Error(`Not understood: ${text}`);
  return line;
}

const stamped = (text: string) => `[2026.09.13-18.48.40:782][696]2026.09.13_18.48.40: ${text}`;
const eventOf = (text: string) => setUp()(lineOf(stamped(text)))?.data;

describe('a line of the log', () => {
  it.each<[string, object]>([
    [
      'Annie - Lvl 98 (Alpha) was killed by Bobby - Lvl 105 (Beta)! [KillerSID: 390821743]',
      {
        kind: 'died',
        player: { id: annie.id, name: 'Annie', level: 98 },
        tribe: { name: 'Alpha' },
        other: { playerId: bob.id, name: 'Bobby', level: 105, tribe: 'Beta' },
      },
    ],
    [
      'Annie - Lvl 98 (Alpha) was killed by a Rex - Lvl 105 ()!',
      { kind: 'died', player: { id: annie.id }, other: { name: 'Rex', level: 105 } },
    ],
    [
      'Annie of Tribe Alpha Tamed a Dodo - Lvl 10 (Dodo)!',
      { kind: 'tamed', player: { id: annie.id }, tribe: { name: 'Alpha' }, creature: { species: 'Dodo', level: 10 } },
    ],
    [
      'Tribe Alpha, ID 123: Day 5, 12:34:56: <RichColor Color="1, 1, 0, 1">Annie demolished a \'Wood Wall\'!</>)',
      {
        kind: 'demolished',
        text: "Annie demolished a 'Wood Wall'!",
        player: { id: annie.id, name: 'Annie' },
        tribe: { id: '123', name: 'Alpha' },
        thing: 'Wood Wall',
        day: 5,
        time: '12:34:56',
        isTribeLog: true,
      },
    ],
    [
      'Player Annie with ID 11 joined tribe Alpha with ID 5 Invited by Player Bobby with ID 7.',
      {
        kind: 'tribe-joined',
        player: { id: annie.id, arkId: '11' },
        tribe: { id: '5' },
        other: { playerId: bob.id, name: 'Bobby' },
      },
    ],
    [
      `AdminCmd: enablecheats hunter2 (PlayerName: Ann, ARKID: 11, SteamID: ${annie.id})`,
      { kind: 'admin-command', player: { id: annie.id, name: 'Ann' }, thing: 'enablecheats [redacted]' },
    ],
    ['Ann joined this ARK!', { kind: 'joined', player: annie }],
    ['World Save Complete. Took: 0.57', { kind: 'saved' }],
    ['Annie wurde von Bobby getötet!', { kind: 'other', text: 'Annie wurde von Bobby getötet!' }],
  ])('%s', (text, expected) => {
    expect(eventOf(text)).toMatchObject(expected);
  });

  it("of a tribe's log that repeats the server's is nobody's event but the tribe's", () => {
    const line = 'Tribe Alpha, ID 123: Day 5, 12:34:56: Tribemember Annie - Lvl 9 was killed by Bobby - Lvl 5 (Beta)!)';
    const event = eventOf(line);
    expect(event).toMatchObject({ kind: 'died', day: 5, isTribeLog: true });
    expect(JSON.stringify(event)).not.toMatch(new RegExp(`${annie.id}|${bob.id}`));
  });

  it('has no secrets, and nothing that the portal would reject', () => {
    const long = 'x'.repeat(5_000);
    for (const text of [`${long} hunter2`, `${long} - Lvl 9 (${long}) was killed!`, 'a\u0007b hunter2']) {
      const draft = setUp()(lineOf(stamped(text)));
      expect(draft && draftProblem(draft)).toBeUndefined();
      expect(JSON.stringify(draft)).not.toContain('hunter2');
    }
  });
});

it('makes an event of every real line of the game, except chat and what the engine says', () => {
  const toDraft = setUp();
  const silent = new Set(['chat', 'server-said', 'version', 'saving', 'file-opened', 'engine']);
  const problems: string[] = [];
  const counts = { events: 0, silent: 0 };
  for (const { kind, line } of readRealLines('server-log')) {
    // The file has the time of the engine before each line; in the samples it was cut.
    const read = readLogLine(`[2024.09.06-02.15.35:123][ 12]${line}`);
    const draft = read && toDraft(read);
    if (silent.has(kind)) counts.silent += 1;
    else if (draft) counts.events += 1;
    if (silent.has(kind) === (draft !== undefined)) problems.push(`${kind}: ${line}`);
    const problem = draft && draftProblem(draft);
    if (problem) problems.push(`${problem}: ${line}`);
    if (draft?.type === 'game.event' && kind !== 'unknown' && !kind.endsWith(' unknown') && draft.data.kind === 'other')
      problems.push(`lost its kind ${kind}: ${line}`);
  }
  expect(problems).toEqual([]);
  expect(counts.events).toBeGreaterThan(1_400);
});

it('takes each line once from two sources, also where the same happens twice in a second', () => {
  const events = createGameEventIntake(({ text }): Draft => ({ type: 'game.event', data: { kind: 'other', text } }));
  const lines = ['one happened', 'two happened', 'two happened'].map((text) => lineOf(stamped(text)));
  const fromRcon = events.fromRcon(lines.slice(0, 2));
  const fromLog = lines.flatMap((line) => events.fromLog(line));
  const texts = [fromRcon, fromLog].map((drafts) => drafts.map(({ data }) => (data as { text: string }).text));
  expect(texts).toEqual([['one happened', 'two happened'], ['two happened']]);
});
