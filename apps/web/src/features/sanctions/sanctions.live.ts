import { useQueryClient, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { throttle } from '../../lib/live/throttle.ts';
import { useLive } from '../../lib/live/use-live.ts';
import {
  ownSanctionsQuery,
  sanctionListsKey,
  sanctionQuery,
  type Sanction,
  type SanctionPage,
} from './sanctions.queries.ts';

const refetchEveryMs = 1000;
/** Lists of more pages than this are not fetched again as a whole: the reader is far from the newest. */
const refetchedPages = 3;

/** Fetches again what has changed. A snapshot means that the stream has restarted, and changes may have been missed. */
export function useSanctionsLive(isWanted = true): void {
  const queryClient = useQueryClient();
  const [changed] = useState(() => new Set<string>());
  const [refresh] = useState(() =>
    throttle(refetchEveryMs, () => {
      const ids = [...changed];
      changed.clear();
      return refetchChanged(queryClient, ids);
    }),
  );
  useLive(
    'sanctions',
    (messages) => {
      for (const message of messages) if (message.event === 'changed') changed.add(message.data.sanctionId);
      if (messages.some(({ event }) => event === 'snapshot'))
        void queryClient.invalidateQueries({ queryKey: ['sanctions', 'one'] });
      refresh();
    },
    isWanted,
  );
}

async function refetchChanged(queryClient: QueryClient, ids: readonly string[]): Promise<void> {
  await Promise.all([
    ...ids.map((id) => queryClient.invalidateQueries({ queryKey: sanctionQuery(id).queryKey })),
    queryClient.invalidateQueries({
      queryKey: sanctionListsKey,
      predicate: ({ state }) => pagesOf(state.data).length <= refetchedPages,
    }),
  ]);
  const lists = queryClient.getQueriesData({ queryKey: sanctionListsKey });
  const long = lists.filter(([, data]) => pagesOf(data).length > refetchedPages);
  const shown = new Set(
    long.flatMap(([, data]) => pagesOf(data).flatMap((page) => page.sanctions.map(({ id }) => id))),
  );
  for (const id of ids.filter((one) => shown.has(one))) {
    const fresh = await queryClient.fetchQuery({ ...sanctionQuery(id), staleTime: 0 }).catch(() => undefined);
    if (fresh !== undefined) for (const [key] of long) replaceIn(queryClient, key, fresh);
  }
}

function pagesOf(data: unknown): SanctionPage[] {
  return typeof data === 'object' && data !== null && 'pages' in data ? (data as InfiniteData<SanctionPage>).pages : [];
}

function replaceIn(queryClient: QueryClient, key: QueryKey, fresh: Sanction): void {
  const { note: _, evidence: __, enforcement: ___, ...summary } = fresh;
  queryClient.setQueryData<InfiniteData<SanctionPage>>(
    key,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          sanctions: page.sanctions.map((row) => (row.id === summary.id ? summary : row)),
        })),
      },
  );
}

/** After the caller has changed something. */
export function useInvalidateSanctions() {
  const queryClient = useQueryClient();
  return (playerId?: string) => {
    void queryClient.invalidateQueries({ queryKey: sanctionListsKey });
    void queryClient.invalidateQueries({ queryKey: ownSanctionsQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: ['players', 'bans'] });
    void queryClient.invalidateQueries({ queryKey: ['players', 'known'] });
    if (playerId === undefined) return;
    for (const about of ['person', 'actions', 'timeline'])
      void queryClient.invalidateQueries({ queryKey: ['people', about, playerId] });
  };
}
