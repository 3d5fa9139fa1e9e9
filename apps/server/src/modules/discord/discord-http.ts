import { setTimeout as wait } from 'node:timers/promises';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';

const maxBytes = 1024 * 1024;
const maxWaitMs = 3000;

/** Discord understood and said no: to a code, to a token, or to the portal itself. */
export class DiscordRefusal extends Error {
  readonly status: number;
  /** In Discord's word for it, such as `invalid_grant`. */
  readonly reason: string | undefined;

  constructor(status: number, reason: string | undefined) {
    super(`Discord answered ${status}${reason ? `, ${reason}` : ''}.`);
    this.status = status;
    this.reason = reason;
  }
}

export type Question = {
  path: string;
  /** Sent as a form; what has none is a GET. */
  form?: Record<string, string>;
  authorization: string;
  /** The end of all patience, waiting for a limit included. */
  signal: AbortSignal;
};

type Answer = { status: number; retryAfter: string | null; body: unknown };

/** Asks Discord's API. Whatever goes wrong there is a `DISCORD_FAILED` in words here, except a clear no. */
export async function askDiscord<Schema extends z.ZodType>(
  ctx: Ctx,
  schema: Schema,
  question: Question,
): Promise<z.output<Schema>> {
  let answer = await send(ctx, question);
  if (answer.status === 429) {
    const waitMs = askedToWaitMs(answer);
    if (waitMs > maxWaitMs) throw busy(waitMs);
    await wait(waitMs, undefined, { signal: question.signal }).catch((cause: unknown) => {
      throw failed(ctx, question, cause);
    });
    answer = await send(ctx, question);
  }
  if (answer.status === 429) throw busy(askedToWaitMs(answer));
  if ([400, 401, 403].includes(answer.status)) throw new DiscordRefusal(answer.status, reasonOf(answer.body));
  if (answer.status !== 200) throw failed(ctx, question, new Error(`It answered ${answer.status}.`));
  const read = schema.safeParse(answer.body);
  if (!read.success) throw failed(ctx, question, new Error('Its answer has another shape.'));
  return read.data;
}

async function send(ctx: Ctx, question: Question): Promise<Answer> {
  const { path, form, authorization, signal } = question;
  try {
    const response = await fetch(`${ctx.config.DISCORD_API_BASE}/v10${path}`, {
      method: form ? 'POST' : 'GET',
      headers: { authorization, accept: 'application/json', 'user-agent': userAgent(ctx) },
      ...(form ? { body: new URLSearchParams(form) } : {}),
      redirect: 'manual',
      signal,
    });
    const text = await readText(response);
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: parse(text) };
  } catch (cause) {
    throw failed(ctx, question, cause);
  }
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw new Error('Its answer is too long.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** What is not JSON has no shape that anyone asks for. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** In the body with fractions, in the header without. Who does not say it asks for too long. */
function askedToWaitMs({ body, retryAfter }: Answer): number {
  const said = fieldOf(body, 'retry_after') ?? retryAfter ?? Number.NaN;
  const seconds = Number(said);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 3600) * 1000 : 60_000;
}

function reasonOf(body: unknown): string | undefined {
  const reason = fieldOf(body, 'error');
  return typeof reason === 'string' && /^[a-z_]{1,40}$/.test(reason) ? reason : undefined;
}

function fieldOf(body: unknown, field: string): unknown {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : undefined;
}

function busy(waitMs: number): AppError {
  const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError('DISCORD_FAILED', `Discord asks us to wait ${retryAfterS} s. Please try again then.`, {
    retryAfterS,
  });
}

function failed(ctx: Ctx, { path }: Question, cause: unknown): AppError {
  ctx.log.warn({ err: cause, path }, 'Discord does not answer as it should');
  return new AppError('DISCORD_FAILED', undefined, undefined, cause);
}

/** Discord asks for this form. */
function userAgent({ config }: Ctx): string {
  return `DiscordBot (${config.PUBLIC_URL ?? 'http://localhost'}, 1)`;
}
