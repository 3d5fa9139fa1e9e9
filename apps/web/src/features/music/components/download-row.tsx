import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { failedText, fileOf, kindNames, saveAwaited } from '../downloads.ts';
import type { WorkProgress } from '../follow-work.ts';
import { useCancelDownload } from '../music.mutations.ts';
import { downloadsQuery, isUnderWay, type Download } from '../music.queries.ts';
import { useWork } from '../use-work.ts';
import classes from './download-list.module.css';
import { SaveLink } from './save-link.tsx';
import { WorkLine } from './work-line.tsx';

type Props = { download: Download; isFollowed: boolean };

/** One that was followed stays so, to tell how it ended. */
export function DownloadRow({ download, isFollowed }: Props) {
  const [wasFollowed, setWasFollowed] = useState(isFollowed);
  if (isFollowed && !wasFollowed) setWasFollowed(true);
  if (wasFollowed) return <FollowedDownload download={download} />;
  if (isUnderWay(download)) {
    return (
      <Row download={download} action={<CancelButton download={download} />}>
        <span className={classes.note}>{download.state}</span>
      </Row>
    );
  }
  if (download.state !== 'done') return null;
  return <Row download={download} action={<SaveLink download={download} href={undefined} />} />;
}

function FollowedDownload({ download }: { download: Download }) {
  const queryClient = useQueryClient();
  const [isSaved, setIsSaved] = useState(false);
  const { progress, isConnected, end } = useWork(download.eventId, ({ progress: last }) => {
    setIsSaved(saveAwaited(download.eventId, last));
    queryClient.setQueryData(downloadsQuery.queryKey, (list) => list?.map(endedAs(download.eventId, last)));
    void queryClient.invalidateQueries({ queryKey: downloadsQuery.queryKey });
  });
  if (end === undefined) {
    return (
      <Row download={download} action={<CancelButton download={download} />}>
        <WorkLine label={`Download of ${titleOf(download)}`} progress={progress} isConnected={isConnected} />
      </Row>
    );
  }
  const href = fileOf(end.progress);
  if (end.failure !== undefined || href === undefined) {
    return (
      <Row download={download}>
        <span className={classes.failure} role="alert">
          <PlainText text={end.failure || failedText} />
        </span>
      </Row>
    );
  }
  return (
    <Row download={download} action={<SaveLink download={download} href={href} />}>
      <span className={classes.note} role="status">
        {kindNames[download.kind]} {isSaved ? 'downloaded.' : 'ready.'}
      </span>
    </Row>
  );
}

/** Until the list comes again, which knows the title by now. */
function endedAs(eventId: string, progress: WorkProgress | undefined): (download: Download) => Download {
  const state = fileOf(progress) === undefined ? 'failed' : 'done';
  return (download) => (download.eventId === eventId ? { ...download, state } : download);
}

type RowProps = { download: Download; action?: ReactNode; children?: ReactNode };

function Row({ download, action, children }: RowProps) {
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <span className={classes.title}>
          <PlainText text={download.title ?? download.videoId} />
        </span>
        <span className={classes.note}>{kindNames[download.kind]}</span>
        {action}
      </div>
      {children}
    </li>
  );
}

function CancelButton({ download }: { download: Download }) {
  const cancel = useCancelDownload();
  return (
    <>
      {cancel.error === null ? null : (
        <span className={classes.failure} role="alert">
          {errorMessage(cancel.error)}
        </span>
      )}
      <RowButton
        disabled={cancel.isPending}
        aria-label={`Cancel the download of ${titleOf(download)}`}
        onClick={() => cancel.mutate(download.eventId)}
      >
        Cancel
      </RowButton>
    </>
  );
}

function titleOf({ title, videoId }: Download): string {
  return visibleText(title ?? videoId);
}
