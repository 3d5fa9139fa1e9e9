import * as z from 'zod';
import { defineRoutes } from '../route.ts';
import { id, isoDate, nothing, textLine } from '../shared/schemas.ts';
import { scopeNames } from './scopes.ts';

const name = textLine
  .trim()
  .min(1, 'Enter a name.')
  .max(60, 'The name can have at most 60 characters.')
  .regex(/^\P{Default_Ignorable_Code_Point}*$/u, "The name can't contain invisible characters.");
const scope = z.enum(scopeNames);

const token = z.object({
  /** The part before the dot. */
  id,
  name: z.string(),
  scopes: z.array(scope),
  /** Null: all servers. The name is null if the server was removed. */
  servers: z.array(z.object({ id, name: z.string().nullable() })).nullable(),
  createdAt: isoDate,
  expiresAt: isoDate.nullable(),
  /** To within a minute. */
  lastUsedAt: isoDate.nullable(),
});

const tokenParams = z.object({ tokenId: id });

export const tokensRoutes = defineRoutes({
  'GET /users/me/tokens': {
    summary: "The caller's API tokens, newest first",
    right: 'user',
    scope: 'none',
    reply: z.array(token),
  },
  'POST /users/me/tokens': {
    summary: 'Create an API token, shown once; needs a recent confirmation of the password',
    right: 'user',
    scope: 'none',
    body: z.object({
      name,
      scopes: z.array(scope).min(1, 'Choose at least one scope.').max(scopeNames.length),
      /** Null: all servers, also later ones. */
      serverIds: z.array(id).min(1, 'Choose at least one server.').max(500).nullable(),
      /** Null: never. */
      expiresAt: isoDate.nullable(),
    }),
    reply: z.object({ token, secret: z.string() }),
  },
  'PATCH /users/me/tokens/{tokenId}': {
    summary: 'Rename an API token',
    right: 'user',
    scope: 'none',
    params: tokenParams,
    body: z.object({ name }),
    reply: token,
  },
  'DELETE /users/me/tokens/{tokenId}': {
    summary: 'Revoke an API token',
    right: 'user',
    scope: 'none',
    params: tokenParams,
    reply: nothing,
  },
  'GET /tokens': {
    summary: 'The API tokens of all users, newest first',
    right: 'owner',
    scope: 'none',
    query: z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) }),
    reply: z.object({
      tokens: z.array(token.extend({ user: z.object({ id, username: z.string() }) })),
      total: z.number().int(),
      pageSize: z.number().int(),
    }),
  },
  'DELETE /tokens/{tokenId}': {
    summary: "Revoke anyone's API token",
    right: 'owner',
    scope: 'none',
    params: tokenParams,
    reply: nothing,
  },
});
