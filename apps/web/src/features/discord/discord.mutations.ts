import type { PartInput } from '@tribehall/contract';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { newBrowserSecret, storePendingLogin } from './pending-login.ts';

export type Handover = PartInput<'GET /oauth2/discord', 'query'>;

/** Sends the browser to Discord: the reply is a redirect. */
export function useStartDiscordLink() {
  return useMutation({ mutationFn: () => api('POST /oauth2/discord') });
}

/** Sends the browser to Discord, to be logged in on return. */
export function useStartDiscordLogin() {
  return useMutation({
    mutationFn: async (redirect: string) => {
      const browser = newBrowserSecret();
      const url = await api('POST /oauth2/discord/login', { body: { browser } });
      // The browser is on its way, but this page lives until Discord replies.
      storePendingLogin({ state: new URL(url).searchParams.get('state') ?? '', browser, redirect });
    },
  });
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
