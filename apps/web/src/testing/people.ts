import type { ReplyInput } from '@tribehall/contract';
import { daysAgo } from './structure-replies.ts';

type Person = ReplyInput<'GET /ark/players/{playerId}'>;
type Entry = ReplyInput<'GET /ark/players/{playerId}/timeline'>['entries'][number];
type Session = ReplyInput<'GET /ark/players/{playerId}/playtime'>['sessions'][number];
type Note = ReplyInput<'GET /ark/players/{playerId}/notes'>['notes'][number];
type Action = ReplyInput<'GET /ark/players/{playerId}/actions'>['actions'][number];
type Said = ReplyInput<'GET /ark/players/{playerId}/chat'>['messages'][number];
type PlayerMail = ReplyInput<'GET /ark/players/{playerId}/mail'>['mails'][number];
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
    isModerator: changes.isAdmin ?? false,
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

export function buildAction(changes: Partial<Action> = {}): Action {
  return {
    id: '1',
    at: '2026-01-02T12:04:05Z',
    actor: 'Olive',
    action: 'players.ban',
    server: island,
    outcome: 'confirmed',
    command: null,
    ...changes,
  };
}

export function buildSaid(changes: Partial<Said> = {}): Said {
  return {
    id: '1',
    at: '2026-01-02T12:04:05Z',
    kind: 'player',
    server: island,
    playerId: miraId,
    userId: null,
    name: 'Mira',
    survivor: 'Maren',
    tribe: null,
    text: 'hello',
    ...changes,
  };
}

export function buildPlayerMail(changes: Partial<PlayerMail> = {}): PlayerMail {
  return {
    id: 'm1',
    serverId: island.id,
    server: island,
    playerId: miraId,
    playerName: 'Mira',
    sender: 'Olive',
    isYours: false,
    subject: 'Your base',
    body: 'Please move it.',
    state: 'delivered',
    reason: null,
    sentAt: '2026-01-02T12:04:05Z',
    deliveredAt: '2026-01-02T12:05:05Z',
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

export function buildNote(changes: Partial<Note> = {}): Note {
  return {
    id: 'n1',
    text: 'Ask before banning.',
    author: 'Olive',
    createdAt: daysAgo(12),
    edited: null,
    versions: [],
    ...changes,
  };
}
