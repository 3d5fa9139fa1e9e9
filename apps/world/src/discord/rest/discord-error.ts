import { RESTJSONErrorCodes } from 'discord-api-types/v10';

/** A refusal in Discord's words. */
export class DiscordError extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, body: { message: string; code: number; errors?: object }) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

const words = {
  UnknownChannel: [404, 'Unknown Channel'],
  UnknownGuild: [404, 'Unknown Guild'],
  UnknownMember: [404, 'Unknown Member'],
  UnknownMessage: [404, 'Unknown Message'],
  UnknownUser: [404, 'Unknown User'],
  UnknownWebhook: [404, 'Unknown Webhook'],
  UnknownInteraction: [404, 'Unknown interaction'],
  UnknownApplication: [404, 'Unknown Application'],
  UnknownVoiceState: [404, 'Unknown Voice State'],
  InteractionHasAlreadyBeenAcknowledged: [400, 'Interaction has already been acknowledged.'],
  MissingAccess: [403, 'Missing Access'],
  MissingPermissions: [403, 'Missing Permissions'],
  MissingRequiredOAuth2Scope: [403, 'Missing required OAuth2 scope'],
  CannotSendAnEmptyMessage: [400, 'Cannot send an empty message'],
  CannotSendMessagesInNonTextChannel: [400, 'Cannot send messages in a non-text channel'],
  CannotSendMessagesToThisUser: [403, 'Cannot send messages to this user'],
  CannotEditMessageAuthoredByAnotherUser: [403, 'Cannot edit a message authored by another user'],
  CannotExecuteActionOnThisChannelType: [400, 'Cannot execute action on this channel type'],
  RequestBodyContainsInvalidJSON: [400, 'The request body contains invalid JSON.'],
} as const satisfies Partial<Record<keyof typeof RESTJSONErrorCodes, readonly [number, string]>>;

export function refuse(name: keyof typeof words): DiscordError {
  const [status, message] = words[name];
  return new DiscordError(status, { message, code: RESTJSONErrorCodes[name] });
}

export function refuseStatus(status: number, text: string): DiscordError {
  return new DiscordError(status, { message: `${status}: ${text}`, code: 0 });
}

export function refuseField(field: string, code: string, message: string): DiscordError {
  return new DiscordError(400, {
    message: 'Invalid Form Body',
    code: RESTJSONErrorCodes.InvalidFormBodyOrContentType,
    errors: { [field]: { _errors: [{ code, message }] } },
  });
}
