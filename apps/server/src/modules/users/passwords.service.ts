import { errorText } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { SemaphoreFullError } from '../../platform/semaphore.ts';
import { readSettings } from '../site/settings.service.ts';

/** Native, so loading it takes time that a start can do without. */
const loadArgon2 = () => import('@node-rs/argon2');

/** argon2id (the library's default) with the memory and time cost required by OWASP ASVS 5. */
const cost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };

/** Of random bytes that nobody has, with the same cost: compared where there is no hash, from the first login on. */
export const decoyHash =
  '$argon2id$v=19$m=47104,t=1,p=1$0+VIUr0SAIDNJyCyhyX4rA$5C2DPWa/Er4lTx8/IOpjGNOkjXWAlFmTpn1BHn8BV2o';

export async function hashPassword(ctx: Ctx, password: string): Promise<string> {
  return bounded(ctx, async () => (await loadArgon2()).hash(password, cost));
}

/** Takes the same time whether or not the user exists and has a password. */
export async function isPassword(
  ctx: Ctx,
  password: string,
  passwordHash: string | null | undefined,
): Promise<boolean> {
  const isRight = await bounded(ctx, async () => (await loadArgon2()).verify(passwordHash ?? decoyHash, password));
  return isRight && typeof passwordHash === 'string';
}

/** Refuses passwords that are guessed soon, with what is wrong with them. */
export async function refuseWeak(
  ctx: Ctx,
  field: string,
  password: string,
  { username, email }: { username: string; email: string },
): Promise<void> {
  const { name } = await readSettings(ctx);
  const own = [username, email, ...splitWords(`${username} ${email} ${name ?? ''}`), name ?? '', ...productWords];
  // Its lists of words take a tenth of the portal's start.
  const { adviceAgainst } = await import('./password-strength.ts');
  const advice = adviceAgainst(password, own);
  if (advice !== undefined) throw fieldError('WEAK_PASSWORD', field, `${errorText.WEAK_PASSWORD} ${advice}`);
}

const productWords = ['tribehall', 'ark', 'survival', 'evolved', 'ascended'];

function splitWords(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u);
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
