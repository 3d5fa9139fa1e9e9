import { queryOptions } from '@tanstack/react-query';
import { ApiError, apiErrorText, apiStatus } from '../../../lib/api-error.ts';
import { publicMeta } from '../../../lib/private-queries.ts';

/** The editor's program. Where it does not come, it can be asked for again like any data. */
export const editorCodeQuery = queryOptions({
  queryKey: ['databases', 'editor code'],
  queryFn: async () => {
    try {
      const { editorParts } = await import('./editor-parts.ts');
      return editorParts;
    } catch (cause) {
      throw new ApiError({ status: apiStatus.network, message: apiErrorText.network, cause });
    }
  },
  staleTime: Infinity,
  structuralSharing: false,
  meta: publicMeta,
});
