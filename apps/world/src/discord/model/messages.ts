import {
  GatewayDispatchEvents,
  MessageType,
  type APIAllowedMentions,
  type APIEmbed,
  type APIMessage,
  type APIUser,
} from 'discord-api-types/v10';
import type { Person } from '../demo.ts';
import type { StoredMessage } from './records.ts';
import { rolesOf, toBareMember, toUser } from './people.ts';
import { publish, touch, type Dispatch, type Scene } from './scene.ts';
import { nextSnowflake } from './snowflake.ts';

export type Draft = {
  content: string;
  embeds?: APIEmbed[];
  allowedMentions?: APIAllowedMentions;
  nonce?: string | number;
  enforceNonce?: boolean;
  replyTo?: string;
  onlyFor?: string;
  flags?: number;
  interaction?: Pick<APIMessage, 'interaction_metadata' | 'application_id' | 'webhook_id'>;
};

const maxStored = 300;

export function postMessage(scene: Scene, channelId: string, author: Person, draft: Draft): APIMessage {
  const stored = messagesIn(scene, channelId);
  const enforcedNonce = draft.enforceNonce && draft.nonce !== undefined ? `${author.id} ${draft.nonce}` : undefined;
  const before = enforcedNonce && stored.find((entry) => entry.enforcedNonce === enforcedNonce);
  if (before) return before.message;

  const message = toMessage(scene, channelId, author, draft);
  const { onlyFor } = draft;
  stored.push({ message, ...(onlyFor ? { onlyFor } : {}), ...(enforcedNonce ? { enforcedNonce } : {}) });
  if (stored.length > maxStored) stored.shift();
  announce(scene, onlyFor, { t: GatewayDispatchEvents.MessageCreate, d: { ...message, ...extras(scene, message) } });
  return message;
}

export function editMessage(scene: Scene, entry: StoredMessage, draft: Partial<Draft>): APIMessage {
  const { message } = entry;
  const content = draft.content ?? message.content;
  Object.assign(message, {
    content,
    embeds: draft.embeds ?? message.embeds,
    flags: draft.flags ?? message.flags,
    edited_timestamp: new Date().toISOString(),
    ...mentionsOf(scene, content, draft.allowedMentions),
  });
  const d = { ...message, ...extras(scene, message) };
  announce(scene, entry.onlyFor, { t: GatewayDispatchEvents.MessageUpdate, d });
  return message;
}

export function removeMessage(scene: Scene, entry: StoredMessage): void {
  const { id, channel_id } = entry.message;
  scene.messages.set(
    channel_id,
    messagesIn(scene, channel_id).filter((other) => other !== entry),
  );
  const d = { id, channel_id, guild_id: scene.guild.id };
  announce(scene, entry.onlyFor, { t: GatewayDispatchEvents.MessageDelete, d });
}

/** Oldest first. */
export function messagesIn({ messages }: Scene, channelId: string): StoredMessage[] {
  const stored = messages.get(channelId) ?? [];
  messages.set(channelId, stored);
  return stored;
}

/** Messages that only one person sees are not sent over the gateway. */
function announce(scene: Scene, onlyFor: string | undefined, dispatch: Dispatch): void {
  if (onlyFor) touch(scene);
  else publish(scene, dispatch);
}

function toMessage(scene: Scene, channelId: string, author: Person, draft: Draft): APIMessage {
  const replyTo = draft.replyTo;
  return {
    id: nextSnowflake(),
    channel_id: channelId,
    author: toUser(author),
    content: draft.content,
    timestamp: new Date().toISOString(),
    edited_timestamp: null,
    tts: false,
    ...mentionsOf(scene, draft.content, draft.allowedMentions),
    mention_roles: [],
    attachments: [],
    embeds: draft.embeds ?? [],
    components: [],
    pinned: false,
    type: draft.interaction ? MessageType.ChatInputCommand : replyTo ? MessageType.Reply : MessageType.Default,
    flags: draft.flags ?? 0,
    ...(draft.nonce === undefined ? {} : { nonce: draft.nonce }),
    ...(replyTo ? { message_reference: { channel_id: channelId, message_id: replyTo, guild_id: scene.guild.id } } : {}),
    ...draft.interaction,
  };
}

function extras(scene: Scene, { author, mentions }: APIMessage) {
  return {
    guild_id: scene.guild.id,
    member: toBareMember(rolesOf(scene, author)),
    mentions: mentions.map((user) => ({ ...user, member: toBareMember(rolesOf(scene, user)) })),
  };
}

/** Whom a text reaches: all it names, or of them those that its sender allows. */
function mentionsOf(
  { people }: Scene,
  content: string,
  allowed: APIAllowedMentions | undefined,
): { mention_everyone: boolean; mentions: APIUser[] } {
  const kinds: readonly string[] = allowed ? (allowed.parse ?? []) : ['everyone', 'users', 'roles'];
  const listed = allowed?.users ?? [];
  const named = [...content.matchAll(/<@!?(\d+)>/g)].map(([, id = '']) => id);
  const reached = [...new Set(named)].filter((id) => kinds.includes('users') || listed.includes(id));
  return {
    mention_everyone: kinds.includes('everyone') && /@(everyone|here)\b/.test(content),
    mentions: reached.flatMap((id) => people.get(id) ?? []).map(toUser),
  };
}
