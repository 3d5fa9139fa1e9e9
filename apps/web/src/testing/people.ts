import type { ReplyInput } from '@tribehall/contract';

type Person = ReplyInput<'GET /ark/players/{playerId}'>;
type Entry = ReplyInput<'GET /ark/players/{playerId}/timeline'>['entries'][number];
type Session = ReplyInput<'GET /ark/players/{playerId}/playtime'>['sessions'][number];
type OnlinePerson = ReplyInput<'GET /ark/players'>[number];

export const island = { id: 's1', name: 'The Island' };
export const ragnarok = { id: 's2', name: 'Ragnarok' };
export const miraId = '76561198000000001';
export const bobId = '76561198000000002';

/** A player who is online on one server; pass only what matters for the test. */
export function buildPerson(changes: Partial<Person> = {}): Person {
  return {
    id: miraId,
    name: 'Mira',
    isYou: false,
    account: null,
    servers: [buildPersonServer()],
    names: [],
    ...changes,
  };
}

export function buildPersonServer(changes: Partial<Person['servers'][number]> = {}): Person['servers'][number] {
  return {
    server: island,
    name: 'Mira',
    survivor: 'Maren',
    level: 104,
    tribe: { id: 1_111_111_111, name: 'Porters' },
    onlineSince: null,
    isHistoryVisible: true,
    isAdmin: false,
    firstSeenAt: '2026-01-02T03:04:05Z',
    lastSeenAt: '2026-02-02T03:04:05Z',
    playtimeMs: 7_500_000,
    sessionCount: 2,
    ban: null,
    ...changes,
  };
}

export function buildEntry(changes: Partial<Entry> = {}): Entry {
  return {
    id: '1',
    at: '2026-01-02T12:04:05Z',
    server: island,
    kind: 'joined',
    player: { id: miraId, name: 'Maren' },
    other: null,
    tribe: null,
    otherTribe: null,
    thing: null,
    day: null,
    time: null,
    text: '',
    isCertain: true,
    ...changes,
  };
}

export function buildSession(changes: Partial<Session> = {}): Session {
  return {
    server: island,
    name: 'Mira',
    survivor: 'Maren',
    beganAt: '2026-01-02T10:00:00Z',
    endedAt: '2026-01-02T12:05:00Z',
    isBeginCertain: true,
    isEndCertain: true,
    ...changes,
  };
}

export function buildOnline(changes: Partial<OnlinePerson> = {}): OnlinePerson {
  return {
    id: miraId,
    name: 'Mira',
    survivor: 'Maren',
    level: 104,
    tribe: 'Porters',
    server: island,
    joinedAt: '2026-01-02T03:04:05Z',
    ...changes,
  };
}
