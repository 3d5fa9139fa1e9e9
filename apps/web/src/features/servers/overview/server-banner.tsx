import { Star } from 'lucide-react';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { joinLink } from '@tribehall/contract/shared/join-address';
import { ContourArt } from '../../../components/art/contour-art.tsx';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { LiveStatus } from '../../../components/display/live-indicator.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { mapTitle } from '../../../lib/servers/map-title.ts';
import { gameNames } from '../game-names.ts';
import { useToggleFavorite, type Favorites } from '../servers.mutations.ts';
import type { Server } from '../servers.queries.ts';
import { ServerStateText } from '../components/server-state-text.tsx';
import classes from './server-banner.module.css';

type Props = { title: string; server: Server; actions: ReactNode };

/** What one sees first: which server this is, and whether it is up. */
export function ServerBanner({ title, server, actions }: Props) {
  const isUp = server.state === 'up' || server.state === 'degraded';
  return (
    <div className={classes.banner}>
      <ContourArt seed={server.name} size="banner" isMuted={!isUp} />
      <div className={classes.top}>
        <h1 className={classes.title}>{title}</h1>
        <LiveStatus />
      </div>
      <div className={classes.bottom}>
        <div className={classes.about}>
          <div className={classes.chips}>
            <ServerStateText server={server} isBrief />
            {server.cluster === null ? null : (
              <span className={classes.chip}>
                <TextLink to="/arkbot/clusters/$clusterId" params={{ clusterId: server.cluster.id }} size="sm">
                  <PlainText text={server.cluster.name} />
                </TextLink>
              </span>
            )}
            <span className={classes.chip}>
              {gameNames[server.game]}
              {server.version === null ? null : (
                <>
                  {' '}
                  <PlainText text={server.version} />
                </>
              )}
            </span>
          </div>
          <p className={classes.name}>
            <PlainText text={server.name} />
          </p>
          <p className={classes.place}>
            <Place map={server.map} day={server.day} />
          </p>
        </div>
        <div className={classes.actions}>{actions}</div>
      </div>
    </div>
  );
}

function Place({ map, day }: Pick<Server, 'map' | 'day'>) {
  if (map === null) return 'Map not known yet';
  return (
    <>
      <PlainText text={mapTitle(map)} />
      {day === null ? null : ` · day ${day.toLocaleString()}`}
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
