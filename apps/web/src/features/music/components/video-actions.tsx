import { Button, Group, Stack } from '@mantine/core';
import { Download, Send } from 'lucide-react';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import type { Download as DownloadEntry } from '../music.queries.ts';
import { useStartDownload } from '../music.mutations.ts';
import { useSendSong } from '../use-send-song.ts';
import { SendError } from './send-error.tsx';

export type Pick = { videoId: string; title: string | null };

type Props = {
  /** The video; undefined where none is selected, and then the callee says so. */
  onPick: () => Pick | undefined;
};

/** Sends the video to the voice channel, or downloads it. */
export function VideoActions({ onPick }: Props) {
  const { send, sendSong } = useSendSong();
  const start = useStartDownload();
  const begin = (): Pick | undefined => {
    send.reset();
    start.reset();
    return onPick();
  };
  const sendVideo = () => {
    const picked = begin();
    if (picked !== undefined) sendSong(picked.videoId);
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
