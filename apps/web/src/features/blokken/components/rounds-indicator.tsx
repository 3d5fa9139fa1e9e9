import { LiveIndicator } from '../../../components/display/live-indicator.tsx';
import { useLiveState } from '../../../lib/live/use-live.ts';

export function RoundsIndicator() {
  return <LiveIndicator state={useLiveState()} />;
}
