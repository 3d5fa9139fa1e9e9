import { GatewayDispatchEvents } from 'discord-api-types/v10';
import { asFields, fieldsOf, numberOf, textOf, type Fields } from '../fields.ts';
import type { Gateway } from './gateway/gateway.ts';
import type { GivenOptions } from './model/command-options.ts';
import { commandsInGuild } from './model/commands.ts';
import { admit, expel, findChannel, setRole, toEveryoneRole } from './model/guild.ts';
import { giveCommand, repliesTo } from './model/interactions.ts';
import type { Interaction } from './model/records.ts';
import { messagesIn, postMessage } from './model/messages.ts';
import { findPerson } from './model/people.ts';
import { publish, type Scene } from './model/scene.ts';
import { changeSpeech, leaveVoice, moveInVoice, setServerMute, updateSuppressed } from './model/voice-states.ts';
import { authorize, deny, readAuthorizationRequest } from './oauth/authorize.ts';
import type { CommandOutcome, SteeringActionName, SteeringActions, SteeringReply } from './steering-messages.ts';
import { createSwitches, type Switches } from './switches.ts';
import { reportVoice } from './voice/voice-report.ts';

export type Steering = {
  /** Returns undefined for a message that is not for Discord. */
  steer: (message: unknown) => Promise<SteeringReply | undefined>;
  /** The same for callers in this process. */
  ask: Ask;
};

export type Ask = <Name extends SteeringActionName>(
  action: Name,
  ...asks: object extends SteeringActions[Name]['asks'] ? [] : [SteeringActions[Name]['asks']]
) => Promise<SteeringActions[Name]['reply']>;

export function createSteering(stage: Stage): Steering {
  const actions = createActions(stage);
  const perform = async (name: string, fields: Fields): Promise<unknown> => {
    if (!Object.hasOwn(actions, name)) throw new Error(`There is no action "${name}".`);
    return actions[name as SteeringActionName](fields);
  };
  return {
    ask: (async (name: SteeringActionName, fields: Fields = {}) => perform(name, fields)) as Ask,
    steer: async (message) => {
      const request = asFields(message);
      if (request?.['type'] !== 'discord') return undefined;
      const given = request['requestId'];
      const requestId = typeof given === 'string' || typeof given === 'number' ? given : undefined;
      try {
        const data = await perform(textOf(request, 'action'), request);
        return { type: 'discord-answer', requestId, ok: true, ...(data === undefined ? {} : { data }) };
      } catch (error) {
        return { type: 'discord-answer', requestId, ok: false, error: (error as Error).message };
      }
    },
  };
}

/** What the steering acts on. */
type Stage = { scene: Scene; gateway: Gateway; open: () => Promise<void>; shut: () => Promise<void> };

type Replied<T> = T extends undefined ? void | Promise<void> : T | Promise<T>;

type Actions = {
  [Name in SteeringActionName]: (fields: Fields) => Replied<SteeringActions[Name]['reply']>;
};

const commandWaitMs = 5_000;

function createActions({ scene, gateway, open, shut }: Stage): Actions {
  const person = (fields: Fields) => findPerson(scene, textOf(fields, 'person'));
  const channel = (fields: Fields) => findChannel(scene, textOf(fields, 'channel'));
  return {
    say: (fields) => postMessage(scene, channel(fields).id, person(fields), { content: textOf(fields, 'text') }),
    messages: (fields) =>
      messagesIn(scene, channel(fields).id).map(({ message, onlyFor }) => ({
        ...message,
        ...(onlyFor ? { onlyFor } : {}),
      })),
    directMessages: (fields) => {
      const { id } = person(fields);
      const channels = [...scene.directChannels].filter(([, recipient]) => recipient.id === id);
      return channels.flatMap(([channelId]) => messagesIn(scene, channelId).map(({ message }) => message));
    },
    addPerson: (fields) => {
      const [id, username] = [textOf(fields, 'id'), textOf(fields, 'username')];
      const { globalName = username } = fields;
      scene.people.set(id, { id, username, globalName: String(globalName) });
    },
    admit: (fields) => admit(scene, person(fields)),
    kick: (fields) => expel(scene, person(fields)),
    setRole: (fields) => setRole(scene, person(fields), textOf(fields, 'role'), fields['hasRole'] === true),
    addGuild: (fields) => {
      const [id, name, members] = [textOf(fields, 'id'), textOf(fields, 'name'), fields['members']];
      if (!Array.isArray(members)) throw new Error('The list "members" is missing.');
      const ids = members.map((member) => findPerson(scene, String(member)).id);
      scene.foreignGuilds.set(id, { id, name, members: new Set(ids) });
    },
    joinVoice: (fields) => moveInVoice(scene, person(fields), channel(fields)),
    leaveVoice: (fields) => leaveVoice(scene, person(fields)),
    muteInVoice: (fields) => setServerMute(scene, person(fields), fields['isMuted'] === true),
    letSpeak: (fields) => changeSpeech(scene, person(fields), { isSuppressed: fields['isSpeaker'] !== true }),
    voice: () => reportVoice(scene),
    commands: () => commandsInGuild(scene),
    command: async (fields) => {
      const options = (asFields(fields['options']) ?? {}) as GivenOptions;
      const given = giveCommand(scene, person(fields), channel(fields), textOf(fields, 'name'), options);
      await untilAnswered(given, fields['waitMs'] === undefined ? commandWaitMs : numberOf(fields, 'waitMs'));
      return outcomeOf(scene, given);
    },
    complete: async (fields) => {
      const options = (asFields(fields['options']) ?? {}) as GivenOptions;
      const focused = textOf(fields, 'focused');
      const asked = giveCommand(scene, person(fields), channel(fields), textOf(fields, 'name'), options, focused);
      await untilAnswered(asked, commandWaitMs);
      return asked.choices ?? [];
    },
    replies: (fields) => {
      const given = scene.interactions.get(textOf(fields, 'interactionId'));
      if (!given) throw new Error('There is no such interaction.');
      return outcomeOf(scene, given);
    },
    authorize: (fields) => {
      const asked = readAuthorizationRequest(scene, new URL(textOf(fields, 'url')).searchParams);
      if (typeof asked === 'string') throw new Error(asked);
      return fields['decision'] === 'cancel' ? deny(scene, asked) : authorize(scene, asked, person(fields).id);
    },
    switch: async (fields) => {
      const { down, denied, granted } = scene.switches;
      setSwitches(scene.switches, fieldsOf(fields['switches']));
      if (scene.switches.down !== down) await (scene.switches.down ? shut() : open());
      if (scene.switches.denied !== denied || scene.switches.granted !== granted) {
        publish(scene, {
          t: GatewayDispatchEvents.GuildRoleUpdate,
          d: { guild_id: scene.guild.id, role: toEveryoneRole(scene) },
        });
        updateSuppressed(scene);
      }
      return scene.switches;
    },
    closeGateway: (fields) => gateway.closeAll(numberOf(fields, 'code')),
    counters: () => scene.recorder.counters(),
    calls: () => scene.recorder.calls(),
    resetCounters: () => scene.recorder.reset(),
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

const lookEveryMs = 20;

function outcomeOf(scene: Scene, interaction: Interaction): CommandOutcome {
  return {
    interactionId: interaction.id,
    state: interaction.state,
    replies: repliesTo(scene, interaction).map(({ message, onlyFor }) => ({
      ...message,
      ...(onlyFor ? { onlyFor } : {}),
    })),
  };
}

/** Waits until the bot has replied, or until the timeout. */
async function untilAnswered(interaction: Interaction, waitMs: number): Promise<void> {
  const until = Date.now() + waitMs;
  while (interaction.state !== 'answered' && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}
