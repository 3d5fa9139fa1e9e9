import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '../../lib/live/use-live.ts';
import { roundsQuery } from './blokken.queries.ts';

/** Refetches the rounds when they change. */
export function useRoundsLive(): void {
  const queryClient = useQueryClient();
  useLive('blokken', () => void queryClient.invalidateQueries({ queryKey: roundsQuery.queryKey }));
}
