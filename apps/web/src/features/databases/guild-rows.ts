import type { ReplyInput } from '@tribehall/contract';

type KnownGuild = ReplyInput<'GET /discord/guilds'>[number];

/** A guild that is known has a name and perhaps an icon; of others there is only the id. */
export type GuildRow = { id: string; name: string; icon: string | null; isKnown: boolean };

/** Stays on top whatever is searched for: it is the way back. */
export const wholeFile: GuildRow = { id: 'whole', name: 'Whole file', icon: null, isKnown: false };

export function findGuilds(guilds: readonly string[], known: readonly KnownGuild[], search: string): GuildRow[] {
  const wanted = search.trim().toLowerCase();
  const byId = new Map(known.map((guild) => [guild.id, guild]));
  const rows = guilds.map((id) => {
    const { name = id, icon = null } = byId.get(id) ?? {};
    return { id, name, icon, isKnown: byId.has(id) };
  });
  return [wholeFile, ...rows.filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(wanted))];
}
