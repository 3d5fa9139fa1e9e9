import tableClasses from '../../../components/display/data-table.module.css';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import { ServerStateDot } from '../../../components/display/server-state-dot.tsx';
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
    <table className={`${tableClasses.table} ${classes.table}`}>
      <caption className={tableClasses.caption}>Servers in this cluster</caption>
      <thead>
        <tr>
          <th scope="col">Server</th>
          <th scope="col">State</th>
          <th scope="col">Map</th>
          <th scope="col" className={classes.number}>
            Players
          </th>
          {onRemove === undefined ? null : <th scope="col">Actions</th>}
        </tr>
      </thead>
      <tbody>
        {servers.map((server) => (
          <ServerRow key={server.id} server={server} onRemove={onRemove} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = { server: ClusterServer; onRemove: Props['onRemove'] };

function ServerRow({ server, onRemove }: RowProps) {
  const { id, name, state, stateReason, map, playerCount } = server;
  return (
    <tr>
      <th scope="row">
        <TextLink to="/arkbot/servers/$serverId" params={{ serverId: id }} size="sm">
          <PlainText text={name} />
        </TextLink>
      </th>
      <td>
        <ServerStateDot state={state} />
        {stateReason === null ? null : (
          <span className={classes.reason}>
            <PlainText text={stateReason} />
          </span>
        )}
      </td>
      <td>
        <span className={classes.phoneLabel}>Map: </span>
        {map === null ? <NotKnown /> : <PlainText text={map} />}
      </td>
      <td className={classes.number}>
        <span className={classes.phoneLabel}>Players: </span>
        {playerCount ?? <NotKnown />}
      </td>
      {onRemove === undefined ? null : (
        <td>
          <RowButton aria-label={`Remove ${name} from the cluster`} onClick={() => onRemove(server)}>
            Remove
          </RowButton>
        </td>
      )}
    </tr>
  );
}

function NotKnown() {
  return <span className={tableClasses.dimmed}>not known</span>;
}
