import { Star } from 'lucide-react';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { joinLink } from '@tribehall/contract/shared/join-address';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { Banner, BannerChip } from '../../../components/layout/banner.tsx';
import { mapTitle } from '../../../lib/servers/map-title.ts';
import { gameNames } from '../game-names.ts';
import { useToggleFavorite, type Favorites } from '../servers.mutations.ts';
import type { Server } from '../servers.queries.ts';
import { ServerStateText } from '../components/server-state-text.tsx';
import { formatCount } from '../../../lib/text/format-count.ts';

type Props = { title: string; server: Server; actions: ReactNode };

/** What one sees first: which server this is, and whether it is up. */
export function ServerBanner({ title, server, actions }: Props) {
  const isUp = server.state === 'up' || server.state === 'degraded';
  return (
    <Banner
      title={title}
      name={server.name}
      isMuted={!isUp}
      chips={<Chips server={server} />}
      place={<Place map={server.map} day={server.day} />}
      actions={actions}
    />
  );
}

function Chips({ server }: { server: Server }) {
  return (
    <>
      <ServerStateText server={server} isBrief />
      {server.cluster === null ? null : (
        <BannerChip>
          <TextLink to="/arkbot/clusters/$clusterId" params={{ clusterId: server.cluster.id }} size="sm">
            <PlainText text={server.cluster.name} />
          </TextLink>
        </BannerChip>
      )}
      <BannerChip>
        {gameNames[server.game]}
        {server.version === null ? null : (
          <>
            {' '}
            <PlainText text={server.version} />
          </>
        )}
      </BannerChip>
    </>
  );
}

function Place({ map, day }: Pick<Server, 'map' | 'day'>) {
  if (map === null) return 'Map not known yet';
  return (
    <>
      <PlainText text={mapTitle(map)} />
      {day === null ? null : ` · day ${formatCount(day)}`}
    </>
  );
}

/** Starts the game and connects to the server, where its admins have entered the address. */
export function ServerJoin({ address }: { address: string | null }) {
  const href = address === null ? undefined : joinLink(address);
  if (href === undefined || address === null) return null;
  return (
    <Button component="a" href={href} title={`Connect to ${address} with Steam`}>
      Join
    </Button>
  );
}

type ServerStarProps = { serverId: string; favorites: Favorites };

export function ServerStar({ serverId, favorites }: ServerStarProps) {
  const toggle = useToggleFavorite(favorites);
  const isFavorite = favorites.serverIds.includes(serverId);
  return (
    <Button
      variant="default"
      aria-pressed={isFavorite}
      leftSection={<Star size={16} aria-hidden fill={isFavorite ? 'var(--th-accent)' : 'none'} />}
      onClick={() => toggle(serverId)}
    >
      Favourite
    </Button>
  );
}
