import type { Channel, Person } from '../demo.ts';
import { toChannel } from '../model/guild.ts';
import { isDenied } from '../model/permissions.ts';
import type { StoredMessage } from '../model/records.ts';
import { editMessage, messagesIn, postMessage, removeMessage } from '../model/messages.ts';
import { botOf } from '../model/people.ts';
import type { Scene } from '../model/scene.ts';
import { refuse } from './discord-error.ts';
import { asDraft, readMessageBody } from './message-body.ts';
import { byId, idIn, pageLimit } from './paging.ts';
import type { Call, Limit, Routes } from './route.ts';

const perChannel: Limit = { calls: 5, perMs: 5_000 };

export const channelRoutes: Routes = {
  'GET /channels/:channel': { who: 'bot', handle: (call) => toChannel(call.scene, channelOf(call)) },
  'POST /channels/:channel/typing': { who: 'bot', limit: perChannel, handle: (call) => void writableChannel(call) },
  'GET /channels/:channel/messages': { who: 'bot', limit: perChannel, handle: listMessages },
  'POST /channels/:channel/messages': {
    who: 'bot',
    limit: perChannel,
    handle: (call) => {
      const person = call.scene.directChannels.get(call.params['channel'] ?? '');
      if (person) return postDirectMessage(call, person);
      const { id } = writableChannel(call);
      return postMessage(call.scene, id, botOf(call.scene), asDraft(readMessageBody(call.body)));
    },
  },
  'GET /channels/:channel/messages/:message': { who: 'bot', handle: (call) => messageOf(call).message },
  'PATCH /channels/:channel/messages/:message': {
    who: 'bot',
    limit: perChannel,
    handle: (call) => {
      const entry = messageOf(call);
      if (!isOwn(call.scene, entry)) throw refuse('CannotEditMessageAuthoredByAnotherUser');
      return editMessage(call.scene, entry, readMessageBody(call.body));
    },
  },
  'DELETE /channels/:channel/messages/:message': {
    who: 'bot',
    limit: perChannel,
    handle: (call) => {
      const entry = messageOf(call);
      if (!isOwn(call.scene, entry)) throw refuse('MissingPermissions');
      removeMessage(call.scene, entry);
    },
  },
};

/** Only its recipient sees it. */
function postDirectMessage({ scene, params, body }: Call, { id }: Person) {
  if (scene.switches.closedTo.includes(id)) throw refuse('CannotSendMessagesToThisUser');
  const draft = asDraft(readMessageBody(body));
  return postMessage(scene, params['channel'] ?? '', botOf(scene), { ...draft, onlyFor: id });
}

function isOwn({ application }: Scene, { message }: StoredMessage): boolean {
  return message.author.id === application.id;
}

function channelOf({ scene, params }: Call): Channel {
  const channel = scene.channels.get(params['channel'] ?? '');
  if (!channel) throw refuse('UnknownChannel');
  if (isDenied(scene, 'ViewChannel')) throw refuse('MissingAccess');
  return channel;
}

function writableChannel(call: Call): Channel {
  const channel = channelOf(call);
  if (isDenied(call.scene, 'SendMessages')) throw refuse('MissingPermissions');
  return channel;
}

function messageOf(call: Call): StoredMessage {
  const { id } = channelOf(call);
  const entry = messagesIn(call.scene, id).find(({ message }) => message.id === call.params['message']);
  if (!entry || entry.onlyFor) throw refuse('UnknownMessage');
  return entry;
}

/** Newest first, as Discord lists them. */
function listMessages(call: Call) {
  const { id } = channelOf(call);
  const [before, after] = [idIn(call.query, 'before'), idIn(call.query, 'after')];
  const newest = messagesIn(call.scene, id)
    .filter(({ onlyFor }) => !onlyFor)
    .map(({ message }) => message)
    .toReversed()
    .filter((message) => !before || byId(message, { id: before }) < 0);
  const limit = pageLimit(call.query, 50, 100);
  if (!after) return newest.slice(0, limit);
  return newest.filter((message) => byId(message, { id: after }) > 0).slice(-limit);
}
