import type { ServerState } from '@tribehall/contract';
import { speakerNames } from '@tribehall/contract/shared/text';
import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, type ComponentProps } from 'react';
import { WatchedMark } from '../../../components/display/watched-mark.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { Face } from '../../../components/people/face.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { RowsSkeleton } from '../../../components/layout/rows-skeleton.tsx';
import { serverStateLooks, unknownStateLook } from '../../../lib/servers/server-states.ts';
import { useConnection } from '../../../lib/api/use-connection.ts';
import classes from './players-aside.module.css';

type AsideServer = { id: string; name: string; state: ServerState; playerCount: number | null };
type AsidePlayer = { id: string; name: string; survivor: string | null; serverId: string };
type Props = {
  servers: readonly AsideServer[];
  /** The online players of these servers. */
  query: ComponentProps<typeof QueryRegion<AsidePlayer[]>>['query'];
};

/** The online players in a side column, grouped by server where there are several. */
export function PlayersAside({ servers, query }: Props) {
  const titleId = useId();
  const only = servers.length === 1 ? servers[0] : undefined;
  const isKnown = servers.some(({ playerCount }) => playerCount !== null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <section className={classes.players} aria-labelledby={titleId} tabIndex={0}>
      <div className={classes.head}>
        <Title order={2} id={titleId}>
          Players
        </Title>
        {only === undefined ? null : <PlayerCount server={only} players={query.data} />}
      </div>
      <QueryRegion query={query} skeleton={<RowsSkeleton rows={4} />}>
        {(players) => (
          <>
            {players.length === 0 ? (
              <Text mt="sm">{isKnown ? 'No players found.' : "We don't know who is online right now."}</Text>
            ) : null}
            {servers.map((server) => (
              <ServerPlayers
                key={server.id}
                server={server}
                hasHeading={only === undefined}
                players={players.filter(({ serverId }) => serverId === server.id)}
              />
            ))}
          </>
        )}
      </QueryRegion>
    </section>
  );
}

type CountProps = { server: AsideServer; players: AsidePlayer[] | undefined };

function PlayerCount({ server, players }: CountProps) {
  const look = useConnection() === 'connected' ? serverStateLooks[server.state] : unknownStateLook;
  return <span className={classes.count}>{server.playerCount === null ? look.word : players?.length}</span>;
}

type ServerProps = { server: AsideServer; hasHeading: boolean; players: AsidePlayer[] };

function ServerPlayers({ server, hasHeading, players }: ServerProps) {
  return (
    <>
      {hasHeading ? (
        <h3 className={classes.server}>
          <PlainText text={server.name} />
          <PlayerCount server={server} players={players} />
        </h3>
      ) : null}
      <ul className={classes.list}>
        {players.map((player) => (
          <li key={player.id}>
            <Link
              className={classes.player}
              to="/arkbot/servers/$serverId/players"
              params={{ serverId: server.id }}
              search={{ playerId: player.id }}
            >
              <Face id={player.id} name={speakerNames(player)[0]} size="small" />
              <span className={classes.names}>
                <Names player={player} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The same names as in the chat, so that readers can match the two. */
function Names({ player }: { player: AsidePlayer }) {
  const [shown, playerName] = speakerNames(player);
  return (
    <>
      <span>
        <WatchedMark playerId={player.id} />
        <PlainText text={shown} />
      </span>
      {playerName === undefined ? null : (
        <span className={classes.playerName}>
          <PlainText text={playerName} />
        </span>
      )}
    </>
  );
}
