import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { UploadState } from '../upload-item.ts';
import type { UploadTotals } from '../upload-totals.ts';
import { uploads } from '../uploads.ts';
import { UploadCancelDialog } from './upload-cancel-dialog.tsx';

const finishedStates: UploadState[] = ['done', 'cancelled'];

type Props = {
  totals: UploadTotals;
  /** A button that was pressed is gone now. */
  onCleared: () => void;
};

/** What can be done with all of them at once. */
export function UploadActions({ totals: { done, cancelled, failed, retryable, underWay }, onCleared }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const hasFinished = done + cancelled > 0;
  const act = (action: () => void) => {
    action();
    onCleared();
  };
  return (
    <Group gap="sm">
      {underWay === 0 ? null : (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => (underWay > 1 ? setIsAsking(true) : act(uploads.cancelAll))}
        >
          Cancel all
        </Button>
      )}
      {retryable === 0 ? null : (
        <Button variant="default" size="compact-sm" onClick={() => act(uploads.retryFailed)}>
          Retry failed
        </Button>
      )}
      {hasFinished ? (
        <Button variant="default" size="compact-sm" onClick={() => act(() => uploads.clear(finishedStates))}>
          Clear finished
        </Button>
      ) : null}
      {!hasFinished && failed > 0 ? (
        <Button variant="default" size="compact-sm" onClick={() => act(() => uploads.clear(['failed']))}>
          Clear failed
        </Button>
      ) : null}
      {isAsking ? (
        <UploadCancelDialog
          count={underWay}
          onConfirm={() => {
            setIsAsking(false);
            act(uploads.cancelAll);
          }}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </Group>
  );
}
