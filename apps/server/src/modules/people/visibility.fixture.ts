import type { TestApp } from '../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { linkCharacter, openGame, type Game } from '../players/players.fixture.ts';
import { sendSave, structure, survivor, tribe } from '../structures/structures.fixture.ts';

export const sizes = { servers: 4, people: 7, tribes: 2 };

type Random = { chance: (part: number) => boolean; pick: <T>(list: readonly [T, ...T[]]) => T };

/** The same numbers for the same seed. */
export function createRandom(seed: number): Random {
  let state = seed * 2_654_435_761;
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return state / 2 ** 32;
  };
  return {
    chance: (part) => next() < part,
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
  };
}

type Server = {
  game: Game;
  number: number;
  history: 'members' | 'admins';
  structures: 'members' | 'tribes' | 'admins';
  hasLeaderboards: boolean;
};
type Person = { id: string; number: number };
/** A person on a server. */
type Presence = { server: Server; person: Person; tribe: number; isOnline: boolean };
export type World = {
  clusterId: string;
  servers: Server[];
  people: Person[];
  presences: Presence[];
  readers: Reader[];
};
/** Who reads: with characters of their own, and perhaps admin somewhere. */
export type Reader = {
  user: TestUser;
  about: string;
  isPortalAdmin: boolean;
  own: Map<Server, Person>;
  adminOf: Set<Server>;
  /** Where they may do this as a moderator. */
  historyOf: Set<Server>;
  structuresOf: Set<Server>;
};

export const tribeId = (number: number) => 1_000 + number;
const isOf = (reader: Reader, { server, person }: Presence) => reader.own.get(server) === person;
/** A person is known by the platform's id, so a link on one server is one to the person. */
const isOwn = (reader: Reader, person: Person) => [...reader.own.values()].includes(person);
const sharesTribe = (reader: Reader, presence: Presence, { presences }: World) =>
  presences.some((own) => isOf(reader, own) && own.server === presence.server && own.tribe === presence.tribe);

/** What exists once, and who may read it. */
export type Secret = { text: string; mayRead: (reader: Reader, path: string) => boolean };

export function secretsOf(world: World): Secret[] {
  return world.presences.flatMap((presence) => secretsAbout(presence, world));
}

function secretsAbout(presence: Presence, world: World): Secret[] {
  const { server, person, isOnline } = presence;
  const word = wordOf(presence);
  const all = (reader: Reader) => reader.adminOf.has(server) || reader.historyOf.has(server) || isOwn(reader, person);
  const history = (reader: Reader) => all(reader) || server.history === 'members';
  const inSave = (reader: Reader) =>
    reader.structuresOf.has(server) ||
    server.structures === 'members' ||
    (server.structures === 'tribes' && sharesTribe(reader, presence, world));
  // Home has the log of one's own tribe, where the tribe's page has it.
  const inHome = (reader: Reader, path: string) =>
    path === 'home' && server.structures !== 'admins' && sharesTribe(reader, presence, world);
  // Where it is not the history that is read, other settings decide.
  const named = (reader: Reader, path: string) =>
    history(reader) ||
    isOnline ||
    (/\/(tribes|survivors|structures)/.test(path) && inSave(reader)) ||
    inHome(reader, path) ||
    (path.includes('leaderboards') && server.hasLeaderboards) ||
    isChat(path) ||
    // All of them were online while it was read.
    path === stream;
  return [
    { text: word('Nam'), mayRead: named },
    { text: word('Surv'), mayRead: named },
    { text: word('Died'), mayRead: history },
    { text: word('Said'), mayRead: (reader, path) => history(reader) || isChat(path) },
    { text: word('Cmd'), mayRead: all },
    {
      text: word('Log'),
      mayRead: (reader, path) =>
        all(reader) || (path === 'home' ? inHome(reader, path) : sharesTribe(reader, presence, world)),
    },
  ];
}

/** Whose characters they are. */
export function accountsOf({ readers }: World): Secret[] {
  return readers.map((owner) => ({
    text: JSON.stringify(owner.user.username),
    // Those who administer a server see who else does, and who moderates it.
    mayRead: (reader, path) =>
      reader === owner ||
      reader.isPortalAdmin ||
      path.endsWith('/moderators') ||
      (owner.isPortalAdmin && path.endsWith('/activity')),
  }));
}

/** The chat of servers and clusters is for every user. */
const isChat = (path: string) => /^ark\/(servers|clusters)\/[^/]+\/chat/.test(path);
/** In place of a path. */
export const stream = 'a stream';

export const wordOf =
  ({ server, person }: Presence) =>
  (kind: string) =>
    `${kind}${server.number}q${person.number}x`;

let worlds = 0;

type Site = { app: TestApp; admin: TestUser; random: Random };

/** `onReaders`: before anything happens. */
export async function createWorld(site: Site, onReaders: (world: World) => Promise<void>): Promise<World> {
  const { app, random } = site;
  worlds += 1;
  const people = Array.from({ length: sizes.people }, (_, index) => {
    const number = worlds * 100 + index;
    return { id: `7656119700000${String(number).padStart(4, '0')}`, number };
  });
  const servers: Server[] = [];
  for (let index = 0; index < sizes.servers; index += 1)
    servers.push({
      game: await openGame(app),
      number: worlds * 100 + index,
      history: random.pick(['members', 'admins']),
      structures: random.pick(['members', 'tribes', 'admins']),
      hasLeaderboards: random.chance(0.5),
    });
  const presences = servers.flatMap((server) =>
    people
      .filter(() => random.chance(0.6))
      .map((person) => ({
        server,
        person,
        tribe: random.pick([0, 1]),
        isOnline: random.chance(0.3),
      })),
  );
  const clusterId = await createCluster(site, servers.slice(1));
  const players = await createReaders(site, servers, presences);
  const readers = [...players, ...(await createModerators(site, servers, clusterId))];
  const world = { clusterId, servers, people, presences, readers };
  await onReaders(world);
  for (const server of servers)
    await fillServer(
      site,
      server,
      presences.filter((presence) => presence.server === server),
    );
  return world;
}

async function createReaders(
  { app, admin, random }: Site,
  servers: Server[],
  presences: Presence[],
): Promise<Reader[]> {
  const readers: Reader[] = [
    toReader(await createTestUser(app), 'nobody in the game'),
    { ...toReader(admin, 'an Admin'), isPortalAdmin: true, adminOf: new Set(servers) },
  ];
  const taken = new Set<Presence>();
  for (const about of ['a player', 'an admin of a server', 'another player']) {
    const reader = toReader(await createTestUser(app), about);
    for (const server of servers) {
      const presence = presences.find((other) => other.server === server && !taken.has(other));
      if (!presence || random.chance(0.4)) continue;
      const isAdmin = about === 'an admin of a server' && random.chance(0.5);
      await linkCharacter(app, reader.user, { serverId: server.game.id, playerId: presence.person.id, isAdmin });
      taken.add(presence);
      reader.own.set(server, presence.person);
      if (isAdmin) reader.adminOf.add(server);
    }
    readers.push(reader);
  }
  return readers;
}

function toReader(user: TestUser, about: string): Reader {
  const [adminOf, historyOf, structuresOf] = [new Set<Server>(), new Set<Server>(), new Set<Server>()];
  return { user, about, isPortalAdmin: false, own: new Map(), adminOf, historyOf, structuresOf };
}

/** Moderators of the first server, which is in no cluster, and of the cluster with all others. */
async function createModerators({ app }: Site, servers: Server[], clusterId: string): Promise<Reader[]> {
  const [alone, ...clustered] = servers;
  if (!alone) throw new Error('There is no server.');
  const ofServer = { reach: 'server', column: 'server_id', id: alone.game.id, servers: [alone] };
  const ofCluster = { reach: 'cluster', column: 'cluster_id', id: clusterId, servers: clustered };
  const granted = [
    { ...ofServer, powers: ['history'] },
    { ...ofServer, powers: ['kick', 'warn', 'mute', 'ban', 'mail', 'console'] },
    { ...ofCluster, powers: ['history'] },
    { ...ofCluster, powers: ['structures'] },
  ];
  const readers: Reader[] = [];
  for (const { reach, column, id, servers: moderated, powers } of granted) {
    const reader = toReader(await createTestUser(app), `a moderator of a ${reach} (${powers.join(', ')})`);
    await app.ctx.db.execute(
      `insert into moderators (id, user_id, reach, ${column}, reach_name, powers, granted_by, granted_at)
       values ('${reader.user.id}', '${reader.user.id}', '${reach}', '${id}', '', '{${powers.join()}}', '', now())`,
    );
    if (powers.includes('history')) reader.historyOf = new Set(moderated);
    if (powers.includes('structures')) reader.structuresOf = new Set(moderated);
    readers.push(reader);
  }
  return readers;
}

async function send(
  { app, admin }: Site,
  method: 'PUT' | 'POST',
  path: string,
  payload: object,
): Promise<{ id?: string }> {
  const reply = await app.http.inject({ method, url: `/api/ark/${path}`, headers: admin.headers, payload });
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return reply.json<{ data: { id?: string } }>().data;
}

async function createCluster(site: Site, servers: Server[]): Promise<string> {
  const { id = '' } = await send(site, 'POST', 'clusters', { clusterName: `Cluster ${worlds}` });
  for (const { game } of servers) await send(site, 'POST', `clusters/${id}/servers`, { serverId: game.id });
  return id;
}

async function fillServer(
  site: Site,
  { game, history, structures, hasLeaderboards }: Server,
  presences: Presence[],
): Promise<void> {
  const { app } = site;
  await send(site, 'PUT', `servers/${game.id}/history`, { visibleTo: history, hasLeaderboards });
  await send(site, 'PUT', `servers/${game.id}/structures`, { visibleTo: structures });
  const seen = (presence: Presence) => {
    const word = wordOf(presence);
    return { id: presence.person.id, name: word('Nam'), survivor: word('Surv') };
  };
  await game.online(...presences.map(seen));
  app.passMs(60_000);
  await sendSave(game.agent, {
    structures: presences.map((presence) =>
      structure(`${presence.person.number}`, {
        teamId: tribeId(presence.tribe),
        ownerArkId: `${presence.person.number}`,
        ownerName: wordOf(presence)('Surv'),
      }),
    ),
    tribes: Array.from({ length: sizes.tribes }, (_, number) => tribe(tribeId(number), { name: 'Nomads' })),
    survivors: presences.map((presence) =>
      survivor(`${presence.person.number}`, {
        playerId: presence.person.id,
        name: wordOf(presence)('Surv'),
        teamId: tribeId(presence.tribe),
      }),
    ),
  });
  for (const presence of presences) await game.agent.sendEvents(...eventsOf(presence, app.ctx.clock()));
  app.passMs(60_000);
  await game.online(...presences.filter(({ isOnline }) => isOnline).map(seen));
}

function eventsOf(presence: Presence, at: Date) {
  const word = wordOf(presence);
  const player = { id: presence.person.id, name: word('Surv') };
  const logged = { name: 'Nomads', id: String(tribeId(presence.tribe)) };
  return [
    { type: 'game.event', at, data: { kind: 'died', text: word('Died'), player } },
    { type: 'game.event', at, data: { kind: 'admin-command', text: word('Cmd'), player, thing: 'fly' } },
    {
      type: 'game.event',
      at,
      data: { kind: 'demolished', text: word('Log'), player, tribe: logged, isTribeLog: true },
    },
    {
      type: 'chat.line',
      at,
      data: { kind: 'player', playerId: player.id, name: word('Nam'), survivor: word('Surv'), text: word('Said') },
    },
  ] as const;
}
