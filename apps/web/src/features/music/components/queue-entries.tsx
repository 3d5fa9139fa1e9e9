import { Button, Group, Title } from '@mantine/core';
import { ListX } from 'lucide-react';
import { useId, useRef } from 'react';
import type { QueueEntry } from '../music.queries.ts';
import type { useQueueActions } from '../queue.mutations.ts';
import classes from './queue-entries.module.css';
import { QueueEntryRow } from './queue-entry-row.tsx';

type Props = {
  entries: QueueEntry[];
  actions: Pick<ReturnType<typeof useQueueActions>, 'move' | 'remove' | 'clear'>;
};

/** The upcoming songs. */
export function QueueEntries({ entries, actions: { move, remove, clear } }: Props) {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  if (entries.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <Group justify="space-between" gap="sm">
        <Title order={3} id={titleId} ref={title} tabIndex={-1}>
          Next: {entries.length === 1 ? '1 song' : `${entries.length} songs`}
        </Title>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<ListX size={14} aria-hidden />}
          loading={clear.isPending}
          onClick={() => clear.mutate()}
        >
          Clear
        </Button>
      </Group>
      <ol className={classes.list}>
        {entries.map((entry, index) => (
          <QueueEntryRow
            key={entry.id}
            entry={entry}
            index={index}
            lastIndex={entries.length - 1}
            onMove={(to) => move.mutate({ entryId: entry.id, to })}
            onRemove={(row) => {
              focusNeighbour(row, title.current);
              remove.mutate(entry);
            }}
          />
        ))}
      </ol>
    </section>
  );
}

/** The button that was pressed disappears with its row. */
function focusNeighbour(row: Element | null, fallback: HTMLElement | null): void {
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const button = neighbour?.querySelector<HTMLElement>('[data-remove]');
  (button ?? fallback)?.focus();
}
