import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { seededRandom } from '../../packages/ark/src/testing/seeded-random.ts';
import { linkCharacter } from '../../apps/server/src/modules/players/players.fixture.ts';
import { startSession } from '../../apps/server/src/modules/sessions/sessions.service.ts';
import { addTestServer } from '../../apps/server/src/testing/test-game-servers.ts';
import { createTestUser } from '../../apps/server/src/testing/test-users.ts';
import { createAgent, type SimulatedAgent } from './agent.ts';
import type { Browser } from './browser.ts';
import { layCable, type Cable } from './cable.ts';
import { Fact } from './fact.ts';
import { createGame, type Game } from './game.ts';
import type { Person, Session } from './people.ts';
import type { Plan, PlannedPerson } from './plan.ts';
import type { Hall } from './portals.ts';

/** A line of the game's chat; durable ones must not get lost. */
export type Line = { text: string; isDurable: boolean };

export type SimulatedServer = {
  id: string;
  game: Game;
  agent: SimulatedAgent;
  cable: Cable;
  /** The portal its agent connects to. */
  portal: number;
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
  people: Person[];
  /** Makes the changes; nothing happens to them. */
  owner: { token: string };
  tabs: Tab[];
  /** For each tab one with the same topics, which nobody cuts. */
  witnesses: Browser[];
  commands: Command[];
  /** Who sent which mail, by a word in it. */
  senders: Map<string, Person>;
  faults: string[];
  startedMs: number;
  nextWord: () => string;
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
  for (const planned of plan.people) people.push(await addPerson(hall, planned, { servers, owner }));
  let words = 0;
  const nextWord = () => `w${seed}x${(words += 1)}q`;
  return {
    hall,
    seed,
    servers,
    people,
    owner,
    tabs: [],
    witnesses: [],
    commands: [],
    senders: new Map(),
    faults: [],
    startedMs,
    nextWord,
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
  const server: SimulatedServer = { id, game, agent, cable, portal, lines: [] };
  await agent.start();
  agent.append({ type: 'server.state', data: { state: 'up' } });
  return server;
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

export async function closeWorld({ tabs, witnesses, servers }: World): Promise<void> {
  for (const browser of [...tabs.map((tab) => tab.browser), ...witnesses]) browser.cut();
  await Promise.all(servers.map(({ agent }) => agent.stop()));
  await Promise.all(servers.map(({ cable }) => cable.close()));
}
