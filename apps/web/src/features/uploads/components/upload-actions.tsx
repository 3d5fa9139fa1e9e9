import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { UploadState, UploadTotals } from '../upload-item.ts';
import { uploads } from '../uploads.ts';
import { UploadCancelDialog } from './upload-cancel-dialog.tsx';

const finishedStates: UploadState[] = ['done', 'cancelled'];

type Props = {
  totals: UploadTotals;
  /** The pressed button disappeared, and the focus with it. */
  onCleared: () => void;
};

/** Actions on all uploads at once. */
export function UploadActions({ totals: { done, cancelled, failed, retryable, underWay }, onCleared }: Props) {
  const [isConfirming, setIsConfirming] = useState(false);
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
          onClick={() => (underWay > 1 ? setIsConfirming(true) : act(uploads.cancelAll))}
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
      {isConfirming ? (
        <UploadCancelDialog
          count={underWay}
          onConfirm={() => {
            setIsConfirming(false);
            act(uploads.cancelAll);
          }}
          onClose={() => setIsConfirming(false)}
        />
      ) : null}
    </Group>
  );
}
