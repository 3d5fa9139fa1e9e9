import { useChangeArk } from './users.mutations.ts';
import { useMe } from './users.queries.ts';

type Change = (serverIds: string[]) => string[];

/** The user's starred servers, and the way to write new stars down. */
export function useFavorites(): { serverIds: readonly string[]; onChange: (change: Change) => void } {
  const me = useMe();
  const changeArk = useChangeArk();
  return {
    serverIds: me?.ark.favoriteServers ?? [],
    onChange: (change) => changeArk((ark) => ({ ...ark, favoriteServers: change(ark.favoriteServers) })),
  };
}
