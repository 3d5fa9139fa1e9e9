import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError } from '../../components/notices/toast.tsx';
import { api } from '../../lib/api/api.ts';
import { chatSettingsQuery, type ChatSettings } from './chat-settings.queries.ts';

export type ChatSwitch = 'sharesClusterChat' | 'hasBotTraffic';
export type GuildList = 'loggingGuilds' | 'relayGuilds';
export type GuildChange = { list: GuildList; guildId: string; isOn: boolean };

type Target = { id: string; instigator: string | undefined };

/** Optimistic: reverted when the portal refuses. */
export function useTurnSwitch(serverId: string, instigator: string | undefined) {
  const { write, restore } = useSettingsCache(serverId);
  return useMutation({
    scope: { id: `chat.settings/${serverId}` },
    mutationFn: ({ name, isOn }: { name: ChatSwitch; isOn: boolean }) =>
      callSwitch({ id: serverId, instigator }, name, isOn),
    onMutate: ({ name, isOn }) => write((before) => before && { ...before, [name]: isOn }),
    onSuccess: (settings) => write(() => settings),
    onError: (error) => restore(error),
  });
}

/** Adds guilds to lists or removes them, one at a time; changes made before a failure stay. */
export function useChangeGuilds(serverId: string, instigator: string | undefined) {
  const { write } = useSettingsCache(serverId);
  return useMutation({
    scope: { id: `chat.settings/${serverId}` },
    mutationFn: async (changes: GuildChange[]) => {
      for (const change of changes) {
        // oxlint-disable-next-line no-await-in-loop -- each reply is all the settings, so the sequence matters
        const settings = await guildCalls[change.list]({ id: serverId, instigator }, change);
        write(() => settings);
      }
    },
  });
}

function callSwitch({ id, instigator }: Target, name: ChatSwitch, isOn: boolean): Promise<ChatSettings> {
  const call = { params: { id }, instigator };
  if (name === 'hasBotTraffic' && !isOn) return api('POST /ark/servers/{id}/disableDiscordBotWebSocket', call);
  return api('PUT /ark/servers/{id}/chatSettings', { ...call, body: { [name]: isOn } });
}

const guildCalls: Record<GuildList, (target: Target, change: GuildChange) => Promise<ChatSettings>> = {
  loggingGuilds: ({ id, instigator }, { guildId, isOn }) =>
    api('POST /ark/servers/{id}/addChatLoggingChannel', {
      params: { id },
      body: { guildId, ...(!isOn && { remove: true }) },
      instigator,
    }),
  relayGuilds: ({ id, instigator }, { guildId, isOn }) =>
    api('POST /ark/servers/{id}/enableCrossServerChat', {
      params: { id },
      body: { guildId, ...(!isOn && { disable: true }) },
      instigator,
    }),
};

type Updater = (before: ChatSettings | undefined) => ChatSettings | undefined;

function useSettingsCache(serverId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = chatSettingsQuery(serverId);
  return {
    write: (update: Updater) => {
      queryClient.setQueryData(queryKey, update);
    },
    restore: (error: unknown) => {
      toastError(error);
      void queryClient.invalidateQueries({ queryKey });
    },
  };
}
