import { queryOptions } from '@tanstack/react-query';
import { publicMeta } from '../api/private-queries.ts';

/** Code that a part of a page needs, loaded as a query, so that a failure is retried like one. */
export function codeQuery<Code>(name: string, load: () => Promise<Code>) {
  return queryOptions({
    queryKey: ['code', name],
    queryFn: load,
    staleTime: Infinity,
    structuralSharing: false,
    meta: publicMeta,
  });
}
