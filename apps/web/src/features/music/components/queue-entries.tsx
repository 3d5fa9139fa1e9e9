import { Button, Group, Title } from '@mantine/core';
import { ListX } from 'lucide-react';
import { useId, useRef } from 'react';
import type { QueueEntry } from '../music.queries.ts';
import type { useQueueActions } from '../queue.mutations.ts';
import { useDragOrder } from '../use-drag-order.ts';
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
  const moveBefore = (entry: QueueEntry, before: QueueEntry | undefined, isUndoable: boolean) => {
    const next = entries[entries.findIndex(({ id }) => id === entry.id) + 1];
    move.mutate({ entry, before: before?.id ?? null, next: next?.id ?? null, isUndoable });
  };
  const order = useDragOrder(entries, (entry, before) => moveBefore(entry, before, true));
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
      <ol className={classes.list} data-dragging={order.isDragging || undefined}>
        {order.shownRows.map((entry, index) => (
          <QueueEntryRow
            key={entry.id}
            entry={entry}
            handle={order.handleOf(index)}
            offset={order.offsetOf(index)}
            isDragged={order.isDragged(index)}
            isFirst={index === 0}
            isLast={index === entries.length - 1}
            onMove={(step) => {
              // A step has its opposite beside it; a jump does not.
              if (step === 'top') moveBefore(entry, entries[0], true);
              else moveBefore(entry, entries[step === 'up' ? index - 1 : index + 2], false);
            }}
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
