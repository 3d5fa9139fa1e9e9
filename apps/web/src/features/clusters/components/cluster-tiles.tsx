import { TextLink } from '../../../components/buttons/text-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { PlayerTotal } from '../../../components/display/player-total.tsx';
import { useTrends } from '../../../components/display/server-trend.tsx';
import { Sparkline } from '../../../components/display/sparkline.tsx';
import { Tile, Tiles, TileTrend, Unknown } from '../../../components/display/tiles.tsx';
import { formatCount } from '../../../lib/text/format-count.ts';
import type { ClusterServer } from '../clusters.queries.ts';
import { clusterNumbers, counted } from '../cluster-numbers.ts';

/** The counts of more servers would be asked for in several calls. */
const maxTrendServers = 60;

/** What is going on in a cluster, at a glance. */
export function ClusterTiles({ servers }: { servers: readonly ClusterServer[] }) {
  const { playerCount, unknownCount, maxPlayers, onlineCount, troubled, busiest } = clusterNumbers(servers);
  const hasTrend = servers.length <= maxTrendServers;
  const trend = useTrends(hasTrend ? servers.map(({ id }) => id) : []);
  const known = trend.filter((count) => count !== null);
  return (
    <Tiles>
      <Tile
        label="Players"
        note={
          hasTrend ? (
            <TileTrend>
              <Sparkline values={trend} />
            </TileTrend>
          ) : undefined
        }
      >
        {playerCount === null ? <Unknown /> : <PlayerTotal count={playerCount} max={maxPlayers} />}
      </Tile>
      {hasTrend ? (
        <Tile label="24-hour peak">{known.length === 0 ? <Unknown /> : formatCount(Math.max(...known))}</Tile>
      ) : null}
      <Tile
        label="Servers online"
        note={troubled.length === 0 ? undefined : <PlainText text={troubled.map(({ name }) => name).join(', ')} />}
      >
        <PlayerTotal count={onlineCount} max={servers.length} />
      </Tile>
      <Tile label="Busiest server" note={busiest && counted(busiest.playerCount, 'player')}>
        {busiest === undefined ? (
          <Unknown>{unknownCount > 0 ? undefined : 'nobody is online'}</Unknown>
        ) : (
          <TextLink to="/arkbot/servers/$serverId" params={{ serverId: busiest.id }} inherit>
            <PlainText text={busiest.name} />
          </TextLink>
        )}
      </Tile>
    </Tiles>
  );
}
