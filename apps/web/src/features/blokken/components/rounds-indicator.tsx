import { LiveIndicator } from '../../../components/live-indicator.tsx';
import { useLiveState } from '../../../lib/use-live.ts';

export function RoundsIndicator() {
  return <LiveIndicator state={useLiveState()} />;
}
