import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LiveIndicator } from '../../../components/display/live-indicator.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { hasCode } from '../../../lib/api/api-error.ts';
import { useLiveState } from '../../../lib/live/use-live.ts';
import { useRememberedId } from '../../../lib/storage/stored-text.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { lastServer } from '../last-server.ts';
import { useServerLive } from '../servers.live.ts';
import { serverQuery, type Server } from '../servers.queries.ts';
import { ServerUnknown } from './server-unknown.tsx';

type Props = { serverId: string; title: string; isWide?: boolean; children: (server: Server) => ReactNode };

/** A page about one server: its name, its live state for what is inside, and what is to do when there is no such server. */
export function ServerFrame({ serverId, title, isWide = false, children }: Props) {
  const query = useQuery(serverQuery(serverId));
  const liveState = useLiveState();
  const isUnknown = hasCode(query.error, 'NOT_FOUND');
  const server = isUnknown ? undefined : query.data;
  useServerLive(serverId, server !== undefined);
  useRememberedId(lastServer, serverId, server === undefined && !isUnknown ? undefined : !isUnknown);
  return (
    <Page
      title={title}
      isWide={isWide}
      tabTitle={server === undefined ? title : `${visibleText(server.name)} · ${title}`}
      aside={server === undefined ? null : <LiveIndicator state={liveState} />}
    >
      {server === undefined ? null : (
        <Text c="dimmed" size="lg" mt={-12}>
          <PlainText text={server.name} />
        </Text>
      )}
      {isUnknown ? (
        <ServerUnknown />
      ) : (
        <QueryRegion query={query} skeletonHeight={400}>
          {children}
        </QueryRegion>
      )}
    </Page>
  );
}
