import { ChannelType, type APIDMChannel, type ChannelFlags } from 'discord-api-types/v10';
import { asFields } from '../../fields.ts';
import type { Person } from '../demo.ts';
import { permissions } from '../model/permissions.ts';
import { botOf, toMember, toOwnUser, toUser } from '../model/people.ts';
import type { Scene } from '../model/scene.ts';
import { nextSnowflake } from '../model/snowflake.ts';
import { refuse, refuseStatus } from './discord-error.ts';
import { pageOf } from './paging.ts';
import type { Call, Limit, Routes } from './route.ts';

const perPerson: Limit = { calls: 10, perMs: 5_000 };
const maxGuilds = 200;

export const userRoutes: Routes = {
  'GET /users/@me': {
    who: 'both',
    handle: (call) => {
      return toOwnUser(call.caller.kind === 'bot' ? botOf(call.scene) : personWith(call, 'identify'));
    },
  },
  'GET /users/@me/guilds': {
    who: 'both',
    limit: perPerson,
    handle: (call) => {
      const person = call.caller.kind === 'bot' ? botOf(call.scene) : personWith(call, 'guilds');
      return pageOf(guildsOf(call.scene, person), call.query, maxGuilds);
    },
  },
  'GET /users/@me/guilds/:guild/member': {
    who: 'person',
    limit: perPerson,
    handle: (call) => {
      const person = personWith(call, 'guilds.members.read');
      const { guild, foreignGuilds } = call.scene;
      const wanted = call.params['guild'] ?? '';
      const members = wanted === guild.id ? guild.members : foreignGuilds.get(wanted)?.members;
      if (!members?.has(person.id)) throw refuse('UnknownGuild');
      return toMember(call.scene, person);
    },
  },
  'POST /users/@me/channels': {
    who: 'bot',
    handle: ({ scene, body }) => {
      const person = scene.people.get(String(asFields(body)?.['recipient_id']));
      if (!person) throw refuse('UnknownUser');
      return toDirectChannel(scene, person);
    },
  },
  'GET /oauth2/@me': {
    who: 'person',
    handle: ({ scene, caller }) => {
      if (caller.kind !== 'person') throw refuseStatus(401, 'Unauthorized');
      const { id, name } = scene.application;
      const { scopes, expiresAt } = caller.grant;
      return {
        application: { id, name, icon: null, description: '', bot_public: false, bot_require_code_grant: false },
        scopes,
        expires: new Date(expiresAt).toISOString(),
        ...(scopes.includes('identify') ? { user: toUser(caller.person) } : {}),
      };
    },
  },
};

/** Opens the channel, or returns the one that there is. */
function toDirectChannel({ directChannels, messages }: Scene, person: Person): APIDMChannel {
  const [opened] = [...directChannels].find(([, { id }]) => id === person.id) ?? [];
  const id = opened ?? nextSnowflake();
  directChannels.set(id, person);
  return {
    id,
    type: ChannelType.DM,
    name: null,
    last_message_id: messages.get(id)?.at(-1)?.message.id ?? null,
    flags: 0 as ChannelFlags,
    recipients: [toUser(person)],
  };
}

export function personWith({ caller }: Call, scope: string): Person {
  if (caller.kind !== 'person') throw refuseStatus(401, 'Unauthorized');
  if (!caller.grant.scopes.includes(scope)) throw refuse('MissingRequiredOAuth2Scope');
  return caller.person;
}

function guildsOf(scene: Scene, { id }: Person) {
  const all = [scene.guild, ...scene.foreignGuilds.values()];
  return all
    .filter(({ members }) => members.has(id))
    .map((guild) => ({
      id: guild.id,
      name: guild.name,
      icon: null,
      banner: null,
      owner: guild === scene.guild && scene.guild.ownerId === id,
      permissions: permissions(scene),
      features: [],
    }));
}
