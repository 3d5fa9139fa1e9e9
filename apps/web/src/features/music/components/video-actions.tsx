import { Button, Group, Stack } from '@mantine/core';
import { CircleAlert, Download, Send } from 'lucide-react';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { toastUndo } from '../../../components/notices/toast.tsx';
import { errorMessage, hasCode } from '../../../lib/api/api-error.ts';
import { quoted } from '../../../lib/text/visible-text.ts';
import type { Download as DownloadEntry } from '../music.queries.ts';
import { useSendVideo, useStartDownload } from '../music.mutations.ts';
import { useTakeBack } from '../queue.mutations.ts';

export type Pick = { videoId: string; title: string | null };

type Props = {
  /** The video; undefined where none is selected, and then the callee says so. */
  onPick: () => Pick | undefined;
};

/** Sends the video to the voice channel, or downloads it. */
export function VideoActions({ onPick }: Props) {
  const send = useSendVideo();
  const takeBack = useTakeBack();
  const start = useStartDownload();
  const begin = (): Pick | undefined => {
    send.reset();
    start.reset();
    return onPick();
  };
  const sendVideo = () => {
    const picked = begin();
    if (picked === undefined) return;
    send.mutate(picked.videoId, {
      onSuccess: ({ id, title }) => toastUndo(`Sent ${quoted(title)} to the queue.`, () => takeBack.mutate(id)),
    });
  };
  const download = (kind: DownloadEntry['kind']) => {
    const picked = begin();
    if (picked !== undefined) start.mutate({ videoId: picked.videoId, title: picked.title, kind });
  };
  const isStarting = (kind: DownloadEntry['kind']) => start.isPending && start.variables.kind === kind;
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Button leftSection={<Send size={16} aria-hidden />} loading={send.isPending} onClick={sendVideo}>
          Send Video
        </Button>
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
          loading={isStarting('video')}
          onClick={() => download('video')}
        >
          Download Video
        </Button>
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
          loading={isStarting('audio')}
          onClick={() => download('audio')}
        >
          Download Audio
        </Button>
      </Group>
      {send.error === null ? null : <SendError error={send.error} />}
      {start.error === null ? null : <ErrorNotice error={start.error} />}
    </Stack>
  );
}

function SendError({ error }: { error: Error }) {
  if (!hasCode(error, 'DISCORD_UNLINKED')) return <ErrorNotice error={error} />;
  const link = <LinkButton to="/account">Link Discord</LinkButton>;
  return <Notice icon={CircleAlert} title={errorMessage(error)} role="alert" action={link} />;
}
