import type { Scene } from '../model/scene.ts';

/** What an application asks a person for. */
export type AuthorizationRequest = {
  redirectUri: string;
  scopes: string[];
  state: string | undefined;
  challenge: string | undefined;
};

const knownScopes = ['identify', 'email', 'guilds', 'guilds.members.read', 'connections'];

/** Parses the query of the authorize page; returns an error text where the browser must not be redirected. */
export function readAuthorizationRequest(
  { application }: Scene,
  query: URLSearchParams,
): AuthorizationRequest | string {
  if (query.get('client_id') !== application.id) return 'Unknown application.';
  if (query.get('response_type') !== 'code') return 'Only response_type=code is supported.';
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!isWebAddress(redirectUri)) return 'Invalid OAuth2 redirect_uri.';
  const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean);
  if (scopes.length === 0 || !scopes.every((scope) => knownScopes.includes(scope))) {
    return 'The requested scope is invalid, unknown, or malformed.';
  }
  const challenge = query.get('code_challenge') ?? undefined;
  if (challenge !== undefined && query.get('code_challenge_method') !== 'S256') return 'Only S256 is supported.';
  return { redirectUri, scopes, state: query.get('state') ?? undefined, challenge };
}

/** Where the browser goes when the person has agreed. */
export function authorize(
  scene: Scene,
  { redirectUri, scopes, state, challenge }: AuthorizationRequest,
  personId: string,
): string {
  const code = scene.grants.offer({
    personId,
    redirectUri,
    scopes: scene.switches.grantedScopes ?? scopes,
    ...(challenge === undefined ? {} : { challenge }),
  });
  return withQuery(redirectUri, { code, state, iss: scene.addresses.web });
}

export function deny(scene: Scene, { redirectUri, state }: AuthorizationRequest): string {
  const description = 'The resource owner or authorization server denied the request';
  const refusal = { error: 'access_denied', error_description: description };
  return withQuery(redirectUri, { ...refusal, state, iss: scene.addresses.web });
}

function withQuery(address: string, query: Record<string, string | undefined>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash;
}
