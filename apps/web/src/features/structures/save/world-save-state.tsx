import { Group, Stack, Text } from '@mantine/core';
import { CircleAlert, HardDriveDownload } from 'lucide-react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import type { whyNot } from '../../../lib/servers/capabilities.ts';
import type { Viewer } from '../../../lib/servers/viewer.ts';
import type { StructuresInfo } from '../structure-set.ts';
import { SaveWorld } from './save-world-button.tsx';
import classes from './world-save-state.module.css';

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

type FactsProps = { save: StructuresInfo['save'] };

/** In one line: the save's age, what was found, and whether a newer one is on its way. */
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
          word={`${failureCount.toLocaleString()} ${failureCount === 1 ? 'object' : 'objects'} could not be read`}
        />
      )}
      <span role="status">{readingSince === null ? null : <StatusDot tone="busy" word="reading a new save…" />}</span>
    </div>
  );
}

function Count({ of, one, many }: { of: number; one: string; many: string }) {
  return (
    <span>
      {of.toLocaleString()} <span className={classes.dimmed}>{of === 1 ? one : many}</span>
    </span>
  );
}
