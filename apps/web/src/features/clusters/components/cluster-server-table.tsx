import { PlainText } from '../../../components/display/plain-text.tsx';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import { PlayerTotal } from '../../../components/display/player-total.tsx';
import { ServerStateDot } from '../../../components/display/server-state-dot.tsx';
import { ServerTrend } from '../../../components/display/server-trend.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { SecondLine } from '../../../components/table/second-line.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { mapTitle } from '../../../lib/servers/map-title.ts';
import { serverStateLooks } from '../../../lib/servers/server-states.ts';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import type { ClusterServer } from '../clusters.queries.ts';
import classes from './cluster-server-table.module.css';

type Props = {
  servers: ClusterServer[];
  /** Undefined for users who may not remove servers. */
  onRemove: ((server: ClusterServer) => void) | undefined;
};

export function ClusterServerTable({ servers, onRemove }: Props) {
  return (
    <DataTable
      id="cluster-servers"
      label="Servers in this cluster"
      rows={servers}
      columns={onRemove === undefined ? columns : [...columns, removeColumn(onRemove)]}
    />
  );
}

const columns: readonly TableColumn<ClusterServer>[] = [
  {
    key: 'server',
    label: 'Server',
    width: 'auto',
    onCard: 'title',
    value: ({ name }) => name,
    render: ({ id, name }) => (
      <TextLink to="/arkbot/servers/$serverId" params={{ serverId: id }} size="sm">
        <PlainText text={name} />
      </TextLink>
    ),
  },
  {
    key: 'state',
    label: 'State',
    width: 'auto',
    onCard: 'bare',
    isOptional: true,
    value: ({ state }) => serverStateLooks[state].word,
    render: ({ state, stateReason }) => (
      <>
        <ServerStateDot state={state} />
        {stateReason === null ? null : (
          <SecondLine>
            <PlainText text={stateReason} />
          </SecondLine>
        )}
      </>
    ),
  },
  {
    key: 'map',
    label: 'Map',
    width: 'auto',
    isOptional: true,
    value: ({ map }) => map && mapTitle(map),
    render: ({ map }) => (map === null ? <NotKnown /> : <PlainText text={mapTitle(map)} />),
  },
  {
    key: 'players',
    label: 'Players',
    width: 'auto',
    isNumber: true,
    isOptional: true,
    firstOrder: 'desc',
    value: ({ playerCount }) => playerCount,
    render: ({ playerCount, maxPlayers }) =>
      playerCount === null ? <NotKnown /> : <PlayerTotal count={playerCount} max={maxPlayers} />,
  },
  {
    key: 'trend',
    label: 'Last 24 h',
    width: 'auto',
    onCard: 'hidden',
    isOptional: true,
    render: ({ id }) => <ServerTrend serverId={id} />,
  },
];

function removeColumn(onRemove: (server: ClusterServer) => void): TableColumn<ClusterServer> {
  return {
    key: 'actions',
    label: 'Actions',
    width: 'auto',
    onCard: 'end',
    render: (server) => (
      <RowButton aria-label={`Remove ${server.name} from the cluster`} onClick={() => onRemove(server)}>
        Remove
      </RowButton>
    ),
  };
}

function NotKnown() {
  return <span className={classes.dimmed}>not known</span>;
}
