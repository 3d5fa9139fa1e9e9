import { RowLink } from '../../../components/buttons/row-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { PlayerTotal } from '../../../components/display/player-total.tsx';
import { ServerStateDot } from '../../../components/display/server-state-dot.tsx';
import { ServerTrend } from '../../../components/display/server-trend.tsx';
import { SecondLine } from '../../../components/table/second-line.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { mapTitle } from '../../../lib/servers/map-title.ts';
import { serverStateLooks } from '../../../lib/servers/server-states.ts';
import type { ListedServer } from '../../../lib/servers/servers.queries.ts';
import type { ServerState } from '@tribehall/contract';
import { starColumn } from '../components/server-grid.tsx';
import { shortGameNames } from '../game-names.ts';

type Column = TableColumn<ListedServer>;

/** What needs someone first. */
const stateRanks: Record<ServerState, number> = { down: 0, degraded: 1, offline: 2, booting: 3, up: 4 };

/** Those that the reader can sort by and choose. */
export const serverColumns: readonly Column[] = [
  {
    key: 'state',
    label: 'State',
    width: '108px',
    onCard: 'bare',
    isOptional: true,
    isFitting: true,
    value: ({ state }) => stateRanks[state],
    csv: ({ state }) => serverStateLooks[state].word,
    render: ({ state }) => <ServerStateDot state={state} />,
  },
  {
    key: 'name',
    label: 'Name',
    width: 'minmax(120px, 1.8fr)',
    onCard: 'title',
    value: ({ name }) => name,
    render: Name,
  },
  {
    key: 'map',
    label: 'Map',
    width: 'minmax(72px, 1fr)',
    isOptional: true,
    value: ({ map }) => map && mapTitle(map),
    render: ({ map }) => map && <PlainText text={mapTitle(map)} />,
  },
  {
    key: 'game',
    label: 'Game',
    width: '88px',
    onCard: 'hidden',
    isOptional: true,
    isFitting: true,
    value: ({ game }) => shortGameNames[game],
    render: ({ game }) => shortGameNames[game],
  },
  {
    key: 'cluster',
    label: 'Cluster',
    width: 'minmax(72px, 1fr)',
    onCard: 'hidden',
    isOptional: true,
    value: ({ cluster }) => cluster?.name ?? null,
    render: ({ cluster }) => cluster && <PlainText text={cluster.name} />,
  },
  {
    key: 'players',
    label: 'Players',
    width: '84px',
    isNumber: true,
    isOptional: true,
    firstOrder: 'desc',
    value: ({ playerCount }) => playerCount,
    render: ({ playerCount, maxPlayers }) => <PlayerTotal count={playerCount} max={maxPlayers} />,
  },
  {
    key: 'trend',
    label: 'Last 24 h',
    width: 'minmax(64px, 132px)',
    onCard: 'hidden',
    isOptional: true,
    isFitting: true,
    render: ({ id }) => <ServerTrend serverId={id} />,
  },
  {
    key: 'version',
    label: 'Version',
    width: '76px',
    onCard: 'hidden',
    isOptional: true,
    firstOrder: 'desc',
    value: ({ version }) => version,
    render: ({ version }) => version && <PlainText text={version} />,
  },
];

/** With the star at the end. */
export function columnsFor(favorites: ReadonlySet<string>, onFavorite: (serverId: string) => void): Column[] {
  return [...serverColumns, { ...starColumn(favorites, onFavorite), onCard: 'end' }];
}

/** Below it, why the server is not simply online. */
function Name({ id, name, stateReason }: ListedServer) {
  return (
    <>
      <RowLink href={`/arkbot/servers/${encodeURIComponent(id)}`}>
        <PlainText text={name} />
      </RowLink>
      {stateReason === null ? null : (
        <SecondLine>
          <PlainText text={stateReason} />
        </SecondLine>
      )}
    </>
  );
}
