import { speakerName } from '@tribehall/contract/shared/text';
import type { ChatMessage } from '../../../features/chat/chat-sources.ts';
import { ReportDialog } from '../../../features/reports/components/report-dialog.tsx';

type Place = { id: string; name: string };
type Props = { message: ChatMessage | undefined; servers: readonly Place[]; onClose: () => void };

const maxQuoteLength = 500;
const maxNameLength = 128;

/** Reports the author of a chat message; on the server where it was written, if that is known. */
export function ChatReportDialog({ message, servers, onClose }: Props) {
  if (message === undefined) return null;
  const reported = { playerId: message.playerId ?? undefined, name: speakerName(message).slice(0, maxNameLength) };
  const { server } = message;
  const places = server === null ? servers : [server, ...servers.filter(({ id }) => id !== server.id)];
  return (
    <ReportDialog
      key={message.id}
      reported={reported}
      servers={places}
      initialText={`In the chat: “${message.text.slice(0, maxQuoteLength)}”\n`}
      onClose={onClose}
    />
  );
}
