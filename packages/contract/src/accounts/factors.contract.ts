import * as z from 'zod';
import { defineRoutes } from '../route.ts';
import { id, isoDate, nothing, textLine } from '../shared/schemas.ts';
import { session } from '../users.contract.ts';

/** Of an authenticator app, or a recovery code; spaces and dashes do not matter. */
const factorCode = z.string().trim().min(1, 'Enter the code.').max(40, 'This code is too long.');

const passkeyName = textLine
  .trim()
  .min(1, 'Give the passkey a name.')
  .max(50, 'The name can have at most 50 characters.');

const ticket = z.string().min(1).max(64);

/** WebAuthn's JSON forms: options for the browser as they are, responses of the browser with their sizes bounded. */
const webAuthnOptions = z.record(z.string(), z.unknown());
const bytes = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]*$/);
const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
};
const createdCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(8000),
    attestationObject: bytes(40_000),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
});
const usedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(8000),
    authenticatorData: bytes(8000),
    signature: bytes(8000),
    userHandle: bytes(200).optional(),
  }),
});

const passkey = z.object({ id, name: z.string(), createdAt: isoDate, lastUsedAt: isoDate.nullable() });

const factors = z.object({
  /** The authenticator app; null where none is set up. */
  totp: z.object({ createdAt: isoDate }).nullable(),
  passkeys: z.array(passkey),
  /** How many recovery codes remain. */
  recoveryCodes: z.number().int(),
  /** Whether the roles of this account only count with a second factor. */
  isRequired: z.boolean(),
});

/** Shown once; null where the account already has recovery codes. */
const newRecoveryCodes = z.array(z.string()).nullable();

const passkeyParams = z.object({ passkeyId: id });

export const factorsRoutes = defineRoutes({
  'POST /users/login/factor': {
    summary: 'The second step of a login: a code of the authenticator app, or a recovery code',
    right: 'anyone',
    body: z.object({ ticket, code: factorCode }),
    reply: session,
  },
  'POST /users/login/passkey/options': {
    summary: 'Options to log in with a passkey; with a ticket, as the second step of a login',
    right: 'anyone',
    body: z.object({ ticket: ticket.optional() }),
    reply: webAuthnOptions,
  },
  'POST /users/login/passkey': {
    summary: 'Log in with a passkey; with a ticket, as the second step of a login',
    right: 'anyone',
    body: z.object({ ticket: ticket.optional(), credential: usedCredential }),
    reply: session,
  },
  'GET /users/me/factors': { summary: 'The own second factors', right: 'user', scope: 'none', reply: factors },
  'POST /users/me/factors/totp': {
    summary: 'Create the secret for an authenticator app; it counts once a code confirms it',
    right: 'user',
    scope: 'none',
    reply: z.object({ secret: z.string(), uri: z.string() }),
  },
  'PUT /users/me/factors/totp': {
    summary: 'Turn on codes of the authenticator app with its first code',
    right: 'user',
    scope: 'none',
    body: z.object({ code: factorCode }),
    reply: z.object({ recoveryCodes: newRecoveryCodes }),
  },
  'DELETE /users/me/factors/totp': {
    summary: 'Turn off codes of the authenticator app',
    right: 'user',
    scope: 'none',
    reply: nothing,
  },
  'POST /users/me/factors/recoveryCodes': {
    summary: 'Replace the recovery codes',
    right: 'user',
    scope: 'none',
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  },
  'POST /users/me/factors/passkeys/options': {
    summary: 'Options to create a passkey',
    right: 'user',
    scope: 'none',
    reply: webAuthnOptions,
  },
  'POST /users/me/factors/passkeys': {
    summary: 'Add a passkey',
    right: 'user',
    scope: 'none',
    body: z.object({ name: passkeyName, credential: createdCredential }),
    reply: z.object({ passkey, recoveryCodes: newRecoveryCodes }),
  },
  'PUT /users/me/factors/passkeys/{passkeyId}': {
    summary: 'Rename a passkey',
    right: 'user',
    scope: 'none',
    params: passkeyParams,
    body: z.object({ name: passkeyName }),
    reply: passkey,
  },
  'DELETE /users/me/factors/passkeys/{passkeyId}': {
    summary: 'Remove a passkey',
    right: 'user',
    scope: 'none',
    params: passkeyParams,
    reply: nothing,
  },
  'DELETE /users/{userId}/factors': {
    summary: "Remove a user's second factors, for someone who has lost them; the user's sessions end",
    right: 'owner',
    scope: 'none',
    params: z.object({ userId: id }),
    reply: nothing,
  },
});
