import { queryOptions } from '@tanstack/react-query';
import { publicMeta } from '../api/private-queries.ts';

/** Code that a region of a page needs. Where it does not come, it is asked for again like any data. */
export function codeQuery<Code>(name: string, load: () => Promise<Code>) {
  return queryOptions({
    queryKey: ['code', name],
    queryFn: load,
    staleTime: Infinity,
    structuralSharing: false,
    meta: publicMeta,
  });
}
