/** The tabs of a player's page, in order. */
export const playerViews = [
  ['timeline', 'Timeline'],
  ['chat', 'Chat'],
  ['sessions', 'Sessions'],
  ['actions', 'Actions'],
  ['sanctions', 'Sanctions'],
  ['mail', 'Mail'],
] as const;

export type PlayerView = (typeof playerViews)[number][0];

/** In the URL: the tab, the filters of the timeline, the search in the chat, and the entry or message to show. */
export const playerParams = [
  'view',
  'show',
  'server',
  'period',
  'from',
  'until',
  'search',
  'entry',
  'message',
] as const;
export type PlayerParams = { [Name in (typeof playerParams)[number]]?: string };

/** The timeline from this entry back. */
export function entryPath(playerId: string, { id, at }: { id: string; at: string }): string {
  const until = new Date(Date.parse(at) + 1).toISOString();
  return `/arkbot/players/${playerId}?${new URLSearchParams({ until, entry: id }).toString()}`;
}

/** What the player said, from this message back. */
export function messagePath(playerId: string, messageId: string): string {
  return `/arkbot/players/${playerId}?${new URLSearchParams({ view: 'chat', message: messageId }).toString()}`;
}

/** Of the URL. */
export function readMessageId(text = ''): string | undefined {
  return /^\d{1,17}$/.test(text) ? text : undefined;
}
