import * as z from 'zod';
import { defineRoutes } from '../route.ts';
import { id, isoDate, nothing } from '../shared/schemas.ts';
import { email, givenPassword, newPassword, revokeTokens, user, username } from '../users.contract.ts';

const ownSession = z.object({
  id,
  /** As the browser or program names itself: untrusted text. */
  device: z.string(),
  /** The addresses of the login and of the last use; empty if unknown. */
  address: z.string(),
  lastAddress: z.string(),
  createdAt: isoDate,
  /** To within a few minutes. */
  lastUsedAt: isoDate,
  /** Whether it is the session of this call. */
  isCurrent: z.boolean(),
});

const resetCode = z.string().min(1).max(128);

export const accountRoutes = defineRoutes({
  'PUT /users/me': {
    summary: 'Change the username or the email address; needs a recent confirmation of the password',
    right: 'user',
    scope: 'none',
    body: z
      .object({ username: username.optional(), email: email.optional() })
      .refine((given) => given.username !== undefined || given.email !== undefined, 'Nothing is to be changed.'),
    reply: user,
  },
  'DELETE /users/me': {
    summary: 'Delete the own account; its sessions end',
    right: 'user',
    scope: 'none',
    /** An account without a password needs a recent login in its place. */
    body: z.object({ username: z.string().max(32), password: givenPassword.optional() }),
    reply: nothing,
  },
  'GET /users/me/sessions': {
    summary: 'Where the user is logged in, the latest login first',
    right: 'user',
    scope: 'none',
    reply: z.array(ownSession),
  },
  'DELETE /users/me/sessions/{sessionId}': {
    summary: 'Log out one of the own sessions',
    right: 'user',
    scope: 'none',
    params: z.object({ sessionId: id }),
    reply: nothing,
  },
  'DELETE /users/me/sessions': {
    summary: 'Log out everywhere else, or everywhere; all API tokens are revoked if wanted',
    right: 'user',
    scope: 'none',
    query: z.object({ which: z.enum(['others', 'all']), tokens: z.enum(['keep', 'revoke']).optional() }),
    reply: z.object({ ended: z.number().int() }),
  },
  'POST /users/password-reset': {
    summary: 'Send a link to set a new password; the reply does not tell whether there is such an account',
    right: 'anyone',
    body: z.object({ email: z.string().min(1).max(254) }),
    reply: nothing,
  },
  'POST /users/password-reset/confirm': {
    summary:
      'Set a new password with the one-time code of a reset link; all sessions end, and all API tokens if wanted',
    right: 'anyone',
    body: z.object({ code: resetCode, newPassword, revokeTokens }),
    reply: nothing,
  },
  'POST /users/password-reset/links': {
    summary: 'Create a one-time reset link for a user without roles, as Owner for every other user',
    right: 'admin',
    scope: 'none',
    body: z.object({ username: z.string().min(1).max(64) }),
    reply: z.object({ code: resetCode, username: z.string(), expiresAt: isoDate }),
  },
});
