import classes from '../../../components/data-table.module.css';
import { formatDateTime } from '../../../lib/format.ts';
import type { AuditEntry } from '../audit.queries.ts';

export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>Audit entries, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Who</th>
          <th scope="col">Action</th>
          <th scope="col">On what</th>
          <th scope="col">Outcome</th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className={classes.dimmed}>
              <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
            </td>
            <th scope="row">{entry.actor}</th>
            <td>{entry.action}</td>
            <td>{entry.target}</td>
            <td>{entry.outcome}</td>
            <td className={classes.dimmed}>{entry.address}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
