import { Group, Stack, Text } from '@mantine/core';
import { CircleAlert, HardDriveDownload } from 'lucide-react';
import { Notice } from '../../../components/notices/notice.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import type { whyNot } from '../../../lib/servers/capabilities.ts';
import type { Viewer } from '../../../lib/servers/viewer.ts';
import type { StructuresInfo } from '../structure-set.ts';
import { SaveFacts } from './save-state-facts.tsx';
import { SaveWorld } from './save-state-world.tsx';

type Save = StructuresInfo['save'];
type Props = { server: Parameters<typeof whyNot>[0] & { id: string }; save: Save; viewer: Viewer };

/** Which save is shown, what was in it, and what is the matter with a newer one. */
export function SaveState({ server, save, viewer }: Props) {
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="md" align="start">
        {save.savedAt === null ? <NoSave isReading={save.readingSince !== null} /> : <SaveFacts save={save} />}
        {viewer.isServerAdmin ? (
          <SaveWorld key={server.id} server={server} save={save} instigator={viewer.playerId} />
        ) : null}
      </Group>
      {save.error === null ? null : <SaveError error={save.error} hasOlder={save.savedAt !== null} />}
    </Stack>
  );
}

function NoSave({ isReading }: { isReading: boolean }) {
  if (isReading) return <Text role="status">The first save of this server is being read…</Text>;
  return (
    <Notice icon={HardDriveDownload} title="No save of this server has been read yet.">
      <Text c="dimmed">
        The agent reads the game’s save as soon as it finds one. Look at the agent’s settings: it needs the folder in
        which the game keeps its saves.
      </Text>
    </Notice>
  );
}

function SaveError({ error, hasOlder }: { error: NonNullable<Save['error']>; hasOlder: boolean }) {
  return (
    <Notice icon={CircleAlert} title="The newest save could not be read." role="alert">
      <Text>{error.reason === null ? 'Who runs this server sees why.' : <PlainText text={error.reason} />}</Text>
      <Text c="dimmed">
        {hasOlder ? 'What you see is from the save before. ' : ''}The next save is tried again by itself. If that does
        not help, update the agent.
      </Text>
    </Notice>
  );
}
