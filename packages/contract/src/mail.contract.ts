import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { id, idParams, isoDate, nothing, playerId } from './shared/schemas.ts';
import { defineTopics } from './shared/topic.ts';

/** `waiting`: for the player to come online; `delivered`: whispered in the game. */
export const mailStates = ['waiting', 'delivered', 'failed'] as const;

export const mail = z.object({
  id,
  serverId: id,
  playerId: z.string(),
  playerName: z.string(),
  subject: z.string(),
  body: z.string(),
  state: z.enum(mailStates),
  /** Why it failed. */
  reason: z.string().nullable(),
  sentAt: isoDate,
  deliveredAt: isoDate.nullable(),
});

const text = {
  subject: z.string().trim().min(1, 'Enter a subject.').max(100),
  body: z.string().trim().min(1, 'Enter a text.').max(2000),
};
const sentMail = z.object({ mailId: z.string(), state: z.enum(mailStates) });

export const mailRoutes = defineRoutes({
  'POST /ark/servers/{id}/mail': {
    summary: 'Send mail to a player of this server',
    right: 'serverMail',
    scope: 'chat',
    params: idParams,
    body: z.object({ to: playerId, ...text }),
    reply: sentMail,
  },
  'POST /ark/servers/{id}/players/{playerId}/mail': {
    summary: 'Send mail to this player',
    right: 'serverMail',
    scope: 'chat',
    params: z.object({ id, playerId }),
    body: z.object(text),
    reply: sentMail,
  },
  'GET /ark/servers/{id}/mail': {
    summary: 'Mail that the caller sent to players of this server, newest first',
    right: 'user',
    scope: 'chat',
    params: idParams,
    reply: z.array(mail),
  },
  'DELETE /ark/servers/{id}/mail/{mailId}': {
    summary: 'Withdraw mail that was not delivered yet',
    right: 'user',
    scope: 'chat',
    params: z.object({ id, mailId: id }),
    reply: nothing,
  },
});

export const mailTopics = defineTopics({
  'mail.sent': { right: 'user', scope: 'chat', isKeyed: false, snapshot: z.object({}), events: { changed: mail } },
});
