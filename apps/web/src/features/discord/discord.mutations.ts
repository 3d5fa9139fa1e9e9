import { useMutation } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** Sends the browser to Discord: the answer is a redirect. */
export function useStartDiscordLink() {
  return useMutation({ mutationFn: () => api('POST /oauth2/discord') });
}

export function useFinishDiscordLink() {
  return useMutation({
    mutationFn: (query: { code: string; state: string }) => api('GET /oauth2/discord', { query }),
  });
}

export function useUnlinkDiscord() {
  return useMutation({ mutationFn: () => api('DELETE /oauth2/discord') });
}
