import { GatewayDispatchEvents } from 'discord-api-types/v10';
import { asFields, fieldsOf, numberOf, textOf, type Fields } from '../fields.ts';
import type { Gateway } from './gateway/gateway.ts';
import type { GivenOptions } from './model/command-options.ts';
import { commandsInGuild } from './model/commands.ts';
import { findChannel, toEveryoneRole } from './model/guild.ts';
import { giveCommand } from './model/interactions.ts';
import { admit, expel } from './model/members.ts';
import { messagesIn, postMessage } from './model/messages.ts';
import { findPerson } from './model/people.ts';
import { tell, type Scene } from './model/scene.ts';
import { leaveVoice, moveInVoice } from './model/voice-states.ts';
import { authorize, deny, readWish } from './oauth/authorize.ts';
import { outcomeOf, settled } from './command-outcome.ts';
import type { SteeringActionName, SteeringActions } from './steering-messages.ts';
import { createSwitches, type Switches } from './switches.ts';
import { reportVoice } from './voice/voice-report.ts';

/** What there is to steer. */
export type Stage = { scene: Scene; gateway: Gateway; open: () => Promise<void>; shut: () => Promise<void> };

type Answered<T> = T extends undefined ? void | Promise<void> : T | Promise<T>;

export type Actions = {
  [Name in SteeringActionName]: (fields: Fields) => Answered<SteeringActions[Name]['answers']>;
};

const commandWaitMs = 5_000;

export function createActions({ scene, gateway, open, shut }: Stage): Actions {
  const person = (fields: Fields) => findPerson(scene, textOf(fields, 'person'));
  const channel = (fields: Fields) => findChannel(scene, textOf(fields, 'channel'));
  return {
    say: (fields) => postMessage(scene, channel(fields).id, person(fields), { content: textOf(fields, 'text') }),
    messages: (fields) =>
      messagesIn(scene, channel(fields).id).map(({ message, onlyFor }) => ({
        ...message,
        ...(onlyFor ? { onlyFor } : {}),
      })),
    addPerson: (fields) => {
      const [id, username] = [textOf(fields, 'id'), textOf(fields, 'username')];
      const { globalName = username } = fields;
      scene.people.set(id, { id, username, globalName: String(globalName) });
    },
    admit: (fields) => admit(scene, person(fields)),
    kick: (fields) => expel(scene, person(fields)),
    addGuild: (fields) => {
      const [id, name, members] = [textOf(fields, 'id'), textOf(fields, 'name'), fields['members']];
      if (!Array.isArray(members)) throw new Error('The list "members" is missing.');
      const ids = members.map((member) => findPerson(scene, String(member)).id);
      scene.foreignGuilds.set(id, { id, name, members: new Set(ids) });
    },
    joinVoice: (fields) => moveInVoice(scene, person(fields), channel(fields)),
    leaveVoice: (fields) => leaveVoice(scene, person(fields)),
    voice: () => reportVoice(scene),
    commands: () => commandsInGuild(scene),
    command: async (fields) => {
      const options = (asFields(fields['options']) ?? {}) as GivenOptions;
      const given = giveCommand(scene, person(fields), channel(fields), textOf(fields, 'name'), options);
      await settled(given, fields['waitMs'] === undefined ? commandWaitMs : numberOf(fields, 'waitMs'));
      return outcomeOf(scene, given);
    },
    replies: (fields) => {
      const given = scene.interactions.get(textOf(fields, 'interactionId'));
      if (!given) throw new Error('There is no such interaction.');
      return outcomeOf(scene, given);
    },
    authorize: (fields) => {
      const wish = readWish(scene, new URL(textOf(fields, 'url')).searchParams);
      if (typeof wish === 'string') throw new Error(wish);
      return fields['decision'] === 'cancel' ? deny(scene, wish) : authorize(scene, wish, person(fields).id);
    },
    switch: async (fields) => {
      const { down, denied } = scene.switches;
      setSwitches(scene.switches, fieldsOf(fields['switches']));
      if (scene.switches.down !== down) await (scene.switches.down ? shut() : open());
      if (scene.switches.denied !== denied) {
        tell(scene, {
          t: GatewayDispatchEvents.GuildRoleUpdate,
          d: { guild_id: scene.guild.id, role: toEveryoneRole(scene) },
        });
      }
      return scene.switches;
    },
    closeGateway: (fields) => gateway.closeAll(numberOf(fields, 'code')),
    counters: () => scene.chronicle.counters(),
    calls: () => scene.chronicle.calls(),
    resetCounters: () => scene.chronicle.reset(),
  };
}

function setSwitches(switches: Switches, changes: Fields): void {
  for (const name of Object.keys(changes)) {
    if (!Object.hasOwn(switches, name)) throw new Error(`There is no switch "${name}".`);
  }
  const known: Fields = switches;
  const usual: Fields = createSwitches();
  for (const [name, value] of Object.entries(changes)) known[name] = value ?? usual[name];
}
