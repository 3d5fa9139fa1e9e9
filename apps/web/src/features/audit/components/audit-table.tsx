import { RowButton } from '../../../components/buttons/row-button.tsx';
import classes from '../../../components/display/data-table.module.css';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { formatDateTime } from '../../../lib/text/format.ts';
import type { AuditEntry, AuditFilters } from '../audit-filters.ts';
import own from './audit-table.module.css';

type Props = {
  entries: AuditEntry[];
  /** Filters the list by the value that was clicked. */
  onNarrow: (changes: AuditFilters) => void;
  onOpen: (id: string) => void;
};

export function AuditTable({ entries, onNarrow, onOpen }: Props) {
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>Audit entries, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Actor</th>
          <th scope="col">Action</th>
          <th scope="col">Target</th>
          <th scope="col">Outcome</th>
          <th scope="col">From</th>
          <th scope="col">Details</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, at, actor, action, target, outcome, address }) => (
          <tr key={id}>
            <td className={classes.dimmed}>
              <time dateTime={at}>{formatDateTime(at)}</time>
            </td>
            <th scope="row">
              <AuditFilterLink text={actor} onChoose={() => onNarrow({ actor })} />
            </th>
            <td className={own.action}>
              <AuditFilterLink text={action} onChoose={() => onNarrow({ action })} />
            </td>
            <td>
              <AuditFilterLink text={target} onChoose={() => onNarrow({ target })} />
            </td>
            <td>
              <PlainText text={outcome} />
            </td>
            <td className={classes.dimmed}>
              <PlainText text={address} />
            </td>
            <td>
              <RowButton aria-label={`Details of entry ${id}`} onClick={() => onOpen(id)}>
                Details
              </RowButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A value that filters the list when clicked. */
function AuditFilterLink({ text, onChoose }: { text: string; onChoose: () => void }) {
  return (
    <button type="button" className={own.link} title="Show only entries like this" onClick={onChoose}>
      <PlainText text={text} />
    </button>
  );
}
