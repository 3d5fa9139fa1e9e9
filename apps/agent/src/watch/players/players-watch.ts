import type { LogEvent } from '@tribehall/ark/logs/log-lines';
import { listPlayers } from '@tribehall/ark/rcon/commands';
import { isCutPlayerList, isSilence, type OnlinePlayer, parsePlayerList } from '@tribehall/ark/rcon/replies';
import type { AgentEventData } from '@tribehall/contract/agent/agent.contract';
import { cleanText } from '../../clean-text.ts';
import type { Log } from '../../log/agent-log.ts';
import type { Draft } from '../../outbox/draft.ts';
import type { RconClient, RunOptions } from '../../rcon/rcon-client.ts';
import { createPoll } from '../poll.ts';
import type { Identities } from './identities.ts';

type Online = AgentEventData<'players.online'>['players'];

export type PlayersWatch = {
  /** Asks the game now. */
  ask(options: RunOptions): Promise<OnlinePlayer[]>;
  /** As of the last reply; undefined before the first. */
  online(): readonly OnlinePlayer[] | undefined;
  /** The event that describes them now. */
  describe(): Draft | undefined;
  /** The log reports that someone came or went: published if certain, and confirmed by a poll soon. */
  notice(fact: LogEvent): void;
  /** Polls soon. */
  hurry(): void;
  /** Publishes the list again if names in it have changed. */
  refresh(): void;
  /** The game has stopped, so nobody is online. */
  empty(): void;
  stop(): Promise<void>;
};

export type PlayersTiming = { busyMs: number; idleMs: number; blindMs: number; hurryMs: number; timeoutMs: number };

type Options = {
  rcon: Pick<RconClient, 'run'>;
  identities: Identities;
  /** Whether there is a log that reports joins and leaves. */
  hasLog(): boolean;
  /** Whether the game's chat does; it is polled while someone is online. */
  isPresenceInChat?(): boolean;
  emit(draft: Draft): void;
  log: Pick<Log, 'warn'>;
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
  isPresenceInChat,
  emit,
  log,
  ...options
}: Options): PlayersWatch {
  const timing = { ...defaultTiming, ...options.timing };
  let online: OnlinePlayer[] | undefined;
  let lastSent = '';
  let noticedAt = -Infinity;
  let wasCut = false;

  /** Whoever was online and is not in a list that the game cut off may still be. */
  const readList = (reply: string) => {
    const players = parsePlayerList(reply);
    const isCut = isCutPlayerList(reply);
    if (isCut && !wasCut)
      log.warn('The game cut its list of players off; those at its end are shown as they were before.');
    wasCut = isCut;
    const listed = new Set(players.map(({ id }) => id));
    return isCut ? [...players, ...(online ?? []).filter(({ id }) => !listed.has(id))] : players;
  };
  const describe = (): Draft | undefined => {
    if (!online) return undefined;
    return { type: 'players.online', data: { players: fit(online.map((player) => toOnline(player, identities))) } };
  };
  const refresh = () => {
    const draft = describe();
    if (!draft || sameKey(draft) === lastSent) return;
    lastSent = sameKey(draft);
    emit(draft);
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
    // A game that is still starting gives an empty reply, which does not mean "nobody".
    if (isSilence(reply) || reply.trim() === '') throw new Error('The game server did not return a player list.');
    const players = readList(reply);
    // A reply from before a join or leave may not include it yet; the next one will.
    if (askedAt >= noticedAt) set(players);
    return players;
  };
  const notice = (fact: LogEvent) => {
    const changed = online && applyPresence(online, fact, identities);
    // A certain change is confirmed later: polls compete with chat for the command rate.
    poll.hurry(changed ? timing.busyMs : timing.hurryMs);
    if (!changed) return;
    noticedAt = performance.now();
    set(changed);
  };
  const nextMs = () => {
    if (!online) return timing.idleMs;
    const isEmpty = online.length === 0;
    if (hasLog()) return isEmpty ? timing.idleMs : timing.busyMs;
    // Only the list shows that the first player has joined.
    return !isEmpty && isPresenceInChat?.() ? timing.idleMs : timing.blindMs;
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

/** Returns undefined if the log does not identify the player, or nothing changes. */
function applyPresence(online: OnlinePlayer[], fact: LogEvent, identities: Identities): OnlinePlayer[] | undefined {
  if (fact.kind !== 'joined' && fact.kind !== 'left') return undefined;
  const id = fact.playerId ?? (fact.kind === 'left' ? identities.idOf(fact.name) : undefined);
  const isThere = online.some((player) => player.id === id);
  if (id === undefined || isThere === (fact.kind === 'joined')) return undefined;
  return isThere ? online.filter((player) => player.id !== id) : [...online, { id, name: fact.name }];
}

/** The order of the game's list changes all the time; only its members count. */
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
