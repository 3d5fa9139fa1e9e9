import { randomBytes, randomUUID } from 'node:crypto';
import { roles } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { violatedIndex } from '../../db/db.ts';
import { foldLookAlikes, lookAlikeKey } from '../../reserved-names.ts';
import { endSessionsOf, startSession } from '../sessions/sessions.service.ts';
import { hashPassword } from './passwords.service.ts';
import { machineEmail } from './users.policy.ts';
import * as store from './users.store.ts';

const machineName = 'Ski Bap Bot';

/** Starts a session for the bot and ends its earlier ones; the token is only held in memory. */
export async function openMachineSession(ctx: Ctx): Promise<string> {
  const { id } = (await store.findByEmail(ctx.db, machineEmail)) ?? (await addMachine(ctx));
  return inTransaction(ctx, async (ctx) => {
    await endSessionsOf(ctx, id);
    return startSession(ctx, id);
  });
}

async function addMachine(ctx: Ctx): Promise<store.UserRow> {
  // Nobody ever knows the password.
  const passwordHash = await hashPassword(ctx, randomBytes(48).toString('base64url'));
  const row = { email: machineEmail, passwordHash, roles: [roles.DiscordBot], createdAt: ctx.clock() };
  const insert = (username: string) =>
    store.insertUser(ctx.db, {
      ...row,
      id: randomUUID(),
      username,
      usernameKey: foldLookAlikes(username),
      usernameSkeleton: lookAlikeKey(username),
    });
  try {
    return await insert(machineName);
  } catch (error) {
    if (!['users_username', 'users_skeleton'].includes(violatedIndex(error) ?? '')) throw error;
    // A user took the name before the bot existed.
    return insert(`${machineName} ${randomBytes(4).toString('hex')}`);
  }
}
