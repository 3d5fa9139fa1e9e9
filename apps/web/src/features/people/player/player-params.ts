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

/** In the URL: the tab, the filters of the timeline, and the search in the chat. */
export const playerParams = ['view', 'show', 'server', 'period', 'from', 'until', 'search'] as const;
export type PlayerParams = { [Name in (typeof playerParams)[number]]?: string };
