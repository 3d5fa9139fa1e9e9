import { Button } from '@mantine/core';
import { quoted } from '../../../lib/text/visible-text.ts';
import { errorMessage } from '../../../lib/api/api-error.ts';
import type { PaletteState } from '../use-palette.ts';
import classes from './palette.module.css';

type Props = { palette: PaletteState; onRetry: () => void };

/** Why there is nothing, or not everything, to see. Pages and actions are found even without the portal. */
export function PaletteNotice({ palette: { text, subject, search, groups }, onRetry }: Props) {
  if (text.trim() === '') return null;
  if (subject !== undefined) return groups.length === 0 ? <p className={classes.notice}>No such action.</p> : null;
  const { error, isSlow, isSettled } = search;
  if (error !== null || isSlow) {
    return (
      <div className={classes.notice} role="status">
        <span>
          {error === null
            ? 'This is taking longer than usual.'
            : `We couldn't search players, servers and files. ${errorMessage(error)}`}
        </span>
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          Retry
        </Button>
      </div>
    );
  }
  if (groups.length > 0 || !isSettled) return null;
  return (
    <p className={classes.notice}>
      Nothing found for {quoted(text.trim())}. Try a name, a survivor, an ID or a Discord name.
    </p>
  );
}
