import { useQuery } from '@tanstack/react-query';
import { hasCode } from '../../lib/api/api-error.ts';
import { useRememberedId } from '../../lib/storage/stored-text.ts';
import { lastServer } from './last-server.ts';
import { useServerLive } from './servers.live.ts';
import { serverQuery } from './servers.queries.ts';

/** A server, live, and remembered as the last one viewed. */
export function useServer(serverId: string) {
  const query = useQuery(serverQuery(serverId));
  const isUnknown = hasCode(query.error, 'NOT_FOUND');
  const server = isUnknown ? undefined : query.data;
  useServerLive(serverId, server !== undefined);
  useRememberedId(lastServer, serverId, server === undefined && !isUnknown ? undefined : !isUnknown);
  return { query, server, isUnknown };
}
