import type { PartInput, SanctionKind, SanctionState } from '@tribehall/contract';
import { kindWords, stateLooks } from './sanction-words.ts';

/** The filters in the URL. */
export const filterNames = ['search', 'kind', 'state', 'by', 'reach', 'server', 'player'] as const;
export type SanctionFilters = { [Name in (typeof filterNames)[number]]?: string };

type ListQuery = PartInput<'GET /ark/sanctions', 'query'>;

export const reachWords = { server: 'One server', cluster: 'A cluster', all: 'All servers' } as const;

/** The portal's limits. */
const maxLengths: Readonly<Record<string, number>> = { search: 100, by: 64 };
const maxIdLength = 64;
const isLine = (text: string) => !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text);

export function hasFilters(filters: SanctionFilters): boolean {
  return filterNames.some((name) => Boolean(filters[name]));
}

/** Replaces filters; an empty value removes one. */
export function withFilter(filters: SanctionFilters, changes: SanctionFilters): SanctionFilters {
  const all = Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== '');
  return Object.fromEntries(all.map(([name, value]) => [name, cut(value, maxLengths[name])]));
}

/** Bans, unless another kind is asked for. What the portal would refuse is left out. */
export function toListQuery({ search, kind, state, by, reach, server, player }: SanctionFilters): ListQuery {
  return {
    ...(kind !== 'all' && { kind: isKind(kind) ? kind : 'ban' }),
    ...(isState(state) && { state }),
    ...(isReach(reach) && { reach }),
    ...(search && isLine(search) && { search: cut(search, maxLengths['search']) }),
    ...(by && isLine(by) && { by: cut(by, maxLengths['by']) }),
    ...(server && server.length <= maxIdLength && { serverId: server }),
    ...(player && isPlayerId(player) && { playerId: player }),
  };
}

/** As in the contract. */
const playerIdPattern = /^(\d{15,20}|[0-9a-f]{32})$/;

export function isPlayerId(text: string): boolean {
  return playerIdPattern.test(text);
}

function isKind(text: string | undefined): text is SanctionKind {
  return text !== undefined && Object.hasOwn(kindWords, text);
}

function isState(text: string | undefined): text is SanctionState {
  return text !== undefined && Object.hasOwn(stateLooks, text);
}

function isReach(text: string | undefined): text is keyof typeof reachWords {
  return text !== undefined && Object.hasOwn(reachWords, text);
}

/** Does not leave half a surrogate pair at the end. */
function cut(text: string, maxLength = 64): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
}
