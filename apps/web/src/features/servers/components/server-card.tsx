import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import classes from '../../../components/display/card-facts.module.css';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { PlayerTotal } from '../../../components/display/player-total.tsx';
import { ServerStateDot } from '../../../components/display/server-state-dot.tsx';
import { mapTitle } from '../../../lib/servers/map-title.ts';
import { serverQuery } from '../servers.queries.ts';

/** How a server is, in three lines. */
export function ServerCard({ id }: { id: string }) {
  const { data: server, isError } = useQuery(serverQuery(id));
  if (isError) return <span className={classes.line}>This server can't be shown.</span>;
  if (server === undefined) return <Skeleton height={50} />;
  const { name, state, map, playerCount, maxPlayers, version } = server;
  return (
    <>
      <span className={classes.name}>
        <PlainText text={name} />
      </span>
      <span className={classes.line}>
        <ServerStateDot state={state} /> · <PlayerTotal count={playerCount} max={maxPlayers} /> players
      </span>
      {map === null && version === null ? null : (
        <span className={classes.line}>
          <PlainText
            text={[...(map === null ? [] : [mapTitle(map)]), ...(version === null ? [] : [version])].join(' · ')}
          />
        </span>
      )}
    </>
  );
}
