import { roles, type ReplyInput } from '@tribehall/contract';
import { expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { openGame } from '../players/players.fixture.ts';
import { sendSave, survivor } from '../structures/structures.fixture.ts';
import { newcomer, peopleCalls, type Player } from './people.fixture.ts';

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });
const member = await createTestUser(app);
const { ask, read, setHistory } = peopleCalls(app, admin);

type Timeline = ReplyInput<'GET /ark/players/{playerId}/timeline'>;
type Person = ReplyInput<'GET /ark/players/{playerId}'>;

it('a person who is offline is not described on servers that keep their history to themselves', async () => {
  const nia = newcomer('Nia');
  const [open, hidden] = [await openGame(app), await openGame(app)];
  await setHistory(open, 'members');
  await open.online(nia);
  await open.online();
  await hidden.online({ ...nia, name: 'Secret Nia', survivor: 'Hidden' });
  expect(await read<Person>(member, nia)).toMatchObject({ name: 'Secret Nia' });
  await hidden.online();
  await sendSave(hidden.agent, { survivors: [survivor('88', { playerId: nia.id, name: 'Hidden', level: 42 })] });
  const seen = await read<Person>(member, nia);
  expect(seen).toMatchObject({ name: 'Nia', servers: [{ server: { id: open.id } }], names: [{ name: 'Nia' }] });
  expect(JSON.stringify(seen)).not.toMatch(/Secret|Hidden/);
  expect((await read<Person>(admin, nia)).servers).toHaveLength(2);
  // As if nobody knew them: the same reply, whatever is asked for.
  await setHistory(open, 'admins');
  const repliesFor = async (player: Player) => {
    const paths = ['', '/timeline', '/playtime', '/chat', '/mail'];
    const replies = await Promise.all(paths.map((path) => ask(member, player, path)));
    return replies.map(({ statusCode, body }) => [statusCode, body]);
  };
  expect(await repliesFor(nia)).toEqual(await repliesFor(newcomer('Nobody')));
  expect((await repliesFor(nia))[0]).toMatchObject([404, expect.stringContaining('NOT_FOUND')]);
});

it('a timeline has levels and species, and says whether a person or a creature is on the other side', async () => {
  const ina = newcomer('Ina');
  const game = await openGame(app);
  const player = { ...ina, level: 98 };
  const events = [
    ['was killed by a Rex - Lvl 50 ()!', { name: 'Rex', level: 50 }],
    [
      'was killed by Toothy - Lvl 280 (Wyvern) (Beta)!',
      { name: 'Toothy', level: 280, species: 'Wyvern', tribe: 'Beta' },
    ],
    ['was killed by Bob - Lvl 5 (Beta)!', { name: 'Bob', level: 5, tribe: 'Beta' }],
    ['was killed by Auto Turret!', { name: 'Auto Turret' }],
    // Someone without a tribe, or a creature: the game does not say.
    ['was killed by Eve - Lvl 5!', { name: 'Eve', level: 5 }],
  ] as const;
  for (const [text, other] of events) {
    const data = { kind: 'died' as const, text: `Ina - Lvl 98 (Alpha) ${text}`, player, other };
    await game.agent.sendEvents({ type: 'game.event', data, at: app.ctx.clock() });
    app.passMs(1);
  }
  const creature = { name: 'Rexy', level: 120, species: 'Rex' };
  const tamed = { kind: 'tamed', text: 'Ina Tamed a Rexy - Lvl 120 (Rex)!', player: ina, creature } as const;
  await game.agent.sendEvents({ type: 'game.event', data: tamed, at: app.ctx.clock() });
  const [newest, ...deaths] = (await read<Timeline>(admin, ina, '/timeline')).entries;
  expect(newest).toMatchObject({ kind: 'tamed', thing: 'Rex', creature, other: null });
  expect(deaths.every((entry) => entry.player?.level === 98)).toBe(true);
  expect(deaths.map(({ other }) => other).toReversed()).toEqual([
    { id: null, name: 'Rex', level: 50, kind: 'creature' },
    { id: null, name: 'Toothy', level: 280, kind: 'creature', species: 'Wyvern' },
    { id: null, name: 'Bob', level: 5, kind: 'player' },
    { id: null, name: 'Auto Turret' },
    { id: null, name: 'Eve', level: 5 },
  ]);
});
