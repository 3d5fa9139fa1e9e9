import { Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { useFinishDiscordLink, type Handover } from '../discord.mutations.ts';

type Connection = { username: string; guilds: string[] };
type Props = {
  handover: Handover;
  onLinked: (connection: Connection) => void;
  /** The user returned to a URL whose code was already used. */
  onUsed: () => void;
};

/** A code can be used once, and an effect may run twice. */
const usedCodes = new Set<string>();

/** Sends the code from Discord to the portal; a failure stays readable. */
export function DiscordReturn({ handover, onLinked, onUsed }: Props) {
  const finishLink = useFinishDiscordLink();
  const isOwn = useRef(false);
  const finish = useEffectEvent((code: string) => {
    if (usedCodes.has(code)) {
      if (!isOwn.current) onUsed();
      return;
    }
    usedCodes.add(code);
    isOwn.current = true;
    finishLink.mutate(handover, {
      onSuccess: (connection) => {
        toastSuccess('Discord linked.');
        onLinked(connection);
      },
    });
  });
  useEffect(() => finish(handover.code), [handover.code]);
  if (finishLink.error !== null) return <ErrorNotice error={finishLink.error} />;
  return <Text role="status">Linking your Discord account…</Text>;
}
