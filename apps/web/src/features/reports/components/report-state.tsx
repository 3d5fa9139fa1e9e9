import type { ReportState } from '@tribehall/contract/shared/report-states';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import type { Tone } from '../../../lib/servers/server-states.ts';

export const reportStateLooks = {
  open: { tone: 'warning', word: 'Open' },
  answered: { tone: 'good', word: 'Answered' },
  closed: { tone: 'quiet', word: 'Closed' },
} as const satisfies Record<ReportState, { tone: Tone; word: string }>;

export function ReportStateMark({ state }: { state: ReportState }) {
  return <StatusDot {...reportStateLooks[state]} />;
}
