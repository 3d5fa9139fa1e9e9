import type { PartInput } from '@tribehall/contract';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

export type Handover = PartInput<'GET /oauth2/discord', 'query'>;

/** Sends the browser to Discord: the reply is a redirect. */
export function useStartDiscordLink() {
  return useMutation({ mutationFn: () => api('POST /oauth2/discord') });
}

export function useFinishDiscordLink() {
  return useMutation({ mutationFn: (query: Handover) => api('GET /oauth2/discord', { query }) });
}

/** Has the portal fetch the guilds of the linked account again. */
export function useRefreshDiscord() {
  return useMutation({ mutationFn: () => api('POST /oauth2/discord/refresh') });
}

export function useUnlinkDiscord() {
  return useMutation({ mutationFn: () => api('DELETE /oauth2/discord') });
}
