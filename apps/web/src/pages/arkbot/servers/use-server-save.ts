import { useQuery } from '@tanstack/react-query';
import { serverEventsQuery } from '../../../features/people/people.queries.ts';
import { useStructuresLive } from '../../../features/structures/structures.live.ts';
import { structuresQuery } from '../../../features/structures/structures.queries.ts';
import type { ServerSave } from '../../../features/servers/overview/problems.ts';

/** The last save of a server, by the save itself or by what its log says, whichever is later. */
export function useServerSave(serverId: string) {
  const { data: info, error } = useQuery(structuresQuery(serverId));
  const { data: events } = useQuery(serverEventsQuery(serverId));
  useStructuresLive(serverId);
  const saveInfo = info?.save;
  const times = [saveInfo?.savedAt ?? null, events?.savedAt ?? null].filter((time) => time !== null);
  const isRead = saveInfo !== undefined && saveInfo.readAt !== null;
  const save: ServerSave = {
    savedAt: times.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1) ?? null,
    isRead,
    tribeCount: isRead ? saveInfo.tribeCount : null,
    survivorCount: isRead ? saveInfo.survivorCount : null,
    error: saveInfo?.error ?? null,
  };
  return { save, saveInfo, hasSaveFailed: info === undefined && error !== null };
}
