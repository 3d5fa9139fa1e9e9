import { Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { PageList } from '../../../components/layout/page-list.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { actionName } from '../action-names.ts';
import { activityQuery, type Activity, type AuditedObject } from '../audit.queries.ts';
import { AuditOutcome } from './audit-outcome.tsx';

/** Who changed something on an object, for those who administer it. Read only when it is opened. */
export function ActivityPanel({ object }: { object: AuditedObject }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel title="Activity" isWide={isOpen}>
      {isOpen ? (
        <ActivityList object={object} />
      ) : (
        <Button variant="default" onClick={() => setIsOpen(true)}>
          Show who changed what
        </Button>
      )}
    </Panel>
  );
}

function ActivityList({ object }: { object: AuditedObject }) {
  const query = useInfiniteQuery(activityQuery(object));
  return (
    <PageList
      query={query}
      itemsOf={({ entries }) => entries}
      empty={<Text c="dimmed">Nothing has been changed here lately.</Text>}
    >
      {(entries) => (
        <DataTable id="activity" label="Activity, newest first" hasTools={false} rows={entries} columns={columns} />
      )}
    </PageList>
  );
}

const columns: readonly TableColumn<Activity>[] = [
  { key: 'time', label: 'Time', width: 'auto', onCard: 'bare', render: ({ at }) => <TimeAgo at={at} /> },
  { key: 'actor', label: 'Actor', width: 'auto', render: ({ actor }) => <PlainText text={actor} /> },
  {
    key: 'action',
    label: 'Action',
    width: 'auto',
    onCard: 'title',
    render: ({ action }) => actionName(action) ?? <PlainText text={action} />,
  },
  { key: 'target', label: 'Target', width: 'auto', render: ({ target }) => <PlainText text={target} /> },
  {
    key: 'outcome',
    label: 'Outcome',
    width: 'auto',
    onCard: 'bare',
    render: ({ outcome }) => <AuditOutcome outcome={outcome} />,
  },
];
