import type { ReplyInput } from '@tribehall/contract';

type Sanction = ReplyInput<'GET /ark/sanctions/{sanctionId}'>;

/** A permanent ban on one server, confirmed there; pass what matters for the test. */
export function buildSanction(changes: Partial<Sanction> = {}): Sanction {
  return {
    id: 'b1',
    kind: 'ban',
    state: 'active',
    playerId: '76561198000000009',
    name: 'Otto',
    reach: { type: 'server', id: 's1', name: 'The Island' },
    reason: 'Mesh building',
    by: 'Olive',
    source: 'portal',
    createdAt: '2026-01-02T03:04:05Z',
    endsAt: null,
    lifted: null,
    acknowledgedAt: null,
    servers: { total: 1, waiting: 0, confirmed: 1, failed: 0 },
    note: '',
    evidence: [],
    enforcement: [
      { server: { id: 's1', name: 'The Island' }, state: 'confirmed', detail: null, at: '2026-01-02T03:04:06Z' },
    ],
    ...changes,
  };
}
