import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { paths } from '../../../app/paths.ts';
import { PlainText } from '../../../components/plain-text.tsx';
import { QueryRegion } from '../../../components/query-region.tsx';
import { serverStateLooks } from '../../../lib/server-states.ts';
import { clusterPlayersQuery, type Cluster, type ClusterPlayer, type ClusterServer } from '../clusters.queries.ts';
import classes from './cluster-players.module.css';

/** Who plays on which server of the cluster. */
export function ClusterPlayers({ cluster }: { cluster: Cluster }) {
  const titleId = useId();
  const query = useQuery(clusterPlayersQuery(cluster.id));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <section className={classes.players} aria-labelledby={titleId} tabIndex={0}>
      <Title order={2} id={titleId}>
        Players
      </Title>
      <QueryRegion query={query} skeletonHeight={160}>
        {(players) => (
          <>
            {players.length === 0 ? <Text mt="sm">No players found.</Text> : null}
            {cluster.servers.map((server) => (
              <ServerPlayers
                key={server.id}
                server={server}
                players={players.filter(({ serverId }) => serverId === server.id)}
              />
            ))}
          </>
        )}
      </QueryRegion>
    </section>
  );
}

type Props = { server: ClusterServer; players: ClusterPlayer[] };

function ServerPlayers({ server, players }: Props) {
  return (
    <>
      <h3 className={classes.server}>
        <PlainText text={server.name} />
        <span className={classes.count}>
          {server.playerCount === null ? serverStateLooks[server.state].word : players.length}
        </span>
      </h3>
      <ul className={classes.list}>
        {players.map((player) => (
          <li key={player.id}>
            <Link
              className={classes.player}
              to={paths.serverPlayers}
              params={{ serverId: server.id }}
              search={{ playerId: player.id }}
            >
              <PlainText text={player.name} />
              {player.survivor === null || player.survivor === player.name ? null : (
                <span className={classes.survivor}>
                  <PlainText text={player.survivor} />
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
