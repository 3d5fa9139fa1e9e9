export type GuildRow = { id: string; name: string };

/** Stays on top whatever is searched for: it is the way back. */
export const wholeFile: GuildRow = { id: 'whole', name: 'Whole file' };

export function findGuilds(guilds: readonly string[], search: string): GuildRow[] {
  const wanted = search.trim().toLowerCase();
  const found = guilds.filter((id) => id.toLowerCase().includes(wanted));
  return [wholeFile, ...found.map((id) => ({ id, name: id }))];
}
