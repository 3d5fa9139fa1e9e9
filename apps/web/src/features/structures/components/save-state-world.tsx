import { Button, Group, Text } from '@mantine/core';
import { Save } from 'lucide-react';
import { useId, useState } from 'react';
import { ProgressLine } from '../../../components/progress-line.tsx';
import { whyNot } from '../../../lib/capabilities.ts';
import { useNow } from '../../../lib/use-now.ts';
import type { StructuresInfo } from '../structure-set.ts';
import { useSaveWorld } from '../structures.mutations.ts';
import classes from './save-state.module.css';

/** A big world takes its time; after this nobody waits any more. */
const patienceMs = 5 * 60_000;

type SaveInfo = StructuresInfo['save'];
type Asked = { at: number; savedAt: string | null; errorAt: string | undefined };
type Props = {
  server: Parameters<typeof whyNot>[0] & { id: string };
  save: SaveInfo;
  instigator: string | undefined;
};

/** Has the game write its save, and waits until that has been read. */
export function SaveWorld({ server, save, instigator }: Props) {
  const textId = useId();
  const nowMs = useNow();
  const saveWorld = useSaveWorld(server.id, instigator);
  const [asked, setAsked] = useState<Asked>();
  const reason = whyNot(server, 'server.saveWorld');
  const isWaiting = asked !== undefined && !hasCome(asked, save);
  const isLate = isWaiting && nowMs - asked.at > patienceMs;
  const ask = () =>
    saveWorld.mutate(undefined, {
      onSuccess: () => setAsked({ at: Date.now(), savedAt: save.savedAt, errorAt: save.error?.at }),
    });
  return (
    <Group gap={0}>
      <Text size="sm" c="dimmed" id={textId} role="status" className={classes.hint ?? ''}>
        {reason ?? textOf(isWaiting, isLate, save.readingSince !== null)}
      </Text>
      <div className={classes.world}>
        <Button
          variant="default"
          leftSection={<Save size={16} aria-hidden />}
          loading={saveWorld.isPending}
          disabled={reason !== undefined || (isWaiting && !isLate)}
          title="The game stands still for a moment while it saves."
          aria-describedby={reason === undefined ? undefined : textId}
          onClick={ask}
        >
          Save world
        </Button>
        {isWaiting && !isLate ? <ProgressLine label="Waiting for the new save" value={null} /> : null}
      </div>
    </Group>
  );
}

/** A newer save was read, or failed to be. */
function hasCome(asked: Asked, save: SaveInfo): boolean {
  return save.savedAt !== asked.savedAt || save.error?.at !== asked.errorAt;
}

function textOf(isWaiting: boolean, isLate: boolean, isReading: boolean): string | null {
  if (isLate) return 'No new save has come. See whether the game saves.';
  if (isWaiting) return isReading ? 'The new save is being read…' : 'The game is saving…';
  return null;
}
