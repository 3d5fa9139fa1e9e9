import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { SidePanel } from '../../../components/dialogs/side-panel.tsx';
import { SearchField } from '../../../components/forms/search-field.tsx';
import { PageSection } from '../../../components/layout/page-section.tsx';
import { MailDialog } from '../../../features/mail/components/mail-dialog.tsx';
import { MailList } from '../../../features/mail/components/mail-list.tsx';
import { BanList } from '../../../features/players/components/ban-list.tsx';
import { OnlinePlayers } from '../../../features/players/components/online-players.tsx';
import { PlayerPanel } from '../../../features/players/components/player-panel.tsx';
import { mayModerate } from '../../../features/sanctions/sanction-powers.ts';
import { ServerFrame } from '../../../features/servers/components/server-frame.tsx';
import { ServerStateText } from '../../../features/servers/components/server-state-text.tsx';
import type { Server } from '../../../features/servers/servers.queries.ts';
import { SanctionPlayerDialog } from '../sanction-player.dialog.tsx';
import { useModerationPowers } from '../use-moderation-powers.ts';
import { useServerViewer } from './use-server-viewer.ts';

export function ServerPlayersPage() {
  const { serverId } = useParams({ from: '/main/user/arkbot/servers/$serverId/players' });
  const { playerId, search = '' } = useSearch({ from: '/main/user/arkbot/servers/$serverId/players' });
  const navigate = useNavigate();
  const show = (next: { playerId?: string | undefined; search: string }, replace = false) =>
    void navigate({
      to: '/arkbot/servers/$serverId/players',
      params: { serverId },
      search: { search: next.search, ...(next.playerId !== undefined && { playerId: next.playerId }) },
      replace,
      resetScroll: false,
    });
  return (
    <ServerFrame key={serverId} serverId={serverId} title="Online Players" crumbs={[{ text: 'Players' }]}>
      {(server) => (
        <ServerPlayers
          server={server}
          playerId={playerId}
          search={search}
          onPlayer={(next) => show({ playerId: next, search })}
          onSearch={(next) => show({ playerId, search: next }, true)}
        />
      )}
    </ServerFrame>
  );
}

type Props = {
  server: Server;
  playerId: string | undefined;
  search: string;
  onPlayer: (playerId: string | undefined) => void;
  onSearch: (search: string) => void;
};

/** The online players, one of them in a side panel, and below the sent mail and bans. */
function ServerPlayers({ server, playerId, search, onPlayer, onSearch }: Props) {
  const { viewer, setLink } = useServerViewer(server.id);
  const [recipient, setRecipient] = useState<{ playerId: string; name: string }>();
  const [sanctioned, setSanctioned] = useState<{ id: string; name: string }>();
  const powers = useModerationPowers();
  const panel = playerId && {
    title: 'Player',
    content: (
      <PlayerPanel
        key={playerId}
        server={server}
        playerId={playerId}
        viewer={viewer}
        onMail={setRecipient}
        onSanction={mayModerate(powers, server) ? setSanctioned : undefined}
        onLinkChange={setLink}
      />
    ),
  };
  return (
    <SidePanel panel={panel || undefined} onClose={() => onPlayer(undefined)}>
      <Stack gap="lg">
        <ServerStateText server={server} />
        <SearchField label="Filter by name or ID" value={search} onSearch={onSearch} />
        <OnlinePlayers server={server} filter={search} currentId={playerId} onChoose={onPlayer} />
        <PageSection title="Sent mail">
          <MailList serverId={server.id} filter={search} onChoose={onPlayer} />
        </PageSection>
        {viewer.isServerAdmin ? (
          <PageSection title="Bans">
            <BanList
              server={server}
              filter={search}
              currentId={playerId}
              instigator={viewer.playerId}
              onChoose={onPlayer}
            />
          </PageSection>
        ) : null}
      </Stack>
      {recipient === undefined ? null : (
        <MailDialog
          recipient={{ serverId: server.id, ...recipient }}
          instigator={viewer.playerId}
          onClose={() => setRecipient(undefined)}
        />
      )}
      {sanctioned === undefined ? null : (
        <SanctionPlayerDialog player={sanctioned} serverId={server.id} onClose={() => setSanctioned(undefined)} />
      )}
    </SidePanel>
  );
}
