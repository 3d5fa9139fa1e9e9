import { roles } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { createTestUser } from '../../testing/test-users.ts';
import { bob, hostile, linkCharacter, openGame } from '../players/players.fixture.ts';
import { sendSave, survivor } from '../structures/structures.fixture.ts';
import { createNotesTest } from './notes.fixture.ts';

const { add, app, ask, auditAbout, edit, flag, meet, newcomer, notesOf, olive, omar } = await createNotesTest();

const maxNotes = 200;

describe('notes about a player', () => {
  it('have their authors, the newest first, and every text they ever had', async () => {
    const { player } = await meet('Ann');
    const first = await add(olive, player, '  Says her brother plays too. \n Ask before banning. ');
    expect(first).toMatchObject({ text: 'Says her brother plays too. \n Ask before banning.', author: olive.username });
    app.passMs(1000);
    await add(omar, player, 'Second');
    app.passMs(1000);
    const edited = await edit(omar, player, first, 'Her brother is Ben.');
    app.passMs(1000);
    await edit(olive, player, first, 'Her brother is Ben of Alpha.');
    expect(await notesOf(player)).toMatchObject({
      notes: [
        { text: 'Second', author: omar.username, edited: null, versions: [] },
        {
          text: 'Her brother is Ben of Alpha.',
          author: olive.username,
          createdAt: first.createdAt,
          edited: { by: olive.username },
          versions: [
            { text: 'Her brother is Ben.', author: omar.username, at: edited.edited?.at },
            { text: first.text, author: olive.username, at: first.createdAt },
          ],
        },
      ],
    });
  });

  it('lose no text when two Admins edit at once, and have no version where nothing changed', async () => {
    const { player } = await meet('Bea');
    const note = await add(olive, player, 'before');
    await edit(olive, player, note, ' before ');
    expect((await notesOf(player)).notes).toMatchObject([{ edited: null, versions: [] }]);
    const texts = Array.from({ length: 8 }, (_, n) => `edit ${n}`);
    await Promise.all(texts.map((text, n) => edit(n % 2 === 0 ? olive : omar, player, note, text)));
    const [now] = (await notesOf(player)).notes;
    const all = [now?.text ?? '', ...(now?.versions.map(({ text }) => text) ?? [])];
    expect(all.toSorted()).toEqual(['before', ...texts]);
    expect(all.at(-1)).toBe('before');
    const written = [now?.edited?.at ?? '', ...(now?.versions.map(({ at }) => at) ?? [])];
    expect(written).toEqual([...new Set(written)].toSorted().toReversed());
  });

  it('are removed and restored with their history', async () => {
    const { player } = await meet('Cyd');
    const note = await add(olive, player, 'one');
    await edit(olive, player, note, 'two');
    const path = `${player.id}/notes/${note.id}`;
    expect((await ask(omar, 'DELETE', path)).status).toBe(200);
    expect((await notesOf(player)).notes).toEqual([]);
    expect((await ask(omar, 'DELETE', path)).status).toBe(404);
    expect((await ask(omar, 'PUT', path, { text: 'three' })).status).toBe(404);
    const restored = await ask(olive, 'POST', `${path}/restore`);
    expect(restored).toMatchObject({ status: 200, data: { text: 'two', versions: [{ text: 'one' }] } });
    expect((await ask(olive, 'POST', `${path}/restore`)).status).toBe(200);
    expect((await notesOf(player)).notes).toEqual([restored.data]);
  });

  it('are in the audit with the player, without their text', async () => {
    const { player } = await meet('Dot');
    const note = await add(olive, player, 'a secret');
    await edit(omar, player, note, 'another secret');
    await edit(omar, player, note, 'another secret');
    await ask(olive, 'DELETE', `${player.id}/notes/${note.id}`);
    for (const _ of [1, 2]) await ask(olive, 'POST', `${player.id}/notes/${note.id}/restore`);
    const entries = await auditAbout(player);
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['notes.add', olive.username],
      ['notes.edit', omar.username],
      ['notes.remove', olive.username],
      ['notes.restore', olive.username],
    ]);
    for (const { target, details } of entries)
      expect({ target, details }).toEqual({ target: 'Dot', details: { playerId: player.id, noteId: note.id } });
  });

  it('are two hundred at most, however many are added or restored at once', async () => {
    const { player } = await meet('Eli');
    const first = await add(olive, player, 'first');
    const others = Array.from({ length: maxNotes - 2 }, (_, n) => n);
    for (const n of others) await add(olive, player, `note ${n}`);
    const racing = await Promise.all([1, 2, 3].map((n) => ask(omar, 'POST', `${player.id}/notes`, { text: `${n}` })));
    expect(racing.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(racing.find(({ status }) => status === 409)?.error).toContain('already 200 notes');
    await ask(omar, 'DELETE', `${player.id}/notes/${first.id}`);
    await add(olive, player, 'in its place');
    expect((await ask(omar, 'POST', `${player.id}/notes/${first.id}/restore`)).status).toBe(409);
    expect((await notesOf(player)).notes).toHaveLength(maxNotes);
  });

  it('are edited fifty times at most', async () => {
    const { player } = await meet('Fay');
    const note = await add(olive, player, 'text 0');
    for (let n = 1; n <= 50; n += 1) await edit(olive, player, note, `text ${n}`);
    const more = await ask(olive, 'PUT', `${player.id}/notes/${note.id}`, { text: 'text 51' });
    expect(more).toMatchObject({ status: 409, error: expect.stringContaining('edited 50 times') as string });
    expect((await notesOf(player)).notes).toMatchObject([{ text: 'text 50' }]);
  });

  it.each([
    ['no text', ''],
    ['white space', ' \n '],
    ['invisible characters', '\u200b'],
    ['NUL', 'a\0b'],
    ['half a character', 'a\ud800b'],
    ['more than 4,000 characters', 'x'.repeat(4001)],
    ['a number', 7],
  ])('refuse %s', async (_, text) => {
    const { player } = await meet('Gil');
    const note = await add(olive, player, 'fine');
    const refusal = { status: 400, details: { fields: [{ field: 'text' }] } };
    expect(await ask(olive, 'POST', `${player.id}/notes`, { text })).toMatchObject(refusal);
    expect(await ask(olive, 'PUT', `${player.id}/notes/${note.id}`, { text })).toMatchObject(refusal);
  });

  it('keep hostile text as it is, also about someone with a hostile name', async () => {
    await openGame(app, { players: [hostile] });
    const text = `<img src=x onerror=alert(1)>\u202e '; drop table player_notes; -- 🦖\n\u0007${'y'.repeat(3900)}`;
    await add(olive, hostile, text);
    expect((await notesOf(hostile)).notes).toMatchObject([{ text }]);
    expect((await auditAbout(hostile))[0]?.target).toBe(hostile.name);
  });

  it('are not found through another player', async () => {
    const [{ player }, { player: other }] = [await meet('Hal'), await meet('Ida')];
    const note = await add(olive, player, 'mine');
    const path = `${other.id}/notes/${note.id}`;
    expect((await ask(olive, 'PUT', path, { text: 'x' })).status).toBe(404);
    expect((await ask(olive, 'DELETE', path)).status).toBe(404);
    expect((await ask(olive, 'POST', `${path}/restore`)).status).toBe(404);
  });

  it('are about whom the portal knows: seen on a server, or in a save', async () => {
    const saved = newcomer('Jo');
    expect((await ask(olive, 'GET', `${saved.id}/notes`)).status).toBe(404);
    expect((await ask(olive, 'POST', `${saved.id}/notes`, { text: 'x' })).status).toBe(404);
    expect((await flag(olive, saved, { watch: true })).status).toBe(404);
    expect((await ask(olive, 'GET', 'nobody/notes')).status).toBe(400);
    const game = await openGame(app);
    await sendSave(game.agent, { survivors: [survivor('88', { playerId: saved.id, name: 'Johanna' })] });
    await add(olive, saved, 'Only in the save');
    expect(await auditAbout(saved)).toMatchObject([{ target: 'Johanna' }]);
  });
});

describe('flags of a player', () => {
  it('are set and cleared one by one, with who did it, and leave an entry only where something changed', async () => {
    const { player } = await meet('Kit');
    await flag(olive, player, { watch: true });
    expect(await flag(omar, player, { trusted: true })).toMatchObject({
      data: {
        flags: [
          { flag: 'watch', setBy: olive.username },
          { flag: 'trusted', setBy: omar.username },
        ],
      },
    });
    await flag(omar, player, { watch: true });
    await flag(omar, player, {});
    expect((await notesOf(player)).flags[0]).toMatchObject({ flag: 'watch', setBy: olive.username });
    await flag(omar, player, { watch: false });
    expect((await notesOf(player)).flags.map((row) => row.flag)).toEqual(['trusted']);
    expect((await auditAbout(player)).map(({ action, target, details }) => [action, target, details])).toEqual([
      ['players.flags', 'Kit', { playerId: player.id, set: ['watch'], cleared: [] }],
      ['players.flags', 'Kit', { playerId: player.id, set: ['trusted'], cleared: [] }],
      ['players.flags', 'Kit', { playerId: player.id, set: [], cleared: ['watch'] }],
    ]);
    expect((await flag(olive, player, { watch: 'yes' })).status).toBe(400);
  });
});

it('is all for Admins alone: neither members nor admins of the server have any of it', async () => {
  const { player, game } = await meet('Lou');
  const note = await add(olive, player, 'private');
  const [member, operator, self] = [await createTestUser(app), await createTestUser(app), await createTestUser(app)];
  await linkCharacter(app, operator, { serverId: game.id, playerId: bob.id, isAdmin: true });
  await linkCharacter(app, self, { serverId: game.id, playerId: player.id });
  for (const user of [member, operator, self]) {
    const replies = [
      await ask(user, 'GET', `${player.id}/notes`),
      await ask(user, 'POST', `${player.id}/notes`, { text: 'x' }),
      await ask(user, 'PUT', `${player.id}/notes/${note.id}`, { text: 'x' }),
      await ask(user, 'DELETE', `${player.id}/notes/${note.id}`),
      await ask(user, 'POST', `${player.id}/notes/${note.id}/restore`),
      await flag(user, player, { watch: true }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    const stream = await app.http.inject({ url: '/api/events?topics=players.watched', headers: user.headers });
    expect(stream.statusCode).toBe(403);
  }
  const owner = await createTestUser(app, { roles: [roles.Owner] });
  expect((await ask(owner, 'GET', `${player.id}/notes`)).status).toBe(200);
});
