import { Button, Group, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useId, useState } from 'react';
import { whyNot } from '../../../lib/capabilities.ts';
import type { ServerAbility } from '../player-actions.ts';
import type { Player } from '../players.queries.ts';
import type { CharacterLink as Link } from './character-link-dialog.tsx';

const LinkDialog = lazy(() =>
  import('./character-link-dialog.tsx').then((module) => ({ default: module.CharacterLinkDialog })),
);
const UnlinkDialog = lazy(() =>
  import('./character-unlink-dialog.tsx').then((module) => ({ default: module.CharacterUnlinkDialog })),
);

type Props = {
  server: ServerAbility & { id: string; name: string };
  /** The character that is linked already. */
  linkedId: string | undefined;
  /** The one to link; where there is none, the dialog offers who is online. */
  player?: Player | undefined;
  label: string;
  onChange: (link: Link | undefined) => void;
};

/** The way to link a character of this server, or to let it go. */
export function CharacterLink({ server, linkedId, player, label, onChange }: Props) {
  const [open, setOpen] = useState<'link' | 'unlink'>();
  const reasonId = useId();
  const reason = whyNot(server, 'players.whisper');
  const close = () => setOpen(undefined);
  const isLinked = linkedId !== undefined && (player === undefined || player.id === linkedId);
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {isLinked ? (
          <Button variant="default" onClick={() => setOpen('unlink')}>
            Unlink
          </Button>
        ) : (
          <Button
            variant="default"
            disabled={reason !== undefined}
            aria-describedby={reasonId}
            onClick={() => setOpen('link')}
          >
            {label}
          </Button>
        )}
      </Group>
      {isLinked || reason === undefined ? null : (
        <Text size="sm" c="dimmed" id={reasonId}>
          {label}: {reason}
        </Text>
      )}
      <Suspense>
        {open === 'link' ? <LinkDialog server={server} player={player} onLinked={onChange} onClose={close} /> : null}
        {open === 'unlink' && linkedId !== undefined ? (
          <UnlinkDialog server={server} playerId={linkedId} onUnlinked={() => onChange(undefined)} onClose={close} />
        ) : null}
      </Suspense>
    </Stack>
  );
}
