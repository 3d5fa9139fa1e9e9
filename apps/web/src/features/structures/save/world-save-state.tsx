import { Group, Stack, Text } from '@mantine/core';
import { CircleAlert, HardDriveDownload } from 'lucide-react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import type { whyNot } from '../../../lib/servers/capabilities.ts';
import type { Viewer } from '../../../lib/servers/viewer.ts';
import type { StructuresInfo } from '../structure-set.ts';
import { SaveWorldButton } from './save-world-button.tsx';
import { formatCount } from '../../../lib/text/format-count.ts';
import classes from './world-save-state.module.css';

type Save = StructuresInfo['save'];
type Props = { server: Parameters<typeof whyNot>[0] & { id: string }; save: Save; viewer: Viewer };

/** The world save being shown, and the problem with a newer one. */
export function WorldSaveState({ server, save, viewer }: Props) {
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="md" align="start">
        {save.savedAt === null ? <NoSave isReading={save.readingSince !== null} /> : <SaveFacts save={save} />}
        {viewer.isServerAdmin ? (
          <SaveWorldButton key={server.id} server={server} save={save} instigator={viewer.playerId} />
        ) : null}
      </Group>
      {save.error === null ? null : <SaveError error={save.error} hasOlder={save.savedAt !== null} />}
    </Stack>
  );
}

function NoSave({ isReading }: { isReading: boolean }) {
  if (isReading) return <Text role="status">Reading the first save of this server…</Text>;
  return (
    <Notice icon={HardDriveDownload} title="No save of this server has been read yet.">
      <Text c="dimmed">
        The agent reads the world save as soon as it finds one. Check that its settings name the folder the game saves
        to.
      </Text>
    </Notice>
  );
}

function SaveError({ error, hasOlder }: { error: NonNullable<Save['error']>; hasOlder: boolean }) {
  return (
    <Notice icon={CircleAlert} title="The latest save couldn't be read." role="alert">
      <Text>
        {error.reason === null ? 'Admins of this server can see the reason.' : <PlainText text={error.reason} />}
      </Text>
      <Text c="dimmed">
        {hasOlder ? 'You are seeing the previous save. ' : ''}The next save will be read automatically. If the problem
        persists, update the agent.
      </Text>
    </Notice>
  );
}

type FactsProps = { save: StructuresInfo['save'] };

/** The age of the save, what it contains, and whether a newer one is being read. */
function SaveFacts({ save }: FactsProps) {
  const { savedAt, format, structureCount, tribeCount, survivorCount, objectCount, failureCount, readingSince } = save;
  return (
    <div className={classes.facts}>
      {savedAt === null ? null : (
        <span>
          Save from <TimeAgo at={savedAt} />
        </span>
      )}
      <Count of={structureCount} one="structure" many="structures" />
      <Count of={tribeCount} one="tribe" many="tribes" />
      <Count of={survivorCount} one="survivor" many="survivors" />
      <Count of={objectCount} one="object" many="objects" />
      {format === null ? null : (
        <span className={classes.dimmed}>
          <PlainText text={format} />
        </span>
      )}
      {failureCount === 0 ? null : (
        <StatusDot
          tone="warning"
          word={`${formatCount(failureCount)} ${failureCount === 1 ? 'object' : 'objects'} could not be read`}
        />
      )}
      <span role="status">{readingSince === null ? null : <StatusDot tone="busy" word="reading a new save…" />}</span>
    </div>
  );
}

function Count({ of, one, many }: { of: number; one: string; many: string }) {
  return (
    <span>
      {formatCount(of)} <span className={classes.dimmed}>{of === 1 ? one : many}</span>
    </span>
  );
}
