import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { actionName } from '../action-names.ts';
import type { AuditEntry, AuditFilters } from '../audit-filters.ts';
import { AuditOutcome } from './audit-outcome.tsx';
import classes from './audit-table.module.css';

type Props = {
  entries: AuditEntry[];
  /** Filters the list by the value that was clicked. */
  onNarrow: (changes: AuditFilters) => void;
  onOpen: (id: string) => void;
};

const columns = ['Time', 'Actor', 'Action', 'Target', 'Outcome'] as const;

/** Cards where there is no space for a table, which also depends on the panel beside it. */
export function AuditTable({ entries, onNarrow, onOpen }: Props) {
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <caption className={classes.caption}>Audit entries, newest first</caption>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col" className={classes.address}>
              From
            </th>
            <th scope="col">
              <VisuallyHidden>Details</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} onNarrow={onNarrow} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function AuditRow({ entry, onNarrow, onOpen }: Omit<Props, 'entries'> & { entry: AuditEntry }) {
  const { id, at, actor, action, target, outcome, address } = entry;
  const name = actionName(action);
  return (
    <tr>
      <td className={classes.time}>
        <TimeAgo at={at} />
      </td>
      <th scope="row" className={classes.actor}>
        <AuditFilterLink onChoose={() => onNarrow({ actor })}>
          <PlainText text={actor} />
        </AuditFilterLink>
      </th>
      <td className={classes.action}>
        <AuditFilterLink onChoose={() => onNarrow({ action })}>{name ?? <PlainText text={action} />}</AuditFilterLink>
        {name === undefined ? null : <span className={classes.key}> {action}</span>}
      </td>
      <td className={classes.target} data-label="Target">
        <AuditFilterLink onChoose={() => onNarrow({ target })}>
          <PlainText text={target} />
        </AuditFilterLink>
      </td>
      <td className={classes.outcome} data-label="Outcome">
        <AuditOutcome outcome={outcome} />
      </td>
      <td className={classes.address}>
        <PlainText text={address} />
      </td>
      <td className={classes.open}>
        <RowButton aria-label={`Details of entry ${id}`} onClick={() => onOpen(id)}>
          Details
        </RowButton>
      </td>
    </tr>
  );
}

/** A value that filters the list when clicked. */
function AuditFilterLink({ onChoose, children }: { onChoose: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes.link} title="Show only entries like this" onClick={onChoose}>
      {children}
    </button>
  );
}
