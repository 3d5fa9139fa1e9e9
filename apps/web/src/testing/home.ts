import type { Away, Attention, Character, Home } from '../features/home/home.queries.ts';
import { island, miraId } from './people.ts';

/** The home of someone without anything; pass what matters for the test. */
export function buildHome(changes: Partial<Home> = {}): Home {
  return { previousVisitAt: null, characters: [], chat: null, away: null, attention: null, ...changes };
}

export function buildCharacter(changes: Partial<Character> = {}): Character {
  return {
    server: island,
    playerId: miraId,
    name: 'mira_plays',
    survivor: 'Maren',
    level: 104,
    tribe: { id: 1, name: 'Porters' },
    isAdmin: false,
    onlineSince: null,
    lastSeenAt: null,
    ...changes,
  };
}

export function buildAway(changes: Partial<Away> = {}): Away {
  return {
    since: new Date(Date.now() - 9 * 60 * 60_000).toISOString(),
    counts: { deaths: 0, kills: 0, tames: 0, creaturesLost: 0, structuresLost: 0, others: 0 },
    entries: [],
    mail: { count: 0, latest: null },
    downloads: { done: 0, failed: 0 },
    ...changes,
  };
}

export function buildAttention(changes: Partial<Attention> = {}): Attention {
  return { servers: [], serverCount: 0, agents: [], logins: null, reports: 0, registrations: 0, ...changes };
}
