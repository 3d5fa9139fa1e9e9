import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { SemaphoreFullError } from '../../platform/semaphore.ts';

/** argon2id (the library's default) with the memory and time cost required by OWASP ASVS 5. */
const cost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };

const common = new Set(dictionary['passwords-common'].slice(0, 10_000));

export async function hashPassword(ctx: Ctx, password: string): Promise<string> {
  return bounded(ctx, () => hash(password, cost));
}

/** Takes the same time whether or not the user exists and has a password. */
export async function isPassword(
  ctx: Ctx,
  password: string,
  passwordHash: string | null | undefined,
): Promise<boolean> {
  const isRight = await bounded(ctx, async () => verify(passwordHash ?? (await decoyHash(ctx)), password));
  return isRight && typeof passwordHash === 'string';
}

function decoyHash({ state: { users } }: Ctx): Promise<string> {
  return (users.decoyHash ??= hash('nobody has this password', cost));
}

/** Refuses passwords that are guessed first: common ones, the product's name, the user's own name or address. */
export function refuseWeak(field: string, password: string, user: { username: string; email: string }): void {
  const folded = password.toLowerCase();
  const own = [user.username, user.email, user.email.split('@')[0] ?? '', 'tribehall'].map((text) =>
    text.toLowerCase(),
  );
  if (common.has(folded) || own.includes(folded)) throw fieldError('WEAK_PASSWORD', field);
}

async function bounded<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  try {
    return await ctx.state.users.hashing.run(work);
  } catch (error) {
    if (error instanceof SemaphoreFullError)
      throw new AppError(
        'UNAVAILABLE',
        'Too many people are logging in right now. Please try again.',
        { retryAfterS: 2 },
        error,
      );
    throw error;
  }
}
