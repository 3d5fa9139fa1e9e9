import { Button, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { tabMemory } from '../../../lib/storage/tab-memory.ts';
import { useUpdateTool } from '../music.mutations.ts';
import { UpdateLog } from './update-log.tsx';

/** An update begun in this tab, so that a reload finds it again. */
const running = tabMemory('music.toolUpdate');

type Props = {
  /** Why the user may not do this. */
  denial: string | undefined;
  onUpdated: () => void;
};

/** Updates the download tool and shows what it says meanwhile. */
export function ToolUpdate({ denial, onUpdated }: Props) {
  const update = useUpdateTool();
  const [eventId, setEventId] = useState(() => running.ids().at(-1));
  const [isOver, setIsOver] = useState(eventId === undefined);
  const denialId = useId();
  const start = () =>
    update.mutate(undefined, {
      onSuccess: (begun) => {
        running.add(begun.eventId);
        setEventId(begun.eventId);
        setIsOver(false);
      },
    });
  const finish = (id: string) => {
    running.remove(id);
    setIsOver(true);
    onUpdated();
  };
  return (
    <Stack gap="sm">
      <div>
        <Button
          variant="default"
          disabled={denial !== undefined}
          aria-describedby={denial === undefined ? undefined : denialId}
          loading={update.isPending || (denial === undefined && !isOver)}
          onClick={start}
        >
          Update
        </Button>
      </div>
      {denial === undefined ? null : (
        <Text size="sm" c="dimmed" id={denialId}>
          {denial}
        </Text>
      )}
      {update.error === null ? null : <ErrorNotice error={update.error} />}
      {eventId === undefined ? null : <UpdateLog key={eventId} eventId={eventId} onEnd={() => finish(eventId)} />}
    </Stack>
  );
}
