import * as z from 'zod';
import { roles } from '../roles.ts';
import { defineRoutes } from '../route.ts';
import { id, idParams, isoDate, nothing, textLine } from '../shared/schemas.ts';
import { defineTopics } from '../shared/topic.ts';
import { email, newPassword, user, usersRoutes } from '../users.contract.ts';
import { invitationLimits, invitationStates } from './invitation-limits.ts';

const { uses, note, maxHours } = invitationLimits;

const invitation = z.object({
  id,
  /** The role that it gives; null for none. */
  role: z.number().int().nullable(),
  note: z.string(),
  state: z.enum(invitationStates),
  maxUses: z.number().int(),
  /** Who registered with it, by the name they had then. */
  usedBy: z.array(z.object({ username: z.string(), at: isoDate })),
  createdBy: z.string(),
  createdAt: isoDate,
  expiresAt: isoDate,
});

const waiting = z.object({ id, username: z.string(), email: z.string(), since: isoDate });

/** Known to one browser alone: binds a login with Discord to it. */
const browser = z.string().min(32).max(128);

export const registrationRoutes = defineRoutes({
  'GET /invitations': {
    summary: 'Invitations, the newest first; ended ones for 90 days',
    right: 'admin',
    scope: 'none',
    reply: z.array(invitation),
  },
  'POST /invitations': {
    summary: 'Create an invitation; its code is in this reply and nowhere else. Only the Owner gives the role Admin',
    right: 'admin',
    scope: 'none',
    body: z.object({
      role: z.literal(roles.Admin).nullable(),
      maxUses: z.number().int().min(1).max(uses),
      hours: z.number().int().min(1).max(maxHours),
      note: textLine.trim().max(note),
    }),
    reply: z.object({ invitation, code: z.string() }),
  },
  'DELETE /invitations/{id}': {
    summary: 'Revoke an invitation; accounts that were created with it stay',
    right: 'admin',
    scope: 'none',
    params: idParams,
    reply: nothing,
  },
  'GET /registrations': {
    summary: 'Accounts that wait for approval, the oldest first',
    right: 'admin',
    scope: 'none',
    reply: z.array(waiting),
  },
  'POST /registrations/{id}/approve': {
    summary: 'Approve an account: its user can log in',
    right: 'admin',
    scope: 'none',
    params: idParams,
    reply: nothing,
  },
  'DELETE /registrations/{id}': {
    summary: 'Decline an account, which removes it',
    right: 'admin',
    scope: 'none',
    params: idParams,
    reply: nothing,
  },
  'POST /oauth2/discord/login': {
    summary: 'Start a login with Discord: replies with status 302 and the URL to go to',
    right: 'anyone',
    body: z.object({ browser }),
    reply: z.url(),
    isRedirect: true,
  },
  'POST /oauth2/discord/session': {
    summary: 'Finish a login with Discord, in the browser that started it',
    right: 'anyone',
    body: z.object({
      code: z.string().min(1).max(512),
      state: z.string().min(1).max(512),
      iss: z.string().max(512).optional(),
      browser,
    }),
    reply: usersRoutes['POST /users/login'].reply,
  },
  'PUT /users/me/password': {
    summary: 'Set the first password of an account that was created with Discord, soon after the login',
    right: 'user',
    scope: 'none',
    body: z.object({ email: email.optional(), newPassword }),
    reply: user,
  },
});

const counted = z.object({ waiting: z.number().int() });

export const registrationTopics = defineTopics({
  /** How many accounts wait for approval; also sent when invitations change. */
  registrations: { right: 'admin', scope: 'none', isKeyed: false, snapshot: counted, events: { changed: counted } },
});
