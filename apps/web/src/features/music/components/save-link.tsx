import { Anchor } from '@mantine/core';
import type { MouseEvent } from 'react';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { useSaveAgain } from '../music.mutations.ts';
import type { Download } from '../music.queries.ts';
import classes from './download-list.module.css';

type Props = {
  download: Download;
  /** The signed URL as received; it may have expired. */
  href: string | undefined;
};

/** Saves the finished file, with a fresh signed URL each time. */
export function SaveLink({ download, href = '#' }: Props) {
  const save = useSaveAgain();
  const saveFresh = (event: MouseEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(download.eventId);
  };
  return (
    <>
      {save.error === null ? null : (
        <span className={classes.failure} role="alert">
          {errorMessage(save.error)}
        </span>
      )}
      <Anchor
        href={href}
        download
        underline="always"
        flex="none"
        aria-label={`Save again: ${visibleText(download.title ?? download.videoId)}`}
        onClick={saveFresh}
      >
        Save again
      </Anchor>
    </>
  );
}
