import { Text } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { Notice } from '../../../components/notices/notice.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { useWork } from '../use-work.ts';
import classes from './update-log.module.css';
import { WorkLine } from './work-line.tsx';

type Props = { eventId: string; onEnd: () => void };

/** What the update says while it runs, and how it ended. */
export function UpdateLog({ eventId, onEnd }: Props) {
  const { progress, isConnected, end } = useWork(eventId, onEnd);
  const lines = progress?.log ?? [];
  return (
    <div className={classes.update}>
      {end === undefined ? <WorkLine label="Update" progress={progress} isConnected={isConnected} /> : null}
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
  return failure ?? (progress === undefined ? 'How the update ended is not known.' : undefined);
}

function Outcome({ failure, message }: { failure: string | undefined; message: string | undefined }) {
  if (failure !== undefined) return <Notice icon={CircleAlert} title={visibleText(failure)} role="alert" />;
  return <Text role="status">{visibleText(message || 'Updated.')}</Text>;
}
