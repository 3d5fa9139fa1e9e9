import { Button } from '@mantine/core';
import { RefreshCw, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { newVersion, newVersionText } from '../../lib/code/new-version.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import classes from './new-version-notice.module.css';
import { Notice } from './notice.tsx';

/** Offers to reload; never reloads by itself, since the user may be in the middle of something. */
export function NewVersionNotice() {
  const isShown = useSyncExternalStore(newVersion.watch, newVersion.get);
  if (!isShown) return null;
  return (
    <div className={classes.notice} role="status">
      <span>{newVersionText}</span>
      <Button size="xs" className={classes.reload ?? ''} onClick={() => location.reload()}>
        Reload
      </Button>
      <IconButton icon={X} label="Dismiss" onClick={newVersion.dismiss} />
    </div>
  );
}

/** Shown in place of content whose code is no longer served. */
export function OutdatedNotice() {
  return (
    <Notice
      icon={RefreshCw}
      title={newVersionText}
      role="alert"
      action={<Button onClick={() => location.reload()}>Reload</Button>}
    />
  );
}
