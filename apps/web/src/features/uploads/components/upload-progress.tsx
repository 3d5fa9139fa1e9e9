import { Stack, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { ProgressBar } from '../../../components/display/progress-bar.tsx';
import { SegmentedChoice } from '../../../components/forms/segmented-choice.tsx';
import { formatBytes, formatLength } from '../../../lib/text/format.ts';
import { quoted } from '../../../lib/text/visible-text.ts';
import type { UploadRow, UploadTotals } from '../upload-item.ts';
import { useUploads } from '../uploads.ts';
import { UploadActions } from './upload-actions.tsx';
import classes from './upload-progress.module.css';
import { UploadRows } from './upload-rows.tsx';
import { formatCount } from '../../../lib/text/format-count.ts';

const shownChoices = { all: 'All', failed: 'Failed' } as const;

type Props = { /** The pressed button disappeared, and the focus with it. */ onCleared: () => void };

/** The files chosen in this tab: totals, actions and rows. */
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
            <SegmentedChoice label="Show uploads" choices={shownChoices} value={shown} onChange={setShown} />
          ) : null}
          <UploadRows rows={shownRows} />
        </Stack>
      )}
    </>
  );
}

function UploadTotal({ totals }: { totals: UploadTotals }) {
  return (
    <div className={classes.total}>
      <div className={classes.texts}>
        <strong>{progressText(totals)}</strong>
        <span className={classes.pace}>{paceText(totals)}</span>
      </div>
      {totals.underWay === 0 ? null : (
        <ProgressBar label="All uploads" value={totals.sent} max={Math.max(1, totals.bytes)} />
      )}
    </div>
  );
}

function progressText({ files, done, failed, cancelled, underWay }: UploadTotals): string {
  const uploaded =
    underWay > 0 ? `${formatCount(done)} of ${plural(files, 'file')} uploaded` : `${plural(done, 'file')} uploaded`;
  return [
    uploaded,
    failed > 0 && `${formatCount(failed)} failed`,
    cancelled > 0 && `${formatCount(cancelled)} cancelled`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}

/** Amount, speed and remaining time; empty when nothing is under way. */
function paceText({ sent, bytes, bytesPerSecond, secondsRemaining, underWay }: UploadTotals): string {
  if (underWay === 0) return '';
  const amount = `${formatBytes(sent)} of ${formatBytes(bytes)}`;
  if (secondsRemaining === undefined) return amount;
  return `${amount} · ${formatBytes(bytesPerSecond)}/s · ${formatLength(secondsRemaining)} left`;
}

/** For screen readers: only the start, failures and the end are announced. */
function resultText(rows: readonly UploadRow[], totals: UploadTotals): string {
  const { files, failed, underWay } = totals;
  if (rows.length === 0) return '';
  if (underWay > 0) return `Uploading ${plural(files, 'file')}.${failed > 0 ? ` ${formatCount(failed)} failed.` : ''}`;
  const [only] = rows;
  if (rows.length === 1 && only?.state === 'done') return `${quoted(only.name)} uploaded.`;
  return `${progressText(totals)}.`;
}

function plural(number: number, noun: string): string {
  return `${formatCount(number)} ${noun}${number === 1 ? '' : 's'}`;
}
