import type { ReplyInput } from '@tribehall/contract';

type Status = ReplyInput<'GET /status'>;
type PublicServer = Status['servers'][number];

export function buildPublicServer(changes: Partial<PublicServer> = {}): PublicServer {
  return {
    id: 's1',
    name: 'The Island',
    game: 'ase',
    map: 'The Island',
    state: 'up',
    playerCount: 12,
    maxPlayers: 70,
    joinAddress: null,
    history: Array.from({ length: 48 }, (_, index) => (index < 4 ? null : index % 9)),
    ...changes,
  };
}

export function buildStatus(servers: PublicServer[], changes: Partial<Status> = {}): Status {
  return { name: 'Obelisk', playerCount: 12, serverCount: servers.length, servers, ...changes };
}
