import { Button, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { CircleAlert } from 'lucide-react';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { tabMemory } from '../../../lib/storage/tab-memory.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { useWork } from '../follow-work.ts';
import { useUpdateTool } from '../music.mutations.ts';
import classes from './tool-update.module.css';
import { WorkProgressBar } from './work-progress-bar.tsx';

/** Updates started in this tab, so that a reload finds them again. */
const running = tabMemory('music.toolUpdate');

type Props = {
  /** Why the user may not update the tool. */
  denial: string | undefined;
  onUpdated: () => void;
};

/** Updates the download tool and shows its output. */
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

type UpdateLogProps = { eventId: string; onEnd: () => void };

/** The output of a running update, and how it ended. */
function UpdateLog({ eventId, onEnd }: UpdateLogProps) {
  const { progress, isConnected, end } = useWork(eventId, onEnd);
  const lines = progress?.log ?? [];
  return (
    <div className={classes.update}>
      {end === undefined ? <WorkProgressBar label="Update" progress={progress} isConnected={isConnected} /> : null}
      {lines.length === 0 ? null : (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
        <pre className={classes.log} tabIndex={0} role="log" aria-label="Output of the update">
          {lines.map(visibleText).join('\n')}
        </pre>
      )}
      {end === undefined ? null : <Outcome failure={failureOf(end)} message={end.progress?.message} />}
    </div>
  );
}

type End = NonNullable<ReturnType<typeof useWork>['end']>;

function failureOf({ progress, failure }: End): string | undefined {
  return failure ?? (progress === undefined ? "We don't know how the update ended." : undefined);
}

function Outcome({ failure, message }: { failure: string | undefined; message: string | undefined }) {
  if (failure !== undefined) return <Notice icon={CircleAlert} title={visibleText(failure)} role="alert" />;
  return <Text role="status">{visibleText(message || 'Updated.')}</Text>;
}
