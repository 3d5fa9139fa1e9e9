import { LiveIndicator } from '../../../components/display/live-indicator.tsx';
import { useLiveState } from '../../../lib/live/use-live.ts';

export function AuditIndicator() {
  return <LiveIndicator state={useLiveState()} />;
}
