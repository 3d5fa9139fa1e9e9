import type { SeededRandom } from '../../packages/ark/src/testing/seeded-random.ts';
import type { FrameFault } from './cable.ts';
import type { GameFault } from './game.ts';
import { clusterCount, clusterWeights, pickCluster, type ClusterAction } from './clusters.ts';
import { callRules, topicRules } from './people.ts';
import { planToken, tokenWeights, type PlannedToken, type TokenAction } from './tokens.ts';

/** What happens in a world, made from its seed alone. Numbers are places in its lists. */
export type Plan = {
  servers: number;
  /** The cluster that each server begins in. */
  clusters: (number | null)[];
  people: PlannedPerson[];
  tokens: PlannedToken[];
  actions: Action[];
};

export type PlannedPerson = {
  roles: number[];
  characters: { server: number; isAdmin: boolean }[];
  moderates: number[];
};

export type Action = { atMs: number } & (
  | { kind: 'chat'; server: number; lines: number }
  | { kind: 'players'; server: number; players: number[] }
  | { kind: 'state'; server: number; state: 'up' | 'down' | 'degraded' }
  | { kind: 'broadcast' | 'console' | 'say'; person: number; server: number; portal: number }
  | { kind: 'mail'; person: number; server: number; portal: number; player: number }
  | { kind: 'cut' | 'switch-portal'; server: number }
  | { kind: 'frame'; server: number; isToPortal: boolean; fault: FrameFault }
  | { kind: 'stall' | 'refuse' | 'game-away'; server: number; ms: number }
  | { kind: 'game'; server: number; fault: GameFault }
  /** It says something and is killed so many turns of the event loop later, while that is being written. */
  | { kind: 'kill-agent'; server: number; ms: number; isTorn: boolean; lines: number; turns: number }
  | { kind: 'restart-portal'; portal: number; isHard: boolean }
  | { kind: 'open'; person: number; portal: number; topics: string[] }
  /** Meanwhile something is said on the servers that it follows. */
  | { kind: 'cut-stream'; browser: number; ms: number; portal: number; lines: number }
  | { kind: 'roles'; person: number; portal: number; roles: number[] }
  | { kind: 'end-sessions'; person: number; portal: number }
  | { kind: 'moderate'; person: number; portal: number; server: number }
  | { kind: 'sanction'; server: number; portal: number }
  | { kind: 'read'; person: number; portal: number; path: string; server: number }
  | ClusterAction
  | TokenAction
);

export const playerCount = 4;
export const lastsMs = 20_000;
const maxActions = 60;
const tokenCount = 3;
const portalCount = 2;
const roleSets = [[], [], [], [1000], [1500]];
const keyed: ReadonlySet<string> = new Set(['chat.server', 'servers.state', 'players.online', 'servers.setup']);
const frameFaults: FrameFault[] = ['lost', 'halved', 'delivered-then-cut', 'doubled', 'doubled'];
const gameFaults: GameFault[] = ['reply-lost', 'command-lost', 'slow'];

type Kind = Action['kind'];

/** How often each happens, in relation to the others. */
const weights: Record<Kind, number> = {
  chat: 14,
  players: 4,
  state: 2,
  broadcast: 8,
  console: 4,
  say: 4,
  mail: 5,
  cut: 3,
  'switch-portal': 2,
  frame: 10,
  stall: 2,
  refuse: 1,
  'game-away': 2,
  game: 3,
  'kill-agent': 3,
  'restart-portal': 0.6,
  open: 8,
  'cut-stream': 5,
  roles: 3,
  'end-sessions': 1.5,
  moderate: 5,
  sanction: 5,
  read: 6,
  ...clusterWeights,
  ...tokenWeights,
};

export function makePlan(random: SeededRandom): Plan {
  const servers = 1 + random.below(3);
  const people = Array.from({ length: 3 + random.below(2) }, () => planPerson(random, servers));
  const clusters = Array.from({ length: servers }, () => pickCluster(random));
  const tokens = Array.from({ length: tokenCount }, () => planToken(random, servers, people.length));
  const count = maxActions / 2 + random.below(maxActions / 2);
  const times = Array.from({ length: count }, () => random.below(lastsMs)).toSorted((a, b) => a - b);
  const actions = times.map((atMs) => ({ atMs, ...planAction(random, servers, people.length) }) as Action);
  // Everyone looks from the beginning, too.
  const opened = people.map((_, person): Action => ({
    atMs: 0,
    kind: 'open',
    person,
    portal: random.below(portalCount),
    topics: pickTopics(random, servers),
  }));
  return { servers, clusters, people, tokens, actions: [...opened, ...actions] };
}

function planPerson(random: SeededRandom, servers: number): PlannedPerson {
  const all = Array.from({ length: servers }, (_, server) => server);
  const characters = all
    .filter(() => random.below(3) > 0)
    .map((server) => ({ server, isAdmin: random.below(5) === 0 }));
  return { roles: random.pick(roleSets), characters, moderates: all.filter(() => random.below(2) === 0) };
}

function planAction(random: SeededRandom, servers: number, people: number): object {
  const kind = pickKind(random);
  const server = random.below(servers);
  const person = random.below(people);
  const portal = random.below(portalCount);
  const token = random.below(tokenCount);
  const shared = { kind, server, person, portal };
  const more: Partial<Record<Kind, () => object>> = {
    chat: () => ({ kind, server, lines: 1 + random.below(3) }),
    players: () => ({
      kind,
      server,
      players: Array.from({ length: playerCount }, (_, player) => player).filter(() => random.below(2) === 0),
    }),
    state: () => ({ kind, server, state: random.pick(['up', 'down', 'degraded']) }),
    mail: () => ({ ...shared, player: random.below(playerCount) }),
    frame: () => ({ kind, server, isToPortal: random.below(2) === 0, fault: random.pick(frameFaults) }),
    stall: () => ({ kind, server, ms: 200 + random.below(4_000) }),
    refuse: () => ({ kind, server, ms: 200 + random.below(3_000) }),
    'game-away': () => ({ kind, server, ms: 500 + random.below(5_000) }),
    game: () => ({ kind, server, fault: random.pick(gameFaults) }),
    'kill-agent': () => ({
      kind,
      server,
      ms: 100 + random.below(3_000),
      isTorn: random.below(2) === 0,
      lines: random.below(3),
      turns: random.below(5),
    }),
    'restart-portal': () => ({ kind, portal, isHard: random.below(2) === 0 }),
    open: () => ({ kind, person, portal, topics: pickTopics(random, servers) }),
    'cut-stream': () => ({
      kind,
      browser: random.below(100),
      ms: 50 + random.below(2_000),
      portal,
      lines: random.below(4),
    }),
    roles: () => ({ kind, person, portal, roles: random.pick(roleSets) }),
    sanction: () => ({ kind, server, portal }),
    read: () => ({ ...shared, path: random.pick(Object.keys(callRules)) }),
    move: () => ({ kind, server, cluster: pickCluster(random), portal }),
    'token-read': () => ({ kind, token, portal, server, path: random.pick(Object.keys(callRules)) }),
    'token-say': () => ({ kind, token, portal, server }),
    'token-console': () => ({ kind, token, portal, server }),
    'token-open': () => ({ kind, token, portal, topics: pickTopics(random, servers) }),
    'token-revoke': () => ({ kind, token, portal }),
  };
  return more[kind]?.() ?? shared;
}

function pickKind(random: SeededRandom): Kind {
  const entries = Object.entries(weights) as [Kind, number][];
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
  let left = (random.below(1_000_000) / 1_000_000) * total;
  return (entries.find(([, weight]) => (left -= weight) < 0) ?? entries[0] ?? ['chat'])[0];
}

/** Mostly what everyone may follow: one topic that is refused refuses the whole stream. */
function pickTopics(random: SeededRandom, servers: number): string[] {
  const names = [...Object.keys(topicRules), 'sanctions', 'sanctions', 'audit'];
  const open = ['chat.server', 'chat.cluster', 'servers.state', 'players.online', 'users.me', 'mail.sent'];
  const picked = Array.from({ length: 1 + random.below(3) }, () => random.pick(open));
  if (random.below(3) > 0) picked.push(random.pick(names));
  const refs = picked.map((name) => {
    if (name === 'chat.cluster') return `${name}/${random.below(clusterCount)}`;
    return keyed.has(name) ? `${name}/${random.below(servers)}` : name;
  });
  return [...new Set(refs)];
}

/** One line for each thing that happens. */
export function describePlan({ servers, clusters, people, tokens, actions }: Plan): string {
  const lines = actions.map(
    ({ atMs, kind, ...rest }) => `  +${String(atMs).padStart(5)} ms ${kind} ${JSON.stringify(rest)}`,
  );
  const start = JSON.stringify({ clusters, people, tokens });
  return [`  ${servers} servers, ${start}`, ...lines].join('\n');
}
