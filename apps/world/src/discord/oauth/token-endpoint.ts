import type { IncomingMessage } from 'node:http';
import type { Scene } from '../model/scene.ts';
import type { Tokens } from './grants.ts';

export type TokenReply = { status: number; body: object };

const words = {
  client: 'Client authentication failed.',
  form: 'Only application/x-www-form-urlencoded is accepted.',
  code: 'Invalid "code" in request.',
  refresh: 'Invalid "refresh_token" in request.',
  kind: 'Unsupported grant type',
};

/** `POST /oauth2/token`: forms alone, the client by Basic or in the form. */
export function handleTokenRequest(scene: Scene, request: IncomingMessage, text: string): TokenReply {
  const form = readForm(scene, request, text);
  if (!(form instanceof URLSearchParams)) return form;
  const kind = form.get('grant_type');
  if (kind === 'authorization_code') {
    const verifier = form.get('code_verifier') ?? undefined;
    const tokens = scene.grants.redeem(form.get('code') ?? '', form.get('redirect_uri') ?? '', verifier);
    return tokens ? granted(tokens) : refused(400, 'invalid_grant', words.code);
  }
  if (kind === 'refresh_token') {
    const tokens = scene.grants.refresh(form.get('refresh_token') ?? '');
    return tokens ? granted(tokens) : refused(400, 'invalid_grant', words.refresh);
  }
  return refused(400, 'unsupported_grant_type', words.kind);
}

/** `POST /oauth2/token/revoke` */
export function handleRevocation(scene: Scene, request: IncomingMessage, text: string): TokenReply {
  const form = readForm(scene, request, text);
  if (!(form instanceof URLSearchParams)) return form;
  scene.grants.revoke(form.get('token') ?? '');
  return { status: 200, body: {} };
}

function readForm({ application }: Scene, { headers }: IncomingMessage, text: string): URLSearchParams | TokenReply {
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')) {
    return refused(400, 'invalid_request', words.form);
  }
  const form = new URLSearchParams(text);
  const [id, secret] = clientOf(headers.authorization, form);
  const isClient = id === application.id && secret === application.clientSecret;
  return isClient ? form : refused(401, 'invalid_client', words.client);
}

function clientOf(authorization: string | undefined, form: URLSearchParams): (string | null)[] {
  const basic = /^Basic (.+)$/i.exec(authorization ?? '')?.[1];
  if (basic === undefined) return [form.get('client_id'), form.get('client_secret')];
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':');
  return [id, secret];
}

function granted({ accessToken, refreshToken, scopes, lastsS }: Tokens): TokenReply {
  return {
    status: 200,
    body: {
      token_type: 'Bearer',
      access_token: accessToken,
      refresh_token: refreshToken,
      expires_in: lastsS,
      scope: scopes.join(' '),
    },
  };
}

function refused(status: number, error: string, description: string): TokenReply {
  return { status, body: { error, error_description: description } };
}
