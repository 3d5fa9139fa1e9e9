import { setTimeout as wait } from 'node:timers/promises';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';

const maxBytes = 1024 * 1024;
const maxWaitMs = 3000;

/** Discord rejected a code, a token, or the portal itself. */
export class DiscordRefusal extends Error {
  readonly status: number;
  /** Discord's error code, such as `invalid_grant`. */
  readonly reason: string | undefined;

  constructor(status: number, reason: string | undefined) {
    super(`Discord replied with status ${status}${reason ? `, ${reason}` : ''}.`);
    this.status = status;
    this.reason = reason;
  }
}

export type DiscordRequest = {
  path: string;
  /** Sent as a form; without one it is a GET. */
  form?: Record<string, string>;
  authorization: string;
  /** The deadline, including waits for a rate limit. */
  signal: AbortSignal;
};

type DiscordResponse = { status: number; retryAfter: string | null; body: unknown };

/** Calls Discord's API. Every failure becomes a `DISCORD_FAILED`, except a rejection. */
export async function callDiscord<Schema extends z.ZodType>(
  ctx: Ctx,
  schema: Schema,
  request: DiscordRequest,
): Promise<z.output<Schema>> {
  let response = await send(ctx, request);
  if (response.status === 429) {
    const waitMs = retryAfterMs(response);
    if (waitMs > maxWaitMs) throw busy(waitMs);
    await wait(waitMs, undefined, { signal: request.signal }).catch((cause: unknown) => {
      throw failed(ctx, request, cause);
    });
    response = await send(ctx, request);
  }
  if (response.status === 429) throw busy(retryAfterMs(response));
  if ([400, 401, 403].includes(response.status)) throw new DiscordRefusal(response.status, reasonOf(response.body));
  if (response.status !== 200) throw failed(ctx, request, new Error(`It replied with status ${response.status}.`));
  const read = schema.safeParse(response.body);
  if (!read.success) throw failed(ctx, request, new Error('Its reply has an unexpected shape.'));
  return read.data;
}

async function send(ctx: Ctx, request: DiscordRequest): Promise<DiscordResponse> {
  const { path, form, authorization, signal } = request;
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
    throw failed(ctx, request, cause);
  }
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw new Error('Its reply is too long.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Without JSON there is nothing that could match a schema. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The body has fractions, the header does not. Without either, longer than we wait. */
function retryAfterMs({ body, retryAfter }: DiscordResponse): number {
  const given = fieldOf(body, 'retry_after') ?? retryAfter ?? Number.NaN;
  const seconds = Number(given);
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
  return new AppError('DISCORD_FAILED', `Discord is rate limiting this portal. Please try again in ${retryAfterS} s.`, {
    retryAfterS,
  });
}

function failed(ctx: Ctx, { path }: DiscordRequest, cause: unknown): AppError {
  ctx.log.warn({ err: cause, path }, 'A call to Discord failed');
  return new AppError('DISCORD_FAILED', undefined, undefined, cause);
}

/** Discord requires this format. */
function userAgent({ config }: Ctx): string {
  return `DiscordBot (${config.PUBLIC_URL ?? 'http://localhost'}, 1)`;
}
