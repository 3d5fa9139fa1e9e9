import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '../../lib/live/use-live.ts';

/** Refetches invitations and waiting accounts when someone registers, or another Admin changes them. */
export function useRegistrationLive(): void {
  const queryClient = useQueryClient();
  useLive('registrations', (messages) => {
    if (messages.some(({ event }) => event !== 'gone'))
      void queryClient.invalidateQueries({ queryKey: ['registration'] });
  });
}
