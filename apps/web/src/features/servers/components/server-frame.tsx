import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { LiveStatus } from '../../../components/display/live-indicator.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { MissingNotice } from '../../../components/notices/missing-notice.tsx';
import { hasCode } from '../../../lib/api/api-error.ts';
import { useRememberedId, useStoredText } from '../../../lib/storage/stored-text.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { lastServer } from '../last-server.ts';
import { useServerLive } from '../servers.live.ts';
import { serverQuery, type Server } from '../servers.queries.ts';

type Props = { serverId: string; title: string; isWide?: boolean; children: (server: Server) => ReactNode };

/** The frame of a server's pages: its name, its live state, and a notice when there is no such server. */
export function ServerFrame({ serverId, title, isWide = false, children }: Props) {
  const query = useQuery(serverQuery(serverId));
  const isUnknown = hasCode(query.error, 'NOT_FOUND');
  const server = isUnknown ? undefined : query.data;
  useServerLive(serverId, server !== undefined);
  useRememberedId(lastServer, serverId, server === undefined && !isUnknown ? undefined : !isUnknown);
  return (
    <Page
      title={title}
      isWide={isWide}
      tabTitle={server === undefined ? title : `${visibleText(server.name)} · ${title}`}
      aside={server === undefined ? null : <LiveStatus />}
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

/** Shown for a server that does not exist, with a link to the last one viewed. */
function ServerUnknown() {
  const lastId = useStoredText(lastServer);
  const { data: last, error } = useQuery({ ...serverQuery(lastId ?? ''), enabled: lastId !== null });
  useRememberedId(lastServer, lastId, hasCode(error, 'NOT_FOUND') ? false : undefined);
  const back = last && (
    <LinkButton to="/arkbot/servers/$serverId" params={{ serverId: last.id }}>
      Open {visibleText(last.name)}
    </LinkButton>
  );
  return (
    <MissingNotice noun="server" back={back} choose={<LinkButton to="/arkbot/servers">Select a server</LinkButton>} />
  );
}
