import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { addTestFile } from '../files/files.fixture.ts';
import { linkCharacter, openGame } from '../players/players.fixture.ts';
import { openServer, sendSave, survivor, tribe } from '../structures/structures.fixture.ts';
import { idOf, newcomer, startSearchTest } from './search.fixture.ts';

const { app, folder, admin, owner, member, search, players, names, openLeft, openHistory } = await startSearchTest();

const tribesOf = async (user: TestUser) => (await search(user, 'wolfpack')).tribes.map(({ name }) => name).toSorted();

/** Two tribes, and a survivor of the first. */
const packs = (n: number) => ({
  tribes: [
    tribe(n, { name: `Wolfpack ${n}`, members: [{ arkId: '5', name: 'Listed' }] }),
    tribe(n + 1, { name: `Wolfpack ${n + 1}` }),
  ],
  survivors: [survivor('6', { playerId: idOf(9_000_000 + n), teamId: n, name: `Naming ${n}` })],
});

const notesOf = async (user: TestUser) => {
  const { files, databases } = await search(user, 'MAPNOTES');
  return [files.map(({ name }) => name), databases.map(({ file }) => file)];
};

const isAdminOf = async (user: TestUser) => (await search(user, 'ragnarok')).servers.map(({ isAdmin }) => isAdmin);

describe('players', () => {
  it('are ranked by how well they match, then who is online, then who was seen last', async () => {
    const people = ['Vorn', 'Vornado', 'Old Vornis', 'Evornia', 'vornax'].map((name) => newcomer(name));
    await openLeft(...people);
    const here = newcomer('Vornling');
    await openGame(app, { players: [here] });
    expect(await names(admin, 'vorn')).toEqual(['Vorn', 'Vornling', 'vornax', 'Vornado', 'Old Vornis', 'Evornia']);
    const [, online] = await players(admin, 'VORN');
    expect(online).toMatchObject({
      id: here.id,
      isOnline: true,
      isAdmin: true,
      match: { by: 'name', text: 'Vornling' },
    });
  });

  it('are ranked in the same way by one or two letters', async () => {
    await openLeft(...['Qz', 'Qzzy', '[Qz] Tag', 'xX_Qz', 'Eqzed'].map((name) => newcomer(name)));
    expect(await names(admin, 'qz')).toEqual(['Qz', 'Qzzy', 'xX_Qz', '[Qz] Tag', 'Eqzed']);
    expect((await names(admin, 'q')).slice(0, 2)).toEqual(['Qzzy', 'Qz']);
  });

  it('are found with a typo, after those that are spelled so', async () => {
    await openLeft(newcomer('Cinderjaw'), newcomer('The Cinderpaw'), newcomer('Cindrjawless'), newcomer('Somebody'));
    expect((await names(admin, 'cindrjaw')).slice(0, 2)).toEqual(['Cindrjawless', 'Cinderjaw']);
    expect(await names(admin, 'cidnerjaw')).toContain('Cinderjaw');
    expect(await names(admin, 'cindrjaw')).not.toContain('Somebody');
  });

  it('are found by every name they had, and by those of their survivors, once and with the best match', async () => {
    const eve = newcomer('Evenfall', 'Duskrunner');
    await openLeft(eve);
    app.passMs(60_000);
    const game = await openLeft({ ...eve, name: 'Nightfall' });
    for (const [text, by, match] of [
      ['evenfall', 'name', 'Evenfall'],
      ['dusk', 'survivor', 'Duskrunner'],
      ['nightfall', 'name', 'Nightfall'],
    ] as const) {
      const found = (await players(admin, text)).filter(({ id }) => id === eve.id);
      expect(found).toMatchObject([{ name: 'Nightfall', match: { by, text: match }, isOnline: false }]);
      expect(found[0]?.server).toEqual({ id: game.id, name: game.name });
    }
  });

  it('are found by a survivor in a save, even if they were never seen online', async () => {
    const { id, name, agent } = await openServer(app);
    const [kept, gone] = [newcomer('Unseen'), newcomer('Vanished')];
    await sendSave(agent, {
      survivors: [
        survivor('901', { playerId: kept.id, name: 'Quietwater', platformName: 'Zephyrine' }),
        survivor('902', { playerId: gone.id, name: 'Quietstone' }),
        survivor('903', { name: 'Quiet without an ID' }),
      ],
    });
    expect((await names(admin, 'quiet')).toSorted()).toEqual(['Quietstone', 'Zephyrine']);
    expect((await players(admin, 'quietwat'))[0]).toEqual({
      id: kept.id,
      name: 'Zephyrine',
      match: { by: 'survivor', text: 'Quietwater' },
      server: { id, name },
      isOnline: false,
      lastSeenAt: null,
      isAdmin: true,
    });
    expect(await players(admin, 'zephyr')).toMatchObject([{ id: kept.id, match: { by: 'name', text: 'Zephyrine' } }]);
    await sendSave(agent, { survivors: [survivor('901', { playerId: kept.id, name: 'Quietwater' })] });
    expect(await names(admin, 'quietst')).not.toContain('Quietstone');
  });

  it('are found by their ID or its beginning from six characters on', async () => {
    const [eos, steam] = [{ id: `00ab34${'c'.repeat(26)}`, name: 'Of Epic' }, newcomer('Of Steam')];
    await openLeft(eos, steam);
    expect(await players(admin, eos.id)).toMatchObject([{ name: 'Of Epic', match: { by: 'id', text: eos.id } }]);
    expect(await names(admin, '00AB34')).toEqual(['Of Epic']);
    expect(await names(admin, '00ab3')).toEqual([]);
    expect(await names(admin, '%0ab34')).toEqual([]);
    expect((await players(admin, steam.id))[0]).toMatchObject({ name: 'Of Steam', match: { by: 'id' } });
  });

  it('are found in any case, whatever the alphabet', async () => {
    await openLeft(newcomer('Иван Грозный'), newcomer('ÉLAN'));
    for (const text of ['иван', 'ИВАН', 'Иван', 'иван гр', 'грозн'])
      expect((await names(admin, text))[0]).toBe('Иван Грозный');
    expect((await names(admin, 'élan'))[0]).toBe('ÉLAN');
  });

  it('are at most eight', async () => {
    await openLeft(...Array.from({ length: 12 }, (_, n) => newcomer(`Octopus ${n}`)));
    expect(await names(admin, 'octopus')).toEqual(Array.from({ length: 8 }, (_, n) => `Octopus ${11 - n}`));
    expect(await names(admin, 'ctopus')).toHaveLength(8);
  });

  it('are found by their account for Admins and themselves alone', async () => {
    const [hal, user] = [newcomer('Halvard'), await createTestUser(app, { guilds: [] })];
    const game = await openLeft(hal);
    await openHistory(game);
    await linkCharacter(app, user, { serverId: game.id, playerId: hal.id });
    // Names that are not like those of other test users.
    await app.ctx.db.execute(`update users set username = 'Wolfbane' where id = '${user.id}'`);
    await app.ctx.db.execute(`update discord_connections set username = 'onDiscordOnly' where user_id = '${user.id}'`);
    const operator = await createTestUser(app);
    await linkCharacter(app, operator, { serverId: game.id, playerId: newcomer('x').id, isAdmin: true });
    for (const one of [admin, user]) {
      expect(await players(one, 'wolfbane')).toMatchObject([
        { name: 'Halvard', match: { by: 'account', text: 'Wolfbane' } },
      ]);
      expect(await players(one, 'ondiscord')).toMatchObject([{ match: { by: 'discord', text: 'onDiscordOnly' } }]);
    }
    for (const one of [member, operator])
      expect([await names(one, 'wolfbane'), await names(one, 'ondiscord')]).toEqual([[], []]);
    expect(await names(member, 'halvard')).toEqual(['Halvard']);
  });
});

describe('the history of a server that is hidden', () => {
  it('neither finds nor shows anything to a member', async () => {
    const person = newcomer('Openname', 'Opensurvivor');
    const open = await openLeft(person);
    await openHistory(open);
    app.passMs(60_000);
    const hidden = await openLeft({ ...person, name: 'Secretname', survivor: 'Secretsurvivor' });
    await sendSave(hidden.agent, { survivors: [survivor('77', { playerId: person.id, name: 'Secretsaved' })] });
    for (const text of ['secret', 'secretname', 'secretsaved', 'secertname', 'ecretsur'])
      expect(await names(member, text)).toEqual([]);
    const [found] = await players(member, 'openname');
    const before = new Date(app.ctx.clock().getTime() - 30_000).toISOString();
    expect(found).toMatchObject({ id: person.id, name: 'Openname', isOnline: false, isAdmin: false });
    expect(found?.server).toEqual({ id: open.id, name: open.name });
    expect(found?.lastSeenAt?.localeCompare(before)).toBe(-1);
    expect(await players(member, person.id)).toMatchObject([{ name: 'Openname', server: { id: open.id } }]);
    const saved = newcomer('Only in the save');
    await sendSave(hidden.agent, { survivors: [survivor('76', { playerId: saved.id, name: 'Hushed' })] });
    expect([await names(member, saved.id), await names(admin, saved.id)]).toEqual([[], ['Hushed']]);
    expect(await players(admin, 'secretname')).toMatchObject([{ name: 'Secretname', server: { id: hidden.id } }]);
    expect((await players(admin, 'openname'))[0]).toMatchObject({ name: 'Secretname', server: { id: hidden.id } });
  });

  it('does not hide who is online, by the current name and survivor alone', async () => {
    const [ned, olaf] = [newcomer('Formername'), newcomer('Onlyhidden')];
    const hidden = await openGame(app, { players: [ned, olaf] });
    await hidden.online({ ...ned, name: 'Currentname' });
    await sendSave(hidden.agent, { survivors: [survivor('78', { playerId: ned.id, name: 'Currentsurvivor' })] });
    for (const [text, by] of [
      ['currentname', 'name'],
      ['currentsurv', 'survivor'],
      [ned.id, 'id'],
    ])
      expect(await players(member, text ?? '')).toMatchObject([
        { id: ned.id, name: 'Currentname', match: { by }, isOnline: true, server: { id: hidden.id }, isAdmin: false },
      ]);
    expect([await names(member, 'formername'), await names(member, 'onlyhidden')]).toEqual([[], []]);
    expect(await names(member, olaf.id)).toEqual([]);
    await hidden.state('down');
    expect(await names(member, 'currentname')).toEqual([]);
  });

  it('does not put those who are online there before others who match better', async () => {
    await openGame(app, { players: Array.from({ length: 9 }, (_, n) => newcomer(`Zarnwick ${n}`)) });
    await openHistory(await openLeft(newcomer('Old Zarnwyck')));
    const found = await names(member, 'zarnwyck');
    expect([found[0], found.length]).toEqual(['Old Zarnwyck', 8]);
  });

  it('is open to admins of the server, and to everyone about themselves', async () => {
    const [mia, other] = [newcomer('Miravale'), newcomer('Miradale')];
    const hidden = await openLeft(mia, other);
    const [operator, self] = [await createTestUser(app), await createTestUser(app)];
    await linkCharacter(app, operator, { serverId: hidden.id, playerId: newcomer('y').id, isAdmin: true });
    await linkCharacter(app, self, { serverId: hidden.id, playerId: mia.id });
    expect(await names(operator, 'mira')).toEqual(['Miradale', 'Miravale']);
    expect((await players(operator, 'miravale'))[0]?.isAdmin).toBe(true);
    expect(await players(self, 'mira')).toMatchObject([{ id: mia.id, isAdmin: false, server: { id: hidden.id } }]);
    expect(await names(member, 'mira')).toEqual([]);
  });
});

describe('tribes', () => {
  it('are those whose structures the caller may see, as long as they are in the save', async () => {
    const [own, open, closed] = [await openServer(app), await openServer(app), await openServer(app)];
    for (const [n, { agent }] of [own, open, closed].entries()) await sendSave(agent, packs(10 * (n + 1)));
    for (const [{ id }, visibleTo] of [[open, 'members'] as const, [closed, 'admins'] as const])
      await app.http.inject({
        method: 'PUT',
        url: `/api/ark/servers/${id}/structures`,
        headers: admin.headers,
        payload: { visibleTo },
      });
    const [self, operator] = [await createTestUser(app), await createTestUser(app)];
    for (const [n, { id }] of [own, open, closed].entries())
      await linkCharacter(app, self, { serverId: id, playerId: idOf(9_000_010 + 10 * n) });
    await linkCharacter(app, operator, { serverId: closed.id, playerId: newcomer('z').id, isAdmin: true });
    const all = ['Wolfpack 10', 'Wolfpack 11', 'Wolfpack 20', 'Wolfpack 21', 'Wolfpack 30', 'Wolfpack 31'];
    expect(await tribesOf(admin)).toEqual(all);
    expect(await tribesOf(member)).toEqual(['Wolfpack 20', 'Wolfpack 21']);
    expect(await tribesOf(self)).toEqual(['Wolfpack 10', 'Wolfpack 20', 'Wolfpack 21']);
    expect(await tribesOf(operator)).toEqual(all.slice(2));
    const [best] = (await search(self, 'wolfpack 10')).tribes;
    expect(best).toEqual({ id: 10, name: 'Wolfpack 10', server: { id: own.id, name: own.name }, memberCount: 2 });
    await sendSave(own.agent, { tribes: [tribe(11, { name: 'Wolfpack 11' })] });
    expect(await tribesOf(admin)).toEqual(all.filter((name) => name !== 'Wolfpack 10'));
  });
});

describe('servers, clusters, files and databases', () => {
  it('are found by name: servers and clusters by everyone', async () => {
    const url = '/api/ark/clusters';
    const made = await app.http.inject({
      method: 'POST',
      url,
      headers: owner.headers,
      payload: { clusterName: 'Ragnarok Cluster' },
    });
    const { id: clusterId } = made.json<{ data: { id: string } }>().data;
    const server = await addTestServer(app, { name: 'Ragnarok PvE', clusterId });
    await addTestServer(app, { name: 'The Ragnarok PvP', game: 'ase' });
    const found = await search(member, 'ragnarok');
    expect(found.servers).toEqual([
      {
        id: server.id,
        name: 'Ragnarok PvE',
        game: 'asa',
        state: 'offline',
        map: null,
        playerCount: null,
        isAdmin: false,
      },
      expect.objectContaining({ name: 'The Ragnarok PvP', game: 'ase' }),
    ]);
    expect(found.clusters).toEqual([{ id: clusterId, name: 'Ragnarok Cluster', serverCount: 1 }]);
    expect((await search(admin, 'ragnarok')).servers[0]?.isAdmin).toBe(true);
    const [player, operator] = [await createTestUser(app), await createTestUser(app)];
    await linkCharacter(app, player, { serverId: server.id, playerId: newcomer('v').id });
    await linkCharacter(app, operator, { serverId: server.id, playerId: newcomer('w').id, isAdmin: true });
    expect([await isAdminOf(player), await isAdminOf(operator)]).toEqual([
      [false, false],
      [true, false],
    ]);
    expect((await search(member, 'rangarok')).servers).not.toHaveLength(0);
  });

  it('are found by role: files by Admins who may open them, databases by Owners', async () => {
    await addTestFile(app, { name: 'Mapnotes.txt', visibility: 'public' });
    await addTestFile(app, { name: 'mapnotes of the admins.txt', visibility: 'admins' });
    await addTestFile(app, { name: 'my mapnotes.txt', visibility: 'private', uploader: admin });
    mkdirSync(join(folder, 'databases'), { recursive: true });
    for (const name of ['my-mapnotes.json', 'mapnotes.json', 'other.json'])
      writeFileSync(join(folder, 'databases', name), '{}');
    const shared = ['mapnotes of the admins.txt', 'Mapnotes.txt'];
    expect(await notesOf(admin)).toEqual([[...shared, 'my mapnotes.txt'], []]);
    expect(await notesOf(owner)).toEqual([shared, ['mapnotes.json', 'my-mapnotes.json']]);
    expect(await notesOf(member)).toEqual([[], []]);
  });
});
