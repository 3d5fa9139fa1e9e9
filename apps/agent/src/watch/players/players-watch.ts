import type { LogEvent } from '@tribehall/ark/logs/log-lines';
import { listPlayers } from '@tribehall/ark/rcon/commands';
import { isSilence, type OnlinePlayer, parsePlayerList } from '@tribehall/ark/rcon/replies';
import type { AgentEventData } from '@tribehall/contract/agent/agent.contract';
import { cleanText } from '../../clean-text.ts';
import type { Draft } from '../../outbox/draft.ts';
import type { RconClient, RunOptions } from '../../rcon/rcon-client.ts';
import { createPoll } from '../poll.ts';
import type { Identities } from './identities.ts';

type Online = AgentEventData<'players.online'>['players'];

export type PlayersWatch = {
  /** Asks the game now. */
  ask(options: RunOptions): Promise<OnlinePlayer[]>;
  /** As last heard; undefined before the first answer. */
  online(): readonly OnlinePlayer[] | undefined;
  /** What would be told of them now. */
  describe(): Draft | undefined;
  /** Someone came or went, by the log: told where it is certain, and looked after soon. */
  notice(fact: LogEvent): void;
  /** Looks soon. */
  hurry(): void;
  /** More is known about those who are there. */
  refresh(): void;
  /** The game has stopped, and everyone is gone with it. */
  empty(): void;
  stop(): Promise<void>;
};

export type PlayersTiming = { busyMs: number; idleMs: number; blindMs: number; hurryMs: number; timeoutMs: number };

type Options = {
  rcon: Pick<RconClient, 'run'>;
  identities: Identities;
  /** Whether the log tells who comes and goes. */
  hasLog(): boolean;
  /** Whether the game's chat does, which is asked for while someone is online. */
  isToldByChat?(): boolean;
  tell(draft: Draft): void;
  timing?: Partial<PlayersTiming> | undefined;
};

const defaultTiming: PlayersTiming = { busyMs: 5_000, idleMs: 10_000, blindMs: 1_000, hurryMs: 150, timeoutMs: 8_000 };
const maxPlayers = 1_000;
const maxNameLength = 128;
/** One event has to fit into one message. */
const maxEventBytes = 100_000;
const shortNameLength = 32;

export function createPlayersWatch({
  rcon,
  identities,
  hasLog,
  isToldByChat,
  tell,
  ...options
}: Options): PlayersWatch {
  const timing = { ...defaultTiming, ...options.timing };
  let online: OnlinePlayer[] | undefined;
  let told = '';
  let noticedAt = -Infinity;

  const describe = (): Draft | undefined => {
    if (!online) return undefined;
    return { type: 'players.online', data: { players: fit(online.map((player) => toOnline(player, identities))) } };
  };
  const refresh = () => {
    const draft = describe();
    if (!draft || sameKey(draft) === told) return;
    told = sameKey(draft);
    tell(draft);
  };
  const set = (players: OnlinePlayer[]) => {
    online = players.slice(0, maxPlayers);
    identities.setOnline(online);
    refresh();
    const nameless = online.filter(({ id }) => identities.survivorOf(id) === undefined).map(({ id }) => id);
    if (nameless.length > 0) void identities.readProfiles(nameless).then((isNews) => isNews && refresh());
  };
  const ask = async (run: RunOptions) => {
    const askedAt = performance.now();
    const reply = await rcon.run(listPlayers(), run);
    // A game that is still starting answers nothing at all, which is not "nobody".
    if (isSilence(reply) || reply.trim() === '') throw new Error('The game server does not say who is online.');
    const players = parsePlayerList(reply);
    // Asked before someone came or went, it may not know that yet; the next answer will.
    if (askedAt >= noticedAt) set(players);
    return players;
  };
  const notice = (fact: LogEvent) => {
    const changed = online && applyPresence(online, fact, identities);
    // What is certain waits to be confirmed: every command is one less for chat.
    poll.hurry(changed ? timing.busyMs : timing.hurryMs);
    if (!changed) return;
    noticedAt = performance.now();
    set(changed);
  };
  const nextMs = () => {
    if (!online) return timing.idleMs;
    const isEmpty = online.length === 0;
    if (hasLog()) return isEmpty ? timing.idleMs : timing.busyMs;
    // Nothing but the list tells that the first one came.
    return !isEmpty && isToldByChat?.() ? timing.idleMs : timing.blindMs;
  };
  const poll = createPoll(() => ask({ priority: 'poll', timeoutMs: timing.timeoutMs }), nextMs);

  return {
    ask,
    online: () => online,
    describe,
    notice,
    hurry: () => poll.hurry(timing.hurryMs),
    refresh,
    empty: () => set([]),
    stop: () => poll.stop(),
  };
}

function toOnline(player: OnlinePlayer, identities: Identities): Online[number] {
  const survivor = identities.survivorOf(player.id);
  const name = cleanText(identities.nameOf(player), maxNameLength);
  return { id: player.id, name, ...(survivor !== undefined && { survivor }) };
}

/** Undefined where the log does not say for certain who it was, or nothing changes. */
function applyPresence(online: OnlinePlayer[], fact: LogEvent, identities: Identities): OnlinePlayer[] | undefined {
  if (fact.kind !== 'joined' && fact.kind !== 'left') return undefined;
  const id = fact.playerId ?? (fact.kind === 'left' ? identities.idOf(fact.name) : undefined);
  const isThere = online.some((player) => player.id === id);
  if (id === undefined || isThere === (fact.kind === 'joined')) return undefined;
  return isThere ? online.filter((player) => player.id !== id) : [...online, { id, name: fact.name }];
}

/** The game numbers its list anew all the time; only who is in it counts. */
function sameKey({ data }: Draft): string {
  const { players } = data as AgentEventData<'players.online'>;
  return JSON.stringify(players.toSorted((a, b) => a.id.localeCompare(b.id)));
}

function fit(players: Online): Online {
  if (sizeOf(players) <= maxEventBytes) return players;
  const short = players.map(({ id, name }) => ({ id, name: cleanText(name, shortNameLength) }));
  while (sizeOf(short) > maxEventBytes) short.length = Math.floor(short.length * 0.9);
  return short;
}

function sizeOf(players: Online): number {
  return Buffer.byteLength(JSON.stringify(players));
}
