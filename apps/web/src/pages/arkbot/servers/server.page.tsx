import { Stack } from '@mantine/core';
import { isAdmin } from '@tribehall/contract/roles';
import { useDocumentTitle } from '@mantine/hooks';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { BannerSkeleton } from '../../../components/layout/banner.tsx';
import { Breadcrumbs } from '../../../components/layout/breadcrumbs.tsx';
import { Deferred } from '../../../components/layout/deferred.tsx';
import { OverviewSkeleton } from '../../../components/layout/overview-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { BroadcastButton } from '../../../features/broadcasts/broadcast-button.tsx';
import { Face } from '../../../components/people/face.tsx';
import { ServerEvents } from '../../../features/people/timeline/server-events.tsx';
import { CharacterPanel } from '../../../features/players/components/character-link.tsx';
import { PlayerCountPanel } from '../../../features/players/components/player-count-chart.tsx';
import { ServerOnline } from '../../../features/players/components/server-online.tsx';
import { serverCrumbs, ServerUnknown } from '../../../features/servers/components/server-frame.tsx';
import { isSetUp } from '../../../features/servers/overview/problems.ts';
import { ServerInformation } from '../../../features/servers/overview/server-information.tsx';
import type { Server } from '../../../features/servers/servers.queries.ts';
import { useServer } from '../../../features/servers/use-server.ts';
import { SaveWorldButton } from '../../../features/structures/save/save-world-button.tsx';
import { useFavorites } from '../../../features/users/users.mutations.ts';
import { useMe } from '../../../features/users/users.queries.ts';
import { whyNever } from '../../../lib/servers/capabilities.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { useServerSave } from './use-server-save.ts';
import { ServerSettings } from './server-settings.tsx';
import { useServerViewer } from './use-server-viewer.ts';

const title = 'Server Information';

export function ServerPage() {
  const { serverId } = useParams({ from: '/main/user/arkbot/servers/$serverId' });
  return <ServerView key={serverId} serverId={serverId} />;
}

/** A server names itself: the usual heading is small above its name. */
function ServerView({ serverId }: { serverId: string }) {
  const { query, server, isUnknown } = useServer(serverId);
  const content = (
    <QueryRegion query={query} skeleton={<OverviewSkeleton tiles={6} />}>
      {(known) => <KnownServer server={known} />}
    </QueryRegion>
  );
  const crumbs = serverCrumbs(server, true);
  useDocumentTitle(`${server === undefined ? title : tabTitleOf(server)} · Tribehall`);
  if (isUnknown)
    return (
      <Page title={title} crumbs={crumbs}>
        <ServerUnknown />
      </Page>
    );
  return (
    <Stack gap="lg">
      <Breadcrumbs crumbs={crumbs} />
      {server === undefined ? <BannerSkeleton title={title} /> : null}
      <Deferred>{content}</Deferred>
    </Stack>
  );
}

function KnownServer({ server }: { server: Server }) {
  const { id: serverId } = server;
  const { range } = useSearch({ from: '/main/user/arkbot/servers/$serverId' });
  const navigate = useNavigate();
  const me = useMe();
  const favorites = useFavorites();
  const { viewer, setLink, setControl } = useServerViewer(serverId);
  const { save, saveInfo, hasSaveFailed } = useServerSave(serverId);
  const canSave = viewer.isServerAdmin && whyNever(server, 'server.saveWorld') === undefined;
  return (
    <ServerInformation
      title={title}
      server={server}
      save={save}
      favorites={favorites}
      isServerAdmin={viewer.isServerAdmin}
      isServerPlayer={viewer.isServerPlayer}
      isPortalAdmin={isAdmin(me?.roles ?? [])}
      saveWorld={
        <>
          {canSave && server.isConnected && !hasSaveFailed ? (
            <SaveWorldButton server={server} save={saveInfo} instigator={viewer.playerId} />
          ) : null}
          {viewer.isServerAdmin && isSetUp(server) ? (
            <BroadcastButton reach={{ type: 'server', serverId }} name={server.name} />
          ) : null}
        </>
      }
      playerCounts={<PlayerCountPanel serverId={serverId} range={range} />}
      aside={
        <>
          <ServerOnline serverId={serverId} isKnown={server.playerCount !== null} face={faceOf} />
          <ServerEvents serverId={serverId} />
        </>
      }
      character={<CharacterPanel server={server} viewer={viewer} onLinkChange={setLink} />}
      settings={<ServerSettings server={server} viewer={viewer} />}
      onControl={setControl}
      onRemoved={() => void navigate({ to: '/arkbot/servers' })}
    />
  );
}

function faceOf({ id, name }: { id: string; name: string }) {
  return <Face id={id} name={name} />;
}

function tabTitleOf({ name }: Server): string {
  return `${visibleText(name)} · ${title}`;
}
