import { publicUrl } from '../../config.ts';
import type { Ctx } from '../../context.ts';
import { requestBot } from '../discord/bot.service.ts';
import { findDiscordId } from '../discord/connection.service.ts';
import { approve } from '../registration/approval.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { findUser } from '../users/users.service.ts';
import { sendEmail } from './emails.service.ts';

/** Approves an account, and tells its user by e-mail and on Discord, as far as there is a way. The reply does not wait for that. */
export async function approveAndTell(ctx: Ctx, caller: Caller, userId: string): Promise<void> {
  await approve(ctx, caller, userId);
  const { background } = ctx.state.accounts;
  const run: Promise<void> = tell(ctx, userId)
    .catch((err: unknown) => ctx.log.warn({ err }, 'Someone could not be told that their account was approved'))
    .finally(() => background.delete(run));
  background.add(run);
}

async function tell(ctx: Ctx, userId: string): Promise<void> {
  const user = await findUser(ctx, userId);
  if (!user) return;
  const address = publicUrl(ctx.config, ctx.config.PORT);
  const text = `Your account ${user.username} on ${address} was approved. You can log in now.`;
  sendEmail(ctx, { to: user.email, subject: 'Your account was approved', text });
  const discordId = await findDiscordId(ctx, userId);
  if (discordId === undefined) return;
  await requestBot(ctx, 'bot.message', { discordId, text: text.replace(address, `<${address}>`) });
}
