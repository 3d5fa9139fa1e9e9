import { scopeNames, type Scope } from '@tribehall/contract';
import type { TestApp } from '../../testing/test-app.ts';
import type { TestUser } from '../../testing/test-users.ts';
import { create } from './tokens.service.ts';

export type TestToken = { id: string; secret: string; headers: { authorization: string } };

type TokenOptions = {
  name?: string;
  scopes?: readonly Scope[];
  serverIds?: string[] | null;
  expiresAt?: Date | null;
};

/** An API token of a user who has just confirmed the password; with every scope and for all servers, if not told otherwise. */
export async function createToken({ ctx }: TestApp, user: TestUser, options: TokenOptions = {}): Promise<TestToken> {
  const { id: userId, username } = user;
  const account = { userId, username, roles: [], isDemo: false, hasSecondFactor: false, isSecondFactorMissing: false };
  const noDiscord = { discordId: undefined, discordName: undefined, guilds: undefined, guildsReadAt: undefined };
  const caller = { ...account, ...noDiscord, sessionId: '', confirmedAt: ctx.clock(), address: '127.0.0.1' };
  const { name = 'Script', scopes = scopeNames, serverIds = null, expiresAt = null } = options;
  const { token, secret } = await create(ctx, caller, { name, scopes: [...scopes], serverIds, expiresAt });
  return { id: token.id, secret, headers: { authorization: `Bearer ${secret}` } };
}
