import { ProgressBar } from '../../../components/display/progress-bar.tsx';
import type { UploadTotals } from '../upload-totals.ts';
import { paceText, progressText } from '../upload-words.ts';
import classes from './upload-total.module.css';

/** All uploads together: a bar while something is under way, and words. */
export function UploadTotal({ totals }: { totals: UploadTotals }) {
  return (
    <div className={classes.total}>
      <div className={classes.words}>
        <strong>{progressText(totals)}</strong>
        <span className={classes.pace}>{paceText(totals)}</span>
      </div>
      {totals.underWay === 0 ? null : (
        <ProgressBar label="All uploads" value={totals.sent} max={Math.max(1, totals.bytes)} />
      )}
    </div>
  );
}
