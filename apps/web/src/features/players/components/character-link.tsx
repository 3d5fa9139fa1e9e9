import { Button, Group, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import { whyNot } from '../../../lib/servers/capabilities.ts';
import type { Viewer } from '../../../lib/servers/viewer.ts';
import type { ServerAbility } from '../player-actions.ts';
import { playersQuery, type Player } from '../players.queries.ts';
import type { CharacterLink as Link } from '../use-character-link.ts';

const LinkDialog = lazyPart(() => import('./character-link-dialog.tsx').then((module) => module.CharacterLinkDialog));
const UnlinkDialog = lazyPart(() =>
  import('./character-unlink-dialog.tsx').then((module) => module.CharacterUnlinkDialog),
);

type Props = {
  server: ServerAbility & { id: string; name: string };
  /** The linked character. */
  linkedId: string | undefined;
  /** The character to link; without one the dialog offers the online players. */
  player?: Player | undefined;
  label: string;
  /** An open dialog stays open when the button that opened it disappears. */
  isOffered?: boolean;
  onChange: (link: Link | undefined) => void;
};

/** Links or unlinks the user's character on this server. */
export function CharacterLink({ server, linkedId, player, label, isOffered = true, onChange }: Props) {
  const [open, setOpen] = useState<'link' | 'unlink'>();
  const close = () => setOpen(undefined);
  const isLinked = linkedId !== undefined && (player === undefined || player.id === linkedId);
  return (
    <>
      {isOffered ? <Way server={server} isLinked={isLinked} label={label} onOpen={setOpen} /> : null}
      {open === 'link' ? <LinkDialog server={server} player={player} onLinked={onChange} onClose={close} /> : null}
      {open === 'unlink' && linkedId !== undefined ? (
        <UnlinkDialog server={server} playerId={linkedId} onUnlinked={() => onChange(undefined)} onClose={close} />
      ) : null}
    </>
  );
}

type WayProps = {
  server: ServerAbility;
  isLinked: boolean;
  label: string;
  onOpen: (dialog: 'link' | 'unlink') => void;
};

function Way({ server, isLinked, label, onOpen }: WayProps) {
  const reasonId = useId();
  const reason = whyNot(server, 'players.whisper');
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {isLinked ? (
          <Button variant="default" onClick={() => onOpen('unlink')}>
            Unlink
          </Button>
        ) : (
          <Button
            variant="default"
            disabled={reason !== undefined}
            aria-describedby={reasonId}
            onClick={() => onOpen('link')}
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
    </Stack>
  );
}

type CharacterPanelProps = {
  server: ServerAbility & { id: string; name: string };
  viewer: Viewer;
  onLinkChange: (link: Link | undefined) => void;
};

/** The user's character on this server. */
export function CharacterPanel({ server, viewer, onLinkChange }: CharacterPanelProps) {
  const { playerId } = viewer;
  const { data: players } = useQuery({ ...playersQuery(server.id), enabled: playerId !== undefined });
  const name = players?.find(({ id }) => id === playerId)?.name;
  return (
    <Stack gap="md">
      {playerId === undefined ? (
        <Text>You haven't linked a character on this server yet. Link one to send mail and chat.</Text>
      ) : (
        <Text>
          {name === undefined ? 'Linked to the player ' : <PlainText text={`${name}, `} />}
          {playerId}
        </Text>
      )}
      <CharacterLink server={server} linkedId={playerId} label="Link your character" onChange={onLinkChange} />
    </Stack>
  );
}
