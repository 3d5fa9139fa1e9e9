import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { seededRandom } from '../../packages/ark/src/testing/seeded-random.ts';
import { linkCharacter } from '../../apps/server/src/modules/players/players.fixture.ts';
import { startSession } from '../../apps/server/src/modules/sessions/sessions.service.ts';
import { addTestServer } from '../../apps/server/src/testing/test-game-servers.ts';
import { createTestUser, type TestUser } from '../../apps/server/src/testing/test-users.ts';
import { createToken } from '../../apps/server/src/modules/tokens/tokens.fixture.ts';
import type { Scope } from '../../packages/contract/src/accounts/scopes.ts';
import { createAgent, type SimulatedAgent } from './agent.ts';
import type { Browser } from './browser.ts';
import { layCable, type Cable } from './cable.ts';
import { joinCluster, openClusters, type Membership } from './clusters.ts';
import { Fact } from './fact.ts';
import { createGame, type Game } from './game.ts';
import type { Person, Session } from './people.ts';
import type { Plan, PlannedPerson } from './plan.ts';
import type { Hall } from './portals.ts';
import type { ApiToken, PlannedToken, Script } from './tokens.ts';

/** A line of the game's chat; durable ones must not get lost. */
export type Line = { text: string; isDurable: boolean; atMs: number };

export type SimulatedServer = {
  id: string;
  game: Game;
  agent: SimulatedAgent;
  cable: Cable;
  /** The portal its agent connects to. */
  portal: number;
  membership: Membership;
  lines: Line[];
};

/** Something that the game was told to do, by a word that occurs in nothing else, and what the caller was told. */
export type Command = {
  word: string;
  server: SimulatedServer;
  outcome: 'done' | 'not-run' | 'unknown' | undefined;
  mailId?: string;
};

export type Tab = { browser: Browser; person: Person; session: Session; portal: number };

export type World = {
  hall: Hall;
  seed: number;
  servers: SimulatedServer[];
  /** Their ids. */
  clusters: string[];
  people: Person[];
  tokens: ApiToken[];
  /** Makes the changes; nothing happens to them. */
  owner: { token: string };
  tabs: Tab[];
  /** For each tab one with the same topics, which nobody cuts. */
  witnesses: Browser[];
  /** With API tokens. */
  scripts: Script[];
  commands: Command[];
  /** Who sent which mail, by a word in it. */
  senders: Map<string, Person>;
  faults: string[];
  startedMs: number;
  nextWord: () => string;
  /** In a plan, the key of a topic is the number of a server or cluster. */
  nameKey: (ref: string) => string;
};

const firstPlayer = 76_561_198_000_000_000n;

/** The ids of players are the same in all worlds; servers and users are not. */
export function playerIdOf(player: number): string {
  return String(firstPlayer + BigInt(player));
}

export async function createWorld(hall: Hall, seed: number, plan: Plan): Promise<World> {
  const { app, machine } = hall;
  const startedMs = machine.nowMs();
  const random = seededRandom(seed + 1_000_003);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'simulate-'));
  const servers: SimulatedServer[] = [];
  for (let number = 0; number < plan.servers; number += 1)
    servers.push(await openServer(hall, { folder: path.join(folder, String(number)), portal: random.below(2) }));
  const people: Person[] = [];
  const owner = await createTestUser(app, { roles: [1500] });
  const clusters = await openClusters(hall, owner.token, seed);
  for (const [number, server] of servers.entries()) {
    const cluster = clusters[plan.clusters[number] ?? -1] ?? null;
    if (cluster !== null) await joinCluster(hall, owner.token, server.id, cluster);
    server.membership.cluster = new Fact(cluster, machine.nowMs());
  }
  for (const planned of plan.people) people.push(await addPerson(hall, planned, { servers, owner }));
  const tokens: ApiToken[] = [];
  for (const planned of plan.tokens) tokens.push(await addToken(hall, planned, { servers, people }));
  let words = 0;
  const nextWord = () => `w${seed}x${(words += 1)}q`;
  return {
    hall,
    seed,
    servers,
    clusters,
    people,
    tokens,
    owner,
    tabs: [],
    witnesses: [],
    scripts: [],
    commands: [],
    senders: new Map(),
    faults: [],
    startedMs,
    nextWord,
    nameKey: (ref) => nameKey(ref, servers, clusters),
  };
}

async function openServer(
  hall: Hall,
  { folder, portal }: { folder: string; portal: number },
): Promise<SimulatedServer> {
  const { app, machine, portals } = hall;
  const { id, token } = await addTestServer(app);
  const game = createGame(machine);
  game.online = [playerIdOf(0), playerIdOf(1)];
  const cable = await layCable({ machine, portOf: () => portals[server.portal]?.port() });
  const agent = createAgent({ folder, token, port: cable.port, game, cutCable: cable.cut });
  const now = machine.nowMs();
  const membership = { cluster: new Fact<string | null>(null, now), shares: new Fact(true, now), isChanging: false };
  const server: SimulatedServer = { id, game, agent, cable, portal, membership, lines: [] };
  await agent.start();
  agent.append({ type: 'server.state', data: { state: 'up' } });
  return server;
}

function nameKey(ref: string, servers: readonly SimulatedServer[], clusters: readonly string[]): string {
  const [name = '', number] = ref.split('/');
  if (number === undefined) return name;
  return `${name}/${(name === 'chat.cluster' ? clusters[Number(number)] : servers[Number(number)]?.id) ?? ''}`;
}

async function addToken(
  { app, machine }: Hall,
  { person: number, scopes, servers: numbers }: PlannedToken,
  { servers, people }: Pick<World, 'servers' | 'people'>,
): Promise<ApiToken> {
  const person = people[number] as Person;
  const serverIds = numbers?.map((one) => servers[one]?.id ?? '') ?? null;
  const user = { id: person.id, username: person.username } as TestUser;
  const { id, secret } = await createToken(app, user, { scopes: scopes as Scope[], serverIds });
  return { id, secret, person, scopes, serverIds, isActive: new Fact(true, machine.nowMs()) };
}

async function addPerson(
  { app, machine, portals }: Hall,
  { roles, characters, moderates }: PlannedPerson,
  { servers, owner }: Pick<World, 'servers' | 'owner'>,
): Promise<Person> {
  const user = await createTestUser(app, { roles });
  const now = machine.nowMs();
  const person: Person = {
    id: user.id,
    username: user.username,
    roles: new Fact<readonly number[]>(roles, now),
    moderates: new Map(servers.map(({ id }) => [id, new Fact(false, now)])),
    characters: new Map(),
    session: { token: user.token, isActive: new Fact(true, now) },
    isChanging: false,
  };
  for (const { server: number, isAdmin } of characters) {
    const serverId = servers[number]?.id ?? '';
    await linkCharacter(app, user, {
      serverId,
      playerId: `${user.id.replaceAll(/\D/g, '')}${number}`.padEnd(17, '7').slice(0, 17),
      isAdmin,
    });
    person.characters.set(serverId, { isAdmin });
  }
  for (const number of moderates) {
    const serverId = servers[number]?.id ?? '';
    const body = { username: user.username, powers: ['console', 'mail'], maxBanDays: null };
    const reply = await portals[0]?.call('POST', `/api/ark/servers/${serverId}/moderators`, owner.token, body);
    if (reply?.status !== 200) throw new Error(`No moderator was added: ${JSON.stringify(reply)}`);
    person.moderates.set(serverId, new Fact(true, now));
  }
  return person;
}

/** Whoever was logged out logs in again. */
export async function logIn({ hall: { app, machine } }: World, person: Person): Promise<Session> {
  if (person.session.isActive.latest() === true) return person.session;
  const token = await startSession(app.ctx, person.id);
  person.session = { token, isActive: new Fact(true, machine.nowMs()) };
  return person.session;
}

export async function closeWorld({ tabs, scripts, witnesses, servers }: World): Promise<void> {
  for (const browser of [...[...tabs, ...scripts].map(({ browser }) => browser), ...witnesses]) browser.cut();
  await Promise.all(servers.map(({ agent }) => agent.stop()));
  await Promise.all(servers.map(({ cable }) => cable.close()));
}
