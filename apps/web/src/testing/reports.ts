import type { Report } from '../features/reports/reports.queries.ts';
import { island, miraId } from './people.ts';

/** An open report; pass what matters for the test. */
export function buildReport(changes: Partial<Report> = {}): Report {
  return {
    id: 'r1',
    createdAt: '2026-01-02T12:00:00.000Z',
    server: island,
    player: { id: miraId, name: 'mira_plays' },
    text: 'Blocks the path\nto the obelisk',
    state: 'open',
    source: 'game',
    reporter: { name: 'Nico', playerId: null, hasAccount: true },
    assignee: null,
    answer: null,
    closedAt: null,
    commentCount: 0,
    comments: [],
    answeredBy: 'mail',
    ...changes,
  };
}
