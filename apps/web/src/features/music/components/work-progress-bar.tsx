import { PlainText } from '../../../components/display/plain-text.tsx';
import { ProgressBar } from '../../../components/display/progress-bar.tsx';
import type { WorkProgress } from '../follow-work.ts';
import classes from './work-progress-bar.module.css';

type Props = { label: string; progress: WorkProgress | undefined; isConnected: boolean };

/** The progress of a download or update: a bar, and the same in words. */
export function WorkProgressBar({ label, progress, isConnected }: Props) {
  const percent = progress?.percent ?? null;
  return (
    <div className={classes.work}>
      <ProgressBar label={label} value={percent} />
      <div className={classes.words}>
        {isConnected ? (
          <PlainText text={progress?.message ?? 'Starting…'} />
        ) : (
          <span role="status">The connection was lost. Reconnecting…</span>
        )}
        {percent === null ? null : <span className={classes.percent}>{Math.floor(percent)} %</span>}
      </div>
    </div>
  );
}
