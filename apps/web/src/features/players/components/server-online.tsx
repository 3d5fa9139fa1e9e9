import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PlayerLink } from '../../../components/buttons/player-link.tsx';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { RowsSkeleton } from '../../../components/layout/rows-skeleton.tsx';
import { formatDateTime, formatDuration } from '../../../lib/text/format.ts';
import { useNow } from '../../../lib/text/relative-time.ts';
import { usePlayersLive } from '../players.live.ts';
import { playersQuery, type Player } from '../players.queries.ts';
import { titleOnHover } from '../../../lib/browser/title-on-hover.ts';
import classes from './server-online.module.css';

const most = 8;

type Props = {
  serverId: string;
  /** False while the agent or the game is down. */
  isKnown: boolean;
  face: (player: Player) => ReactNode;
};

/** Those who have been online on a server the longest, and the number of all. */
export function ServerOnline({ serverId, isKnown, face }: Props) {
  const query = useQuery(playersQuery(serverId));
  usePlayersLive(serverId);
  return (
    <Panel title="Online">
      <QueryRegion query={query} skeleton={<RowsSkeleton rows={4} />}>
        {(players) =>
          players.length === 0 ? (
            <Text c="dimmed">{isKnown ? 'No one is online right now.' : "We don't know who is online right now."}</Text>
          ) : (
            <>
              <ul className={classes.players}>
                {players
                  .toSorted((a, b) => Date.parse(a.joinedAt) - Date.parse(b.joinedAt))
                  .slice(0, most)
                  .map((player) => (
                    <OnlineRow key={player.id} player={player} face={face(player)} />
                  ))}
              </ul>
              <Text size="sm" mt="sm">
                <TextLink to="/arkbot/servers/$serverId/players" params={{ serverId }} size="sm">
                  {players.length === 1 ? 'Show the player' : `All ${players.length} players`}
                </TextLink>
              </Text>
            </>
          )
        }
      </QueryRegion>
    </Panel>
  );
}

function OnlineRow({ player: { id, name, survivor, joinedAt }, face }: { player: Player; face: ReactNode }) {
  const nowMs = useNow();
  return (
    <li className={classes.player}>
      {face}
      <span className={classes.names}>
        <PlayerLink playerId={id} name={name} />
        {survivor === null ? null : (
          <span className={classes.survivor}>
            <PlainText text={survivor} />
          </span>
        )}
      </span>
      <time className={classes.time} dateTime={joinedAt} {...titleOnHover(() => `Since ${formatDateTime(joinedAt)}`)}>
        {formatDuration(nowMs - Date.parse(joinedAt)).replace('less than a minute', 'just joined')}
      </time>
    </li>
  );
}
