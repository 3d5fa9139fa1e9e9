import { toChannel, toGuild, toRoles } from '../model/guild.ts';
import { membersOf, toMember, toUser } from '../model/people.ts';
import { toVoiceState } from '../model/voice-states.ts';
import { refuse } from './discord-error.ts';
import { byId, idIn, pageLimit } from './paging.ts';
import type { Call, Routes } from './route.ts';
import { changeOwnVoiceState } from './voice-states.ts';

export const guildRoutes: Routes = {
  'GET /guilds/:guild': {
    who: 'bot',
    handle: (call) => ({ ...toGuild(ownGuild(call)), approximate_member_count: call.scene.guild.members.size }),
  },
  'GET /guilds/:guild/channels': {
    who: 'bot',
    handle: (call) => {
      const scene = ownGuild(call);
      return [...scene.channels.values()].map((channel) => toChannel(scene, channel));
    },
  },
  'GET /guilds/:guild/roles': { who: 'bot', handle: (call) => toRoles(ownGuild(call)) },
  'GET /guilds/:guild/members': { who: 'bot', handle: listMembers },
  'GET /guilds/:guild/members/:user': { who: 'bot', handle: (call) => toMember(call.scene, memberOf(call)) },
  'GET /guilds/:guild/voice-states/:user': {
    who: 'bot',
    handle: (call) => {
      const { id } = memberOf(call);
      if (!call.scene.voiceStates.has(id)) throw refuse('UnknownVoiceState');
      return toVoiceState(call.scene, id);
    },
  },
  'PATCH /guilds/:guild/voice-states/@me': {
    who: 'bot',
    handle: (call) => changeOwnVoiceState({ ...call, scene: ownGuild(call) }),
  },
  'GET /users/:user': {
    who: 'bot',
    handle: ({ scene, params }) => {
      const person = scene.people.get(params['user'] ?? '');
      if (!person) throw refuse('UnknownUser');
      return toUser(person);
    },
  },
};

/** The bot sees one guild; of others it cannot even say that they exist. */
function ownGuild({ scene, params }: Call) {
  if (params['guild'] !== scene.guild.id) throw refuse('UnknownGuild');
  return scene;
}

function memberOf(call: Call) {
  const { guild, people } = ownGuild(call);
  const person = people.get(call.params['user'] ?? '');
  if (!person) throw refuse('UnknownUser');
  if (!guild.members.has(person.id)) throw refuse('UnknownMember');
  return person;
}

function listMembers(call: Call) {
  const after = idIn(call.query, 'after') ?? '0';
  return membersOf(ownGuild(call))
    .filter((person) => byId(person, { id: after }) > 0)
    .toSorted(byId)
    .slice(0, pageLimit(call.query, 1, 1_000))
    .map((person) => toMember(call.scene, person));
}
