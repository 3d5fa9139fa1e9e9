import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { LiveStatus } from '../../../components/display/live-indicator.tsx';
import type { Crumb } from '../../../components/layout/breadcrumbs.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { MissingNotice } from '../../../components/notices/missing-notice.tsx';
import { hasCode } from '../../../lib/api/api-error.ts';
import { useRememberedId, useStoredText } from '../../../lib/storage/stored-text.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { lastServer } from '../last-server.ts';
import { serverQuery, type Server } from '../servers.queries.ts';
import { useServer } from '../use-server.ts';

type Props = {
  serverId: string;
  title: string;
  isWide?: boolean;
  /** Between the server and this page; without them, this page is the server's own. */
  crumbs?: readonly Crumb[];
  children: (server: Server) => ReactNode;
};

/** The frame of a server's pages: its name, its live state, and a notice when there is no such server. */
export function ServerFrame({ serverId, title, isWide = false, crumbs, children }: Props) {
  const { query, server, isUnknown } = useServer(serverId);
  return (
    <Page
      title={title}
      subject={server?.name}
      crumbs={[...serverCrumbs(server, crumbs === undefined), ...(crumbs ?? [])]}
      isWide={isWide}
      tabTitle={server === undefined ? title : `${visibleText(server.name)} · ${title}`}
      aside={server === undefined ? null : <LiveStatus />}
    >
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

/** From the list of servers; `isCurrent`: up to the server's own page. */
export function serverCrumbs(server: Server | undefined, isCurrent: boolean): Crumb[] {
  const list = { text: 'Servers', link: linkOptions({ to: '/arkbot/servers', search: { list: 'all' } }) };
  if (server === undefined) return [list];
  const { id: serverId, name: text } = server;
  const link = linkOptions({ to: '/arkbot/servers/$serverId', params: { serverId } });
  return [list, isCurrent ? { text } : { text, link }];
}

/** Shown for a server that does not exist, with a link to the last one viewed. */
export function ServerUnknown() {
  const lastId = useStoredText(lastServer);
  const { data: last, error } = useQuery({ ...serverQuery(lastId ?? ''), enabled: lastId !== null });
  useRememberedId(lastServer, lastId, hasCode(error, 'NOT_FOUND') ? false : undefined);
  const back = last && (
    <LinkButton to="/arkbot/servers/$serverId" params={{ serverId: last.id }}>
      Open {visibleText(last.name)}
    </LinkButton>
  );
  return (
    <MissingNotice
      noun="server"
      back={back}
      choose={
        <LinkButton to="/arkbot/servers" search={{ list: 'all' }}>
          Select a server
        </LinkButton>
      }
    />
  );
}
