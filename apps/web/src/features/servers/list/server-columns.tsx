import { RowLink } from '../../../components/buttons/row-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { PlayerTotal } from '../../../components/display/player-total.tsx';
import { ServerStateDot } from '../../../components/display/server-state-dot.tsx';
import { ServerTrend } from '../../../components/display/server-trend.tsx';
import type { GridColumn } from '../../../components/virtual-grid/virtual-grid-row.tsx';
import { mapTitle } from '../../../lib/servers/map-title.ts';
import type { ListedServer } from '../../../lib/servers/servers.queries.ts';
import { starColumn } from '../components/server-grid.tsx';
import { shortGameNames } from '../game-names.ts';
import { serverColumns, type ServerSortKey } from './server-sort.ts';
import classes from './server-list.module.css';

type Column = GridColumn<ListedServer>;
type Options = { isPhone: boolean; favorites: ReadonlySet<string>; onFavorite: (serverId: string) => void };

/** A phone has room for the name with a second line, and the star. */
export function columnsFor({ isPhone, favorites, onFavorite }: Options): Column[] {
  const star = starColumn(favorites, onFavorite);
  return isPhone ? [{ ...head('name'), width: 'minmax(0, 1fr)', render: Card }, star] : [...wideColumns, star];
}

const wideColumns: Column[] = [
  { ...head('state'), width: '112px', render: ({ state }) => <ServerStateDot state={state} /> },
  { ...head('name'), width: 'minmax(160px, 1.8fr)', render: Name },
  { ...head('map'), width: 'minmax(0, 1fr)', render: ({ map }) => <Map map={map} /> },
  { ...head('game'), width: '88px', render: ({ game }) => shortGameNames[game] },
  {
    ...head('cluster'),
    width: 'minmax(0, 1fr)',
    render: ({ cluster }) => cluster && <PlainText text={cluster.name} />,
  },
  {
    ...head('players'),
    width: '96px',
    isNumber: true,
    render: ({ playerCount, maxPlayers }) => <PlayerTotal count={playerCount} max={maxPlayers} />,
  },
  { key: 'trend', label: 'Last 24 h', width: '132px', render: ({ id }) => <ServerTrend serverId={id} /> },
  { ...head('version'), width: '88px', render: ({ version }) => version && <PlainText text={version} /> },
];

function head(key: ServerSortKey) {
  return { key, label: serverColumns[key].label, isSortable: true };
}

/** Below it, why the server is not simply online. */
function Name({ id, name, stateReason }: ListedServer) {
  return (
    <>
      <ServerRowLink id={id} name={name} />
      {stateReason === null ? null : (
        <span className={classes.secondLine}>
          <PlainText text={stateReason} />
        </span>
      )}
    </>
  );
}

function Card({ id, name, state, map, playerCount, maxPlayers }: ListedServer) {
  return (
    <>
      <ServerRowLink id={id} name={name} />
      <span className={classes.secondLine}>
        <ServerStateDot state={state} />
        {playerCount === null ? null : (
          <>
            {' · '}
            <PlayerTotal count={playerCount} max={maxPlayers} /> {playerCount === 1 ? 'player' : 'players'}
          </>
        )}
        {map === null ? null : (
          <>
            {' · '}
            <Map map={map} />
          </>
        )}
      </span>
    </>
  );
}

function ServerRowLink({ id, name }: { id: string; name: string }) {
  return (
    <RowLink href={`/arkbot/servers/${encodeURIComponent(id)}`}>
      <PlainText text={name} />
    </RowLink>
  );
}

function Map({ map }: { map: string | null }) {
  return map === null ? null : <PlainText text={mapTitle(map)} />;
}
