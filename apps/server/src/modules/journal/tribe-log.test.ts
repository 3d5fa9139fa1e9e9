import { expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { alice, bob, openGame } from '../players/players.fixture.ts';
import { sendSave, survivor, tribe } from '../structures/structures.fixture.ts';

const app = await createTestApp();
const tribeId = 1_234_567_890;

async function rowsOf(serverId: string) {
  const { rows } = await app.ctx.db.execute(
    `select kind, player_id, player, thing, day, time, text from journal
     where server_id = '${serverId}' and is_tribe_log order by at, id`,
  );
  return rows;
}

const wall = "Annie demolished a 'Wall'!";
const live = {
  kind: 'demolished',
  text: wall,
  player: { name: 'Annie' },
  tribe: { id: String(tribeId), name: 'Alpha' },
  thing: 'Wall',
  day: 5,
  time: '12:00:00',
  isTribeLog: true,
} as const;

it('has each line of a tribe’s log once, whether it came live, in a save or in both', async () => {
  const game = await openGame(app);
  const members = [
    { arkId: '7', name: 'Annie' },
    { arkId: '8', name: 'Bobby' },
  ];
  const survivors = [survivor('7', { playerId: alice.id }), survivor('8', { playerId: bob.id })];
  await sendSave(game.agent, { survivors });
  await game.agent.sendEvents({ type: 'game.event', data: live, at: app.ctx.clock() });
  const log = [
    "Day 4, 08:00:00: Bobby demolished a 'Door'!",
    `Day 5, 12:00:00: ${wall}`,
    'Day 5, 12:30:00: Tribemember Bobby - Lvl 9 was killed!',
    'Day 6, 01:00:00: Etwas in einer anderen Sprache',
  ];
  await sendSave(game.agent, { tribes: [tribe(tribeId, { name: 'Alpha', members, log })] });
  const known = await rowsOf(game.id);
  expect(new Set(known.map(({ text }) => text))).toEqual(
    new Set([
      wall,
      "Bobby demolished a 'Door'!",
      'Tribemember Bobby - Lvl 9 was killed!',
      'Etwas in einer anderen Sprache',
    ]),
  );
  expect(known).toHaveLength(4);
  const of = (text: string) => known.find((row) => String(row['text']).includes(text));
  expect(of('Door')).toMatchObject({ kind: 'demolished', player_id: bob.id, thing: 'Door', day: 4, time: '08:00:00' });
  // The server's log has a line of its own for a death.
  expect(of('Tribemember')).toMatchObject({ kind: 'died', player_id: null, player: 'Bobby' });
  expect(of('Etwas')).toMatchObject({ kind: 'other', day: 6 });

  const later = [...log.slice(1), "Day 7, 02:00:00: Your 'Gate' was destroyed!"];
  for (const name of ['Alpha', 'Alpha again'])
    await sendSave(game.agent, { tribes: [tribe(tribeId, { name, members, log: later })] });
  const kinds = (await rowsOf(game.id)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'demolished')).toHaveLength(2);
  expect(kinds.filter((kind) => kind !== 'demolished')).toEqual(['died', 'other', 'lost']);
});

it('names nobody where two members have the same name', async () => {
  const game = await openGame(app);
  const members = ['7', '8'].map((arkId) => ({ arkId, name: 'Annie' }));
  await sendSave(game.agent, { survivors: [survivor('7', { playerId: alice.id })] });
  await sendSave(game.agent, { tribes: [tribe(tribeId, { members, log: [`Day 5, 12:00:00: ${wall}`] })] });
  expect(await rowsOf(game.id)).toMatchObject([{ kind: 'demolished', player_id: null, player: 'Annie' }]);
});
