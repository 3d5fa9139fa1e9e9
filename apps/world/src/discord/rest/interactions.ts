import { InteractionResponseType, InteractionType, MessageFlags } from 'discord-api-types/v10';
import { asFields } from '../../fields.ts';
import { repliesTo } from '../model/interactions.ts';
import type { Interaction, StoredMessage } from '../model/records.ts';
import { editMessage, postMessage, removeMessage, type Draft } from '../model/messages.ts';
import { botOf, toUser } from '../model/people.ts';
import type { Scene } from '../model/scene.ts';
import { refuse, refuseField } from './discord-error.ts';
import { asDraft, readMessageBody } from './message-body.ts';
import type { Call, Routes } from './route.ts';

const replyWithinMs = 3_000;
const tokenLastsMs = 15 * 60_000;

/** The token of an interaction is enough to reply to it. */
export const interactionRoutes: Routes = {
  'POST /interactions/:interaction/:token/callback': { who: 'anyone', handle: respond },
  'POST /webhooks/:application/:token': {
    who: 'anyone',
    handle: (call) => post(call.scene, ofToken(call), readMessageBody(call.body)).message,
  },
  'GET /webhooks/:application/:token/messages/:message': { who: 'anyone', handle: (call) => replyOf(call).message },
  'PATCH /webhooks/:application/:token/messages/:message': {
    who: 'anyone',
    handle: (call) => {
      const interaction = ofToken(call);
      const entry = replyOf(call);
      // This edit completes a deferred reply.
      if (interaction.state === 'deferred') interaction.state = 'answered';
      const flags = (entry.message.flags ?? 0) & ~MessageFlags.Loading;
      return editMessage(call.scene, entry, { ...readMessageBody(call.body), flags });
    },
  },
  'DELETE /webhooks/:application/:token/messages/:message': {
    who: 'anyone',
    handle: (call) => removeMessage(call.scene, replyOf(call)),
  },
};

function respond(call: Call) {
  const { scene, params, query } = call;
  const interaction = scene.interactions.get(params['interaction'] ?? '');
  const isTooLate = interaction && Date.now() - interaction.givenAt > replyWithinMs;
  if (!interaction || interaction.token !== params['token'] || isTooLate) throw refuse('UnknownInteraction');
  if (interaction.state !== 'waiting') throw refuse('InteractionHasAlreadyBeenAcknowledged');
  const { type, data } = asFields(call.body) ?? {};
  if (type === InteractionResponseType.ApplicationCommandAutocompleteResult) return complete(interaction, data);
  const entry = firstReply(scene, interaction, type, data);
  if (query.get('with_response') !== 'true') return undefined;
  return {
    interaction: {
      id: interaction.id,
      type: InteractionType.ApplicationCommand,
      response_message_id: entry.message.id,
    },
    resource: { type, message: entry.message },
  };
}

const maxChoices = 25;
const maxChoiceLength = 100;

function isGood({ name, value }: Record<string, unknown>): boolean {
  return [name, value].every((text) => typeof text === 'string' && text !== '' && text.length <= maxChoiceLength);
}

function complete(interaction: Interaction, data: unknown): undefined {
  const { choices } = asFields(data) ?? {};
  const given = Array.isArray(choices) ? choices.map((choice: unknown) => asFields(choice) ?? {}) : [];
  if (!Array.isArray(choices) || choices.length > maxChoices || !given.every(isGood))
    throw refuseField('choices', 'BASE_TYPE_BAD_LENGTH', 'Must be up to 25 choices of up to 100 characters.');
  interaction.choices = given.map(({ name, value }) => ({ name: String(name), value: String(value) }));
  interaction.state = 'answered';
  return undefined;
}

function firstReply(scene: Scene, interaction: Interaction, type: unknown, data: unknown): StoredMessage {
  const draft = readMessageBody(data ?? {});
  if (type === InteractionResponseType.ChannelMessageWithSource) {
    const entry = post(scene, interaction, draft);
    interaction.state = 'answered';
    return entry;
  }
  if (type === InteractionResponseType.DeferredChannelMessageWithSource) {
    interaction.state = 'deferred';
    return store(scene, interaction, { ...draft, content: '', flags: (draft.flags ?? 0) | MessageFlags.Loading });
  }
  throw refuseField('type', 'BASE_TYPE_CHOICES', 'Only messages and deferred messages answer a command.');
}

function post(scene: Scene, interaction: Interaction, draft: Partial<Draft>): StoredMessage {
  return store(scene, interaction, asDraft(draft));
}

function store(scene: Scene, interaction: Interaction, draft: Draft): StoredMessage {
  const isEphemeral = ((draft.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
  const { id, person, channelId } = interaction;
  const message = postMessage(scene, channelId, botOf(scene), {
    ...draft,
    ...(isEphemeral ? { onlyFor: person.id } : {}),
    interaction: {
      application_id: scene.application.id,
      webhook_id: scene.application.id,
      interaction_metadata: {
        id,
        type: InteractionType.ApplicationCommand,
        user: toUser(person),
        authorizing_integration_owners: {},
      },
    },
  });
  interaction.messageIds.push(message.id);
  return { message, ...(isEphemeral ? { onlyFor: person.id } : {}) };
}

function ofToken({ scene, params }: Call): Interaction {
  const interaction = [...scene.interactions.values()].find(({ token }) => token === params['token']);
  const isOver = interaction && Date.now() - interaction.givenAt > tokenLastsMs;
  const isOwn = params['application'] === scene.application.id;
  if (!interaction || !isOwn || isOver || interaction.state === 'waiting') throw refuse('UnknownWebhook');
  return interaction;
}

function replyOf(call: Call): StoredMessage {
  const interaction = ofToken(call);
  const wanted = call.params['message'] === '@original' ? interaction.messageIds[0] : call.params['message'];
  const entry = repliesTo(call.scene, interaction).find(({ message }) => message.id === wanted);
  if (!entry) throw refuse('UnknownMessage');
  return entry;
}
