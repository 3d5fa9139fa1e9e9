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

/** Saving a big world takes a while; after this we stop waiting. */
const maxWaitMs = 5 * 60_000;

type SaveInfo = StructuresInfo['save'];
type SaveRequest = { at: number; savedAt: string | null; errorAt: string | undefined };
type Props = {
  server: Parameters<typeof whyNot>[0] & { id: string };
  /** Undefined until it is known whether a save is being read. */
  save: SaveInfo | undefined;
  instigator: string | undefined;
};

/** Makes the game save its world and waits until that save has been read. */
export function SaveWorldButton({ server, save, instigator }: Props) {
  const textId = useId();
  const nowMs = useNow();
  const saveWorld = useSaveWorld();
  const [request, setRequest] = useSaveRequest(server.id);
  const reason = whyNot(server, 'server.saveWorld');
  const isReading = save !== undefined && save.readingSince !== null;
  // If no save was ever read, none will arrive.
  const isUnread = save?.savedAt === null && save.error === null && !isReading;
  const isWaiting = save !== undefined && request !== undefined && !isUnread && !hasArrived(request, save);
  const isLate = isWaiting && nowMs - request.at > maxWaitMs;
  const handleClick = () =>
    saveWorld.mutate(
      { serverId: server.id, instigator },
      { onSuccess: () => setRequest({ at: Date.now(), savedAt: save?.savedAt ?? null, errorAt: save?.error?.at }) },
    );
  return (
    <Group gap={0}>
      <Text size="sm" c="dimmed" id={textId} role="status" className={classes.hint ?? ''}>
        {reason ?? (isUnread && request !== undefined ? unreadText : textOf(isWaiting, isLate, isReading))}
      </Text>
      <div className={classes.world}>
        <Button
          variant="default"
          leftSection={<Save size={16} aria-hidden />}
          loading={saveWorld.isPending}
          disabled={save === undefined || reason !== undefined || (isWaiting && !isLate)}
          title="The game freezes for a moment while it saves."
          aria-describedby={reason === undefined ? undefined : textId}
          onClick={handleClick}
        >
          Save world
        </Button>
        {isWaiting && !isLate ? <ProgressBar label="Waiting for the new save" value={null} /> : null}
      </div>
    </Group>
  );
}

/** Stored in the query cache, so that it survives visiting another page. */
function useSaveRequest(serverId: string) {
  const queryClient = useQueryClient();
  const queryKey = ['saveWorld', serverId];
  const { data } = useQuery<SaveRequest>({ queryKey, queryFn: skipToken, gcTime: maxWaitMs, staleTime: Infinity });
  return [data, (request: SaveRequest) => void queryClient.setQueryData<SaveRequest>(queryKey, request)] as const;
}

const unreadText = 'The game is saving, but the agent has not read a save of this server yet. Check its settings.';

/** A newer save was read, or could not be. */
function hasArrived(request: SaveRequest, save: SaveInfo): boolean {
  return save.savedAt !== request.savedAt || save.error?.at !== request.errorAt;
}

function textOf(isWaiting: boolean, isLate: boolean, isReading: boolean): string | null {
  if (isLate) return 'No new save has arrived. Check whether the game is saving.';
  if (isWaiting) return isReading ? 'Reading the new save…' : 'The game is saving…';
  return null;
}
