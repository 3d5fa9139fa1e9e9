import type { ErrorCode, PartInput } from '@tribehall/contract';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { openMachineSession } from '../modules/users/machine.service.ts';

type ChatMessage = PartInput<'POST /ark/servers/{id}/sendChatMessage', 'body'>;

/** The portal's HTTP API, called with the bot's machine account. */
export type PortalClient = { sendChatMessage: (serverId: string, message: ChatMessage) => Promise<void> };

const replyWithinMs = 10_000;

export function createPortalClient(ctx: Ctx, portalUrl: string, signal: AbortSignal): PortalClient {
  let session: Promise<string> | undefined;
  const token = () => {
    session ??= openMachineSession(ctx).catch((error: unknown) => {
      session = undefined;
      throw error;
    });
    return session;
  };
  const post = async (path: string, body: object) => {
    const response = await fetch(`${portalUrl}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(replyWithinMs)]),
    });
    const renewed = response.headers.get('x-access-token');
    if (renewed) session = Promise.resolve(renewed);
    return { status: response.status, text: await response.text() };
  };
  /** Retries once with a new session if the old one has ended. */
  const call = async (path: string, body: object) => {
    const used = await token();
    const reply = await post(path, body);
    if (reply.status !== 401) return reply;
    if ((await token()) === used) session = undefined;
    return post(path, body);
  };
  return {
    sendChatMessage: async (serverId, message) => {
      const { status, text } = await call(`/ark/servers/${encodeURIComponent(serverId)}/sendChatMessage`, message);
      if (status !== 200) throw refusal(status, text);
    },
  };
}

function refusal(status: number, text: string): Error {
  try {
    const { code, error } = JSON.parse(text) as { code: ErrorCode; error: string };
    return new AppError(code, error);
  } catch {
    return new Error(`The portal replied with status ${status}.`);
  }
}
