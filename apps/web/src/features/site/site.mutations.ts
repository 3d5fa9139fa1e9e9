import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PartInput } from '@tribehall/contract';
import { api } from '../../lib/api/api.ts';
import { siteQuery } from './site.queries.ts';

export type SiteSettings = PartInput<'PUT /site', 'body'>;

/** The reply is the whole site, so that every part of the page shows the change at once. */
export function useChangeSite() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SiteSettings) => api('PUT /site', { body }),
    onSuccess: (site) => {
      queryClient.setQueryData(siteQuery.queryKey, site);
      void queryClient.invalidateQueries({ queryKey: ['status'] });
    },
  });
}
