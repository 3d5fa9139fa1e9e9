import * as z from 'zod';
import { roles } from './roles.ts';
import { defineRoutes } from './route.ts';
import { maxUsersPerPage } from './shared/limits.ts';
import { id, isoDate, nothing } from './shared/schemas.ts';
import { defineTopics } from './shared/topic.ts';

export const email = z.email('Enter a valid email address.').max(254);
export const username = z
  .string()
  .trim()
  .min(2, 'The username must have at least 2 characters.')
  .max(32, 'The username can have at most 32 characters.')
  .regex(/^[^\p{C}]*$/u, "The username can't contain control characters.")
  .regex(/^\P{Default_Ignorable_Code_Point}*$/u, "The username can't contain invisible characters.")
  // In their other widths too: these set a name apart from the rest of a chat message.
  .refine((name) => !/[[\]:<>]/.test(name.normalize('NFKC')), "The username can't contain any of [ ] : < >");
/** For someone who fears that another person has had access to the account. */
export const revokeTokens = z.boolean().optional();
/** Any characters; the byte limit bounds the cost of hashing. */
export const newPassword = z
  .string()
  .min(8, 'The password must have at least 8 characters.')
  .max(256, 'The password can have at most 256 characters.');
export const givenPassword = z.string().min(1).max(256);

export const user = z.object({
  id,
  /** Empty if there is none: the account was created with Discord. */
  email: z.string(),
  username: z.string(),
  /** Without one, Discord is the only way to log in. */
  hasPassword: z.boolean(),
  roles: z.array(z.number().int()),
  connections: z.object({
    discord: z.object({ username: z.string(), guilds: z.array(z.string()) }).optional(),
  }),
  /** The roles do not count until the account has a second factor. */
  isSecondFactorMissing: z.literal(true).optional(),
  /** Whether the Ski Bap pages are open to this user. */
  isGuildMember: z.boolean(),
  ark: z.object({
    favoriteServers: z.array(z.string()),
    /** Servers whose control the user has proved, with or without a character there. */
    controlledServers: z.array(z.string()),
    linkedPlayers: z.array(
      z.object({
        serverId: z.string(),
        playerId: z.string(),
        isAdmin: z.boolean(),
        /** Names of the player and the survivor, if the portal has seen them. */
        name: z.string().optional(),
        survivor: z.string().optional(),
      }),
    ),
  }),
});

export const session = z.object({ accessToken: z.string(), user });

const listedUser = z.object({
  id,
  email: z.string(),
  username: z.string(),
  roles: z.array(z.number().int()),
  createdAt: isoDate,
  /** Since when the account is disabled; null if it is active. */
  disabledAt: isoDate.nullable(),
  /** Whether the account waits for approval. */
  isWaiting: z.boolean(),
  /** Whether the account has an authenticator app or a passkey. */
  hasSecondFactor: z.boolean(),
  /** Active sessions. */
  sessions: z.number().int(),
});

/** Roles for people; DiscordBot is for machine accounts alone. */
const grantableRole = z.union([z.literal(roles.Admin), z.literal(roles.Owner)]);

export const usersRoutes = defineRoutes({
  'POST /users/login': {
    summary: 'Log in with an email address and a password',
    right: 'anyone',
    body: z.object({ email: z.string().min(1).max(254), password: givenPassword }),
    reply: session,
  },
  'POST /users/register': {
    summary:
      'Create an account, as far as the site lets people register; with the setup code of the first start, the Owner',
    right: 'anyone',
    body: z.object({
      email,
      password: newPassword,
      username,
      setup: z.string().max(128).optional(),
      invitation: z.string().max(128).optional(),
    }),
    reply: session,
  },
  'POST /users/logout': { summary: 'End this session', right: 'user', scope: 'none', reply: nothing },
  'GET /users/me': { summary: 'The logged-in user', right: 'user', scope: 'read', reply: user },
  'POST /users/me/password': {
    summary: 'Change the password; every other session ends, and all API tokens if wanted',
    right: 'user',
    scope: 'none',
    body: z.object({ currentPassword: givenPassword, newPassword, revokeTokens }),
    reply: session,
  },
  'POST /users/me/confirm': {
    summary: 'Confirm the password, or a code of the authenticator app, for actions that need a recent confirmation',
    right: 'user',
    scope: 'none',
    body: z
      .object({ password: givenPassword.optional(), code: z.string().trim().min(1).max(40).optional() })
      .refine(({ password, code }) => (password === undefined) !== (code === undefined), {
        path: ['password'],
        message: 'Enter your password or a code.',
      }),
    reply: nothing,
  },
  'GET /users': {
    summary: 'Users by name or email address',
    right: 'owner',
    scope: 'none',
    query: z.object({
      search: z.string().max(100).optional(),
      sort: z.enum(['username', 'email', 'createdAt']).default('username'),
      order: z.enum(['asc', 'desc']).default('asc'),
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      limit: z.coerce.number().int().min(1).max(maxUsersPerPage).default(50),
    }),
    reply: z.object({ users: z.array(listedUser), total: z.number().int(), pageSize: z.number().int() }),
  },
  'PUT /users/{userId}/roles': {
    summary: "Replace a user's roles; the user's sessions end",
    right: 'owner',
    scope: 'none',
    params: z.object({ userId: id }),
    body: z.object({ roles: z.array(grantableRole).max(2) }),
    reply: listedUser,
  },
  'PUT /users/{userId}/disabled': {
    summary: 'Disable or enable an account; disabling ends its sessions',
    right: 'owner',
    scope: 'none',
    params: z.object({ userId: id }),
    body: z.object({ isDisabled: z.boolean() }),
    reply: listedUser,
  },
  'DELETE /users/{userId}/sessions': {
    summary: 'Log a user out everywhere',
    right: 'owner',
    scope: 'none',
    params: z.object({ userId: id }),
    reply: z.object({ ended: z.number().int() }),
  },
  'DELETE /users/{userId}': {
    summary: 'Remove a user with their sessions and linked characters',
    right: 'owner',
    scope: 'none',
    params: z.object({ userId: id }),
    reply: nothing,
  },
});

export const usersTopics = defineTopics({
  'users.me': { right: 'user', scope: 'read', isKeyed: false, snapshot: user, events: { changed: user } },
});
