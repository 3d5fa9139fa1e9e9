import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query';

/** Writes what the stream says. An answer still on its way may be older than that, so it is not waited for. */
export function putLive<Key extends QueryKey>(
  queryClient: QueryClient,
  queryKey: Key,
  data: NoInfer<InferDataFromTag<unknown, Key>>,
): void {
  void queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData(queryKey, data);
}
