import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query';

/** Writes live data into the cache. A pending reply may be older, so it is cancelled. */
export function putLive<Key extends QueryKey>(
  queryClient: QueryClient,
  queryKey: Key,
  data: NoInfer<InferDataFromTag<unknown, Key>>,
): void {
  void queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData(queryKey, data);
}
