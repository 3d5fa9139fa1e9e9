import type { PartInput, ReplyInput } from '@tribehall/contract';
import { api } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { signWithPasskey } from '../../lib/browser/passkeys.ts';

export type SessionReply = ReplyInput<'POST /users/login'>;

/** By password, by the code of the second step, or by a passkey: alone, or as the second step. */
export type LoginInput =
  | PartInput<'POST /users/login', 'body'>
  | PartInput<'POST /users/login/factor', 'body'>
  | { isPasskey: true; ticket?: string };

export async function logIn(given: LoginInput): Promise<SessionReply> {
  if ('isPasskey' in given) return logInWithPasskey(given.ticket);
  return 'ticket' in given
    ? api('POST /users/login/factor', { body: given })
    : api('POST /users/login', { body: given });
}

async function logInWithPasskey(ticket: string | undefined): Promise<SessionReply> {
  const step = ticket === undefined ? {} : { ticket };
  const options = await api('POST /users/login/passkey/options', { body: step });
  const { authenticatorAttachment: _, ...credential } = await signWithPasskey(options);
  return api('POST /users/login/passkey', { body: { ...step, credential } });
}

/** What the second step of a login accepts. */
export type SecondStep = { ticket: string; hasTotp: boolean; hasPasskey: boolean };

/** The second step that a login asks for; undefined where its error is another one. */
export function secondStepOf(error: unknown): SecondStep | undefined {
  if (!(error instanceof ApiError) || error.code !== 'SECOND_FACTOR_REQUIRED') return undefined;
  const { ticket, factors } = error.details as { ticket: string; factors: string[] };
  return { ticket, hasTotp: factors.includes('totp'), hasPasskey: factors.includes('passkey') };
}
