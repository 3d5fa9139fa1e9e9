import { GuildMemberFlags, type APIGuildMember, type APIUser, type UserFlags } from 'discord-api-types/v10';
import type { Person } from '../demo.ts';
import type { Scene } from './scene.ts';

const noFlags = 0 as UserFlags;
const joinedAt = '2026-01-01T12:00:00.000000+00:00';

export function toUser({ id, username, globalName, isBot = false }: Person): APIUser {
  return {
    id,
    username,
    global_name: isBot ? null : globalName,
    discriminator: isBot ? '0001' : '0',
    avatar: null,
    bot: isBot,
    flags: noFlags,
    public_flags: noFlags,
    primary_guild: null,
  };
}

/** As the person sees themselves. */
export function toOwnUser(person: Person): APIUser {
  return { ...toUser(person), mfa_enabled: false, locale: 'en-US' };
}

/** A member without its user, as part of objects that already contain the user. */
export function toBareMember(roles: readonly string[]): Omit<APIGuildMember, 'user'> & { avatar: null; banner: null } {
  return {
    nick: null,
    avatar: null,
    banner: null,
    roles: [...roles],
    joined_at: joinedAt,
    premium_since: null,
    deaf: false,
    mute: false,
    flags: GuildMemberFlags.CompletedOnboarding,
    pending: false,
    communication_disabled_until: null,
  };
}

export function toMember(scene: Scene, person: Person): APIGuildMember & { avatar: null; banner: null } {
  return { ...toBareMember(rolesOf(scene, person)), user: toUser(person) };
}

export function rolesOf({ guild }: Scene, { id }: { id: string }): string[] {
  return [...guild.roles.values()].filter(({ members }) => members.has(id)).map((role) => role.id);
}

export function membersOf({ guild, people }: Scene): Person[] {
  return [...guild.members].flatMap((id) => people.get(id) ?? []);
}

/** By id, or by the name that they log in with. */
export function findPerson({ people }: Scene, wanted: string): Person {
  const person = people.get(wanted) ?? [...people.values()].find(({ username }) => username === wanted.toLowerCase());
  if (!person) throw new Error(`There is nobody called "${wanted}".`);
  return person;
}

export function botOf(scene: Scene): Person {
  return findPerson(scene, scene.application.id);
}
