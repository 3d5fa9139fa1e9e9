import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createToastGroup } from '../../../components/notices/toast.tsx';
import type { LiveMessage } from '../../../lib/live/live.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { headingText } from '../../../lib/text/visible-text.ts';
import { notesKey } from './notes.queries.ts';

type Join = Extract<LiveMessage<'players.watched'>, { event: 'joined' }>['data'];

const nobody: ReadonlySet<string> = new Set();
const namedCount = 3;

/** The ids of watched players. Says when one of them joins. Only Admins may subscribe. */
export function useWatchedPlayers(isAdmin: boolean): ReadonlySet<string> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [watched, setWatched] = useState(nobody);
  const [announce] = useState(() => createAnnouncer((href) => void navigate({ href })));
  useLive(
    'players.watched',
    (messages) => {
      const latest = messages.findLast(({ event }) => event === 'snapshot' || event === 'changed');
      if (latest !== undefined) setWatched(new Set(latest.data as string[]));
      if (latest?.event === 'changed') void queryClient.invalidateQueries({ queryKey: notesKey });
      announce(messages.flatMap((message) => (message.event === 'joined' ? [message.data] : [])));
    },
    isAdmin,
  );
  return isAdmin ? watched : nobody;
}

/** One toast for all who join within seconds, so that a mass join is no flood. */
function createAnnouncer(open: (href: string) => void): (joins: Join[]) => void {
  return createToastGroup<Join>((all) => {
    const joins = [...new Map(all.map((join) => [join.playerId, join])).values()];
    const isOne = joins.length === 1;
    const href = isOne ? `/arkbot/players/${encodeURIComponent(joins[0]?.playerId ?? '')}` : '/arkbot/players';
    const label = isOne ? 'View player' : 'View players';
    return { message: describe(joins), link: { label, href, onOpen: () => open(href) } };
  });
}

function describe(joins: readonly Join[]): string {
  const [first] = joins;
  if (joins.length === 1 && first !== undefined)
    return `${nameOf(first)}, who is watched, joined ${headingText(first.server.name)}`;
  const names = joins.slice(0, namedCount).map(nameOf);
  const rest = joins.length - names.length;
  const last = rest > 0 ? `${rest} more` : (names.pop() ?? '');
  return `${joins.length} watched players joined: ${names.join(', ')} and ${last}`;
}

function nameOf({ name, playerId }: Join): string {
  return headingText(name) || playerId;
}
