import type { Config } from '../../config.ts';
import type { Ctx } from '../../context.ts';
import { createEmailSender, type Email, type EmailSender } from '../../platform/email.ts';
import { isLoopback } from '../../settings.ts';
import { shownEmail } from '../users/users.service.ts';

/** Undefined where the operator has not set up email. */
export function createEmails({ SMTP_URL, SMTP_FROM }: Config): EmailSender | undefined {
  if (SMTP_URL === undefined || SMTP_FROM === undefined) return undefined;
  return createEmailSender({ url: SMTP_URL, from: SMTP_FROM, isTlsRequired: isTlsRequired(SMTP_URL) });
}

/** A password is never sent in plain text to another machine. */
export function isTlsRequired(url: string): boolean {
  const { hostname, username } = new URL(url);
  return username !== '' && !isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

export function isEmailOn(ctx: Ctx): boolean {
  return ctx.state.accounts.emails !== undefined;
}

/** In the background. Does nothing where email is not set up, or the account has no address. */
export function sendEmail(ctx: Ctx, email: Email): void {
  if (shownEmail(email.to) === '') return;
  ctx.state.accounts.emails?.send(ctx.log, email);
}
