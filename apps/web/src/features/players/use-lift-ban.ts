import { toastError, toastSuccess } from '../../components/notices/toast.tsx';
import { visibleText } from '../../lib/text/visible-text.ts';
import { outcomeTexts } from './outcome-text.ts';
import { useUnban, type Target } from './players.mutations.ts';

/** Lifts a ban and says what came of it, also where what asked for it is gone by then. */
export function useLiftBan(): { lift: (target: Target, name: string) => void; pendingId: string | undefined } {
  const unban = useUnban();
  const lift = (target: Target, name: string) =>
    void unban
      .mutateAsync(target)
      .then(({ outcome }) => toastSuccess(`Unban of ${visibleText(name)}: ${outcomeTexts[outcome]}`), toastError);
  return { lift, pendingId: unban.isPending ? unban.variables.playerId : undefined };
}
