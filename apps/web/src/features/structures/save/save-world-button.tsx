import { Button, Group, Text } from '@mantine/core';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { Save } from 'lucide-react';
import { useId } from 'react';
import { ProgressBar } from '../../../components/display/progress-bar.tsx';
import { whyNot } from '../../../lib/servers/capabilities.ts';
import { useNow } from '../../../lib/text/relative-time.ts';
import type { StructuresInfo } from '../structure-set.ts';
import { useSaveWorld } from '../structures.mutations.ts';
import classes from './world-save-state.module.css';

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
  const [asked, setAsked] = useAsked(server.id);
  const reason = whyNot(server, 'server.saveWorld');
  // Where nothing was ever read, nothing would come.
  const isUnread = save.savedAt === null && save.error === null && save.readingSince === null;
  const isWaiting = asked !== undefined && !isUnread && !hasCome(asked, save);
  const isLate = isWaiting && nowMs - asked.at > patienceMs;
  const ask = () =>
    saveWorld.mutate(undefined, {
      onSuccess: () => setAsked({ at: Date.now(), savedAt: save.savedAt, errorAt: save.error?.at }),
    });
  return (
    <Group gap={0}>
      <Text size="sm" c="dimmed" id={textId} role="status" className={classes.hint ?? ''}>
        {reason ??
          (isUnread && asked !== undefined ? unreadText : textOf(isWaiting, isLate, save.readingSince !== null))}
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
        {isWaiting && !isLate ? <ProgressBar label="Waiting for the new save" value={null} /> : null}
      </div>
    </Group>
  );
}

/** Kept with what is known of the server: who goes to another page and comes back still waits. */
function useAsked(serverId: string) {
  const queryClient = useQueryClient();
  const queryKey = ['saveWorld', serverId];
  const { data } = useQuery<Asked>({ queryKey, queryFn: skipToken, gcTime: patienceMs, staleTime: Infinity });
  return [data, (asked: Asked) => void queryClient.setQueryData<Asked>(queryKey, asked)] as const;
}

const unreadText = 'The game saves. The agent of this server has read no save yet: see its settings.';

/** A newer save was read, or failed to be. */
function hasCome(asked: Asked, save: SaveInfo): boolean {
  return save.savedAt !== asked.savedAt || save.error?.at !== asked.errorAt;
}

function textOf(isWaiting: boolean, isLate: boolean, isReading: boolean): string | null {
  if (isLate) return 'No new save has come. See whether the game saves.';
  if (isWaiting) return isReading ? 'The new save is being read…' : 'The game is saving…';
  return null;
}
