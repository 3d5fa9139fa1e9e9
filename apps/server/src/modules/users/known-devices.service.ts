import { createHash, randomBytes } from 'node:crypto';
import { publicUrl } from '../../config.ts';
import type { Ctx } from '../../context.ts';

const purpose = 'login device';
const lifeS = 180 * 24 * 60 * 60;

/**
 * The device with which someone has logged in to this account before, by the cookie that it got then; undefined for
 * others. The cookie opens nothing: it only keeps the guesses of strangers from locking this device out.
 */
export function findDevice(ctx: Ctx, email: string, cookies: string | undefined): string | undefined {
  const name = cookieName(email);
  const value = cookies?.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  const [device = '', signature = ''] = value?.slice(name.length + 1).split('.') ?? [];
  return ctx.key.isSignature(purpose, signedText(email, device), signature) ? device : undefined;
}

/** The cookie for a device that has just logged in. */
export function deviceCookie(ctx: Ctx, email: string): string {
  const device = randomBytes(12).toString('base64url');
  const value = `${device}.${ctx.key.sign(purpose, signedText(email, device))}`;
  const secure = publicUrl(ctx.config, ctx.config.PORT).startsWith('https:') ? '; Secure' : '';
  return `${cookieName(email)}=${value}; Path=/api/users; Max-Age=${lifeS}; HttpOnly; SameSite=Strict${secure}`;
}

/** People share browsers: each account has a cookie of its own there, whose name does not give the address away. */
function cookieName(email: string): string {
  return `device-${createHash('sha256').update(email).digest('hex').slice(0, 16)}`;
}

function signedText(email: string, device: string): string {
  return `${device} ${email}`;
}
