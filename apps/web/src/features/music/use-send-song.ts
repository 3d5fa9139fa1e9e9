import { toastUndo } from '../../components/notices/toast.tsx';
import { quoted } from '../../lib/text/visible-text.ts';
import { useSendVideo } from './music.mutations.ts';
import { useTakeBack } from './queue.mutations.ts';

/** Adds a video to the queue, and offers to take it back. */
export function useSendSong() {
  const send = useSendVideo();
  const takeBack = useTakeBack();
  const sendSong = (videoId: string) =>
    send.mutate(videoId, {
      onSuccess: ({ id, title }) => toastUndo(`Sent ${quoted(title)} to the queue.`, () => takeBack.mutate(id)),
    });
  return { send, sendSong };
}
