import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleHelp } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { paths } from '../../../app/paths.ts';
import { LinkButton } from '../../../components/link-button.tsx';
import { LiveIndicator } from '../../../components/live-indicator.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { PlainText } from '../../../components/plain-text.tsx';
import { QueryRegion } from '../../../components/query-region.tsx';
import { hasCode } from '../../../lib/api-error.ts';
import { useLiveState } from '../../../lib/use-live.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { lastServer } from '../last-server.ts';
import { useServerLive } from '../servers.live.ts';
import { serverQuery, type Server } from '../servers.queries.ts';

type Props = { serverId: string; title: string; isWide?: boolean; children: (server: Server) => ReactNode };

/** A page about one server: its name, its live state for what is inside, and what is to do when there is no such server. */
export function ServerFrame({ serverId, title, isWide = false, children }: Props) {
  const query = useQuery(serverQuery(serverId));
  const liveState = useLiveState();
  const isUnknown = hasCode(query.error, 'NOT_FOUND');
  const server = isUnknown ? undefined : query.data;
  useServerLive(serverId, server !== undefined);
  useEffect(() => {
    if (isUnknown && lastServer.get() === serverId) lastServer.set(null);
  }, [isUnknown, serverId]);
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
        <UnknownServer />
      ) : (
        <QueryRegion query={query} skeletonHeight={400}>
          {children}
        </QueryRegion>
      )}
    </Page>
  );
}

function UnknownServer() {
  return (
    <Notice
      icon={CircleHelp}
      title="There is no such server."
      role="alert"
      action={<LinkButton to={paths.servers}>Select a server</LinkButton>}
    >
      <Text c="dimmed">It was removed, or the address is wrong.</Text>
    </Notice>
  );
}
