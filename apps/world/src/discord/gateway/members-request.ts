import { GatewayDispatchEvents } from 'discord-api-types/v10';
import type { Fields } from '../../fields.ts';
import { membersOf, toMember } from '../model/people.ts';
import type { Scene } from '../model/scene.ts';
import type { Session, Sessions } from './sessions.ts';

type Request = {
  guild_id?: string;
  user_ids?: string | string[];
  query?: string;
  limit?: number;
  nonce?: string;
};

export function sendMembers(scene: Scene, sessions: Sessions, session: Session, data: Fields): void {
  const { guild_id: guildId, user_ids: wanted, query, limit, nonce } = data as Request;
  if (guildId !== scene.guild.id) return;
  const all = membersOf(scene);
  const ids = wanted === undefined ? undefined : [wanted].flat();
  const chosen = ids
    ? all.filter(({ id }) => ids.includes(id))
    : all.filter(({ username }) => username.startsWith((query ?? '').toLowerCase())).slice(0, limit || undefined);
  const missing = ids?.filter((id) => !chosen.some((person) => person.id === id)) ?? [];
  sessions.dispatch(session, {
    t: GatewayDispatchEvents.GuildMembersChunk,
    d: {
      guild_id: guildId,
      members: chosen.map(toMember),
      chunk_index: 0,
      chunk_count: 1,
      not_found: missing,
      ...(nonce === undefined ? {} : { nonce }),
    },
  });
}
