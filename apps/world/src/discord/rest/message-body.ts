import { EmbedType, type APIAllowedMentions, type APIEmbed } from 'discord-api-types/v10';
import { asFields } from '../../fields.ts';
import type { Draft } from '../model/messages.ts';
import { refuse, refuseField } from './discord-error.ts';

const maxContent = 2_000;
const maxNonce = 25;
const maxEmbeds = 10;

/** Reads the body of a new or changed message as strictly as Discord does. */
export function readMessageBody(body: unknown): Partial<Draft> {
  const fields = asFields(body) ?? {};
  const { content, embeds, nonce, flags } = fields;
  if (content !== undefined && content !== null && typeof content !== 'string') {
    throw refuseField('content', 'BASE_TYPE_STRING', 'Could not interpret as string.');
  }
  if (content && Array.from(content).length > maxContent) {
    throw refuseField('content', 'BASE_TYPE_MAX_LENGTH', `Must be ${maxContent} or fewer in length.`);
  }
  if (embeds !== undefined && (!Array.isArray(embeds) || embeds.length > maxEmbeds)) {
    throw refuseField('embeds', 'BASE_TYPE_BAD_LENGTH', `Must be between 0 and ${maxEmbeds} in length.`);
  }
  if (nonce !== undefined && nonce !== null && JSON.stringify(nonce).length > maxNonce + 2) {
    throw refuseField('nonce', 'NONCE_TYPE_STRING_TOO_LONG', `Must be ${maxNonce} or fewer in length.`);
  }
  const replyTo = asFields(fields['message_reference'])?.['message_id'];
  return {
    ...(typeof content === 'string' ? { content } : {}),
    ...(Array.isArray(embeds)
      ? { embeds: (embeds as APIEmbed[]).map((embed) => ({ type: EmbedType.Rich, ...embed })) }
      : {}),
    ...(typeof nonce === 'string' || typeof nonce === 'number' ? { nonce } : {}),
    ...(typeof flags === 'number' ? { flags } : {}),
    ...(typeof replyTo === 'string' ? { replyTo } : {}),
    ...(asFields(fields['allowed_mentions']) ? { allowedMentions: readAllowed(fields['allowed_mentions']) } : {}),
    enforceNonce: fields['enforce_nonce'] === true,
  };
}

/** A message has to say something. */
export function asDraft(draft: Partial<Draft>): Draft {
  const content = draft.content ?? '';
  if (content.trim() === '' && !draft.embeds?.length) throw refuse('CannotSendAnEmptyMessage');
  return { ...draft, content };
}

function readAllowed(value: unknown): APIAllowedMentions {
  const allowed = value as APIAllowedMentions;
  const doubled = allowed.parse?.includes('users' as never) && allowed.users?.length;
  if (doubled) {
    const message = 'parse:["users"] and users: [ids...] are mutually exclusive.';
    throw refuseField('allowed_mentions', 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE', message);
  }
  return allowed;
}
