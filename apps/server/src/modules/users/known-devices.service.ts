import { createHash, randomBytes } from 'node:crypto';
import { publicUrl } from '../../config.ts';
import type { Ctx } from '../../context.ts';
import { shownEmail } from './users.policy.ts';

const purpose = 'login device';
const prefix = 'device-';
const lifeS = 180 * 24 * 60 * 60;

/**
 * The device with which someone has logged in to this account before, by the cookie that it got then; undefined for
 * others. The cookie opens nothing: it only keeps the guesses of strangers from locking this device out.
 */
export function findDevice(ctx: Ctx, account: string, cookies: string | undefined): string | undefined {
  const name = cookieName(account);
  const cookie = cookies?.split('; ').find((one) => one.startsWith(`${name}=`));
  if (cookie === undefined) return undefined;
  // Cookies of earlier versions are signed with the email address.
  return readDevice(ctx, cookie, name) ?? readDevice(ctx, cookie, account);
}

/** The same for any account: a passkey says whose login it is only once the login is done. */
export function findAnyDevice(ctx: Ctx, cookies: string | undefined): string | undefined {
  for (const cookie of cookies?.split('; ') ?? []) {
    const [name = ''] = cookie.split('=', 1);
    const device = name.startsWith(prefix) ? readDevice(ctx, cookie, name) : undefined;
    if (device !== undefined) return device;
  }
  return undefined;
}

/** What `findDevice` and `deviceCookie` know an account by: its email address, or its id if it has none. */
export function deviceAccount({ id, email }: { id: string; email: string }): string {
  return shownEmail(email) || id;
}

/** The cookie for a device that has just logged in. */
export function deviceCookie(ctx: Ctx, account: string): string {
  const device = randomBytes(12).toString('base64url');
  const name = cookieName(account);
  const value = `${device}.${ctx.key.sign(purpose, signedText(name, device))}`;
  const secure = publicUrl(ctx.config, ctx.config.PORT).startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=/api/users; Max-Age=${lifeS}; HttpOnly; SameSite=Strict${secure}`;
}

/** People share browsers: each account has a cookie of its own there, whose name does not give the address away. */
function cookieName(account: string): string {
  return `${prefix}${createHash('sha256').update(account).digest('hex').slice(0, 16)}`;
}

/** The device of a cookie, if its signature is one for this name. */
function readDevice(ctx: Ctx, cookie: string, name: string): string | undefined {
  const value = cookie.slice(cookie.indexOf('=') + 1);
  const [, device = '', signature = ''] = /^([\w-]+)\.([\w-]+)$/.exec(value) ?? [];
  return ctx.key.isSignature(purpose, signedText(name, device), signature) ? device : undefined;
}

function signedText(name: string, device: string): string {
  return `${device} ${name}`;
}
