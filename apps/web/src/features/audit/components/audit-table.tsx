import type { ReactNode } from 'react';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { SecondLine } from '../../../components/table/second-line.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { actionName } from '../action-names.ts';
import type { AuditEntry, AuditFilters } from '../audit-filters.ts';
import { AuditOutcome } from './audit-outcome.tsx';
import classes from './audit-table.module.css';

type Props = {
  entries: readonly AuditEntry[];
  /** Filters the list by the value that was clicked. */
  onNarrow: (changes: AuditFilters) => void;
  onOpen: (id: string) => void;
};

/** Newest first: only a part of the log is here to be sorted. */
export function AuditTable({ entries, onNarrow, onOpen }: Props) {
  return (
    <DataTable id="audit" label="Audit entries, newest first" rows={entries} columns={columnsFor(onNarrow, onOpen)} />
  );
}

function columnsFor(onNarrow: Props['onNarrow'], onOpen: Props['onOpen']): TableColumn<AuditEntry>[] {
  return [
    {
      key: 'time',
      label: 'Time',
      width: 'auto',
      onCard: 'bare',
      csv: ({ at }) => at,
      render: ({ at }) => <TimeAgo at={at} />,
    },
    {
      key: 'actor',
      label: 'Actor',
      width: 'auto',
      csv: ({ actor }) => actor,
      render: ({ actor }) => (
        <AuditFilterLink onChoose={() => onNarrow({ actor })}>
          <PlainText text={actor} />
        </AuditFilterLink>
      ),
    },
    {
      key: 'action',
      label: 'Action',
      width: 'auto',
      onCard: 'title',
      csv: ({ action }) => action,
      render: ({ action }) => <Action action={action} onNarrow={onNarrow} />,
    },
    {
      key: 'target',
      label: 'Target',
      width: 'auto',
      isOptional: true,
      csv: ({ target }) => target,
      render: ({ target }) => (
        <AuditFilterLink onChoose={() => onNarrow({ target })}>
          <PlainText text={target} />
        </AuditFilterLink>
      ),
    },
    {
      key: 'outcome',
      label: 'Outcome',
      width: 'auto',
      isOptional: true,
      csv: ({ outcome }) => outcome,
      render: ({ outcome }) => <AuditOutcome outcome={outcome} />,
    },
    {
      key: 'from',
      label: 'From',
      width: 'auto',
      isOptional: true,
      onCard: 'hidden',
      csv: ({ address }) => address,
      render: ({ address }) => (
        <span className={classes.address}>
          <PlainText text={address} />
        </span>
      ),
    },
    {
      key: 'details',
      label: 'Details',
      width: 'auto',
      onCard: 'end',
      render: ({ id }) => (
        <RowButton aria-label={`Details of entry ${id}`} onClick={() => onOpen(id)}>
          Details
        </RowButton>
      ),
    },
  ];
}

/** In words; below it, what it is called in the audit itself. */
function Action({ action, onNarrow }: { action: string; onNarrow: Props['onNarrow'] }) {
  const name = actionName(action);
  return (
    <>
      <AuditFilterLink onChoose={() => onNarrow({ action })}>{name ?? <PlainText text={action} />}</AuditFilterLink>
      {name === undefined ? null : <SecondLine> {action}</SecondLine>}
    </>
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
