import type { ReplyInput } from '@tribehall/contract';
import { commandNames } from '@tribehall/contract';

type Details = ReplyInput<'GET /ark/servers/{id}/details'>;
type Player = ReplyInput<'GET /ark/servers/{id}/players'>[number];

/** A server that is up and can do everything; pass what matters for the test. */
export function buildServer(changes: Partial<Details> = {}): Details {
  return {
    id: 's1',
    name: 'The Island',
    game: 'asa',
    cluster: null,
    isConnected: true,
    state: 'up',
    stateReason: null,
    stateSince: '2026-01-02T03:04:05Z',
    playerCount: 2,
    structureCount: null,
    map: 'TheIsland_WP',
    version: '58.21',
    day: 12,
    agent: { name: 'tribehall-agent', version: '0.1.0' },
    capabilities: { can: [...commandNames], cannot: [] },
    maxPlayers: null,
    joinAddress: null,
    linkedPlayer: null,
    ...changes,
  };
}

type Listed = ReplyInput<'GET /ark/servers'>[number];

/** A row of the list of servers. */
export function buildListedServer(changes: Partial<Listed> = {}): Listed {
  return {
    id: 's1',
    name: 'The Island',
    game: 'asa',
    cluster: null,
    state: 'up',
    stateReason: null,
    playerCount: 2,
    maxPlayers: null,
    map: 'TheIsland_WP',
    version: '58.21',
    ...changes,
  };
}

export function buildPlayer(changes: Partial<Player> = {}): Player {
  return {
    id: '76561198000000001',
    name: 'Nico',
    survivor: 'Nico the Brave',
    joinedAt: '2026-01-02T03:04:05Z',
    ...changes,
  };
}
