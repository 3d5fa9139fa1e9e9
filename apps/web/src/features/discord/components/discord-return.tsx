import { Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { toastSuccess } from '../../../components/toast.ts';
import { useFinishDiscordLink } from '../discord.mutations.ts';

type Connection = { username: string; guilds: string[] };
type Props = { code: string; state: string; onLinked: (connection: Connection) => void };

/** A code is good for one use, and an effect may run twice. */
const usedCodes = new Set<string>();

/** Hands in what Discord sent along; a success leads on, a failure stays readable. */
export function DiscordReturn({ code, state, onLinked }: Props) {
  const finishLink = useFinishDiscordLink();
  const finish = useEffectEvent((query: { code: string; state: string }) => {
    if (usedCodes.has(query.code)) return;
    usedCodes.add(query.code);
    finishLink.mutate(query, {
      onSuccess: (connection) => {
        toastSuccess(`Discord linked as ${connection.username}.`);
        onLinked(connection);
      },
    });
  });
  useEffect(() => finish({ code, state }), [code, state]);
  if (finishLink.error !== null) return <ErrorNotice error={finishLink.error} />;
  return <Text role="status">Linking your Discord account…</Text>;
}
