import { LiveIndicator } from '../../../components/live-indicator.tsx';
import { useLiveState } from '../../../lib/use-live.ts';

export function AuditIndicator() {
  return <LiveIndicator state={useLiveState()} />;
}
