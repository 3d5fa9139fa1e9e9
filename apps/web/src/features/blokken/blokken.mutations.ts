import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { roundsQuery } from './blokken.queries.ts';

export function useSolve() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (word: string) => api('POST /blokkensolver/solve', { body: { word } }),
    onMutate: () => ({ roundIds: queryClient.getQueryData(roundsQuery.queryKey)?.map(({ id }) => id) ?? [] }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: roundsQuery.queryKey }),
  });
}
