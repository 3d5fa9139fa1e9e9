import { Stack, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { SegmentedChoice } from '../../../components/forms/segmented-choice.tsx';
import { useUploads } from '../upload-snapshot.ts';
import { resultText } from '../upload-words.ts';
import { UploadActions } from './upload-actions.tsx';
import { UploadRows } from './upload-rows.tsx';
import { UploadTotal } from './upload-total.tsx';

const shownChoices = { all: 'All', failed: 'Failed' } as const;

type Props = { /** A button that was pressed is gone. */ onCleared: () => void };

/** The files chosen in this tab: each of them, and all together. */
export function UploadProgress({ onCleared }: Props) {
  const { rows, totals } = useUploads();
  const [shown, setShown] = useState<keyof typeof shownChoices>('all');
  const hasChoice = totals.failed > 0 && totals.failed < rows.length;
  const shownRows = hasChoice && shown === 'failed' ? rows.filter(({ state }) => state === 'failed') : rows;
  return (
    <>
      <VisuallyHidden role="status">{resultText(rows, totals)}</VisuallyHidden>
      {rows.length === 0 ? null : (
        <Stack gap="sm">
          <UploadTotal totals={totals} />
          <UploadActions totals={totals} onCleared={onCleared} />
          {hasChoice ? (
            <SegmentedChoice label="Which uploads to show" choices={shownChoices} value={shown} onChange={setShown} />
          ) : null}
          <UploadRows rows={shownRows} />
        </Stack>
      )}
    </>
  );
}
