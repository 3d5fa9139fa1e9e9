import { expect, it } from 'vitest';
import { callApi, drifter, mira, testDiscord } from '../discord.fixture.ts';
import type { Discord } from '../start-discord.ts';

const redirect = 'http://127.0.0.1:8080/account/discord?x=1';

type Tokens = { access_token: string; refresh_token: string; scope: string; expires_in: number; error?: string };

function authorizeUrl({ settings }: Discord, changes: Record<string, string> = {}): string {
  const query = { response_type: 'code', client_id: settings.DISCORD_CLIENT_ID, scope: 'identify guilds' };
  const all = { ...query, state: 's"<>', redirect_uri: redirect, ...changes };
  return `${settings.DISCORD_AUTHORIZE_URL}?${new URLSearchParams(all).toString()}`;
}

async function codeFor(discord: Discord, person = mira, changes = {}): Promise<string> {
  const location = await discord.ask('authorize', { url: authorizeUrl(discord, changes), person });
  return new URL(location).searchParams.get('code') ?? '';
}

async function post({ settings }: Discord, path: string, form: Record<string, string>, headers = {}) {
  const client = { client_id: settings.DISCORD_CLIENT_ID, client_secret: settings.DISCORD_CLIENT_SECRET };
  const response = await fetch(`${settings.DISCORD_API_BASE}/oauth2/${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ ...client, ...form }),
  });
  return { status: response.status, body: (await response.json()) as Tokens };
}

const exchange = (discord: Discord, code: string, changes = {}) =>
  post(discord, 'token', { grant_type: 'authorization_code', code, redirect_uri: redirect, ...changes });

it('sends the browser back with code, state and issuer, or with a refusal', async () => {
  const discord = await testDiscord();
  const agreed = new URL(await discord.ask('authorize', { url: authorizeUrl(discord), person: 'mira' }));
  expect(agreed.origin + agreed.pathname).toBe('http://127.0.0.1:8080/account/discord');
  expect(agreed.searchParams.get('x')).toBe('1');
  expect(agreed.searchParams.get('state')).toBe('s"<>');
  expect(agreed.searchParams.get('iss')).toBe(discord.settings.DISCORD_OAUTH_ISSUER);
  const refused = await discord.ask('authorize', { url: authorizeUrl(discord), person: 'mira', decision: 'cancel' });
  expect(new URL(refused).searchParams.get('error')).toBe('access_denied');
  expect(new URL(refused).searchParams.get('code')).toBeNull();
});

it('exchanges a code once, and returns the person and their guilds', async () => {
  const discord = await testDiscord();
  const code = await codeFor(discord);
  const first = await exchange(discord, code);
  expect(first.body).toMatchObject({ token_type: 'Bearer', expires_in: 604_800, scope: 'identify guilds' });
  expect(await exchange(discord, code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  const token = `Bearer ${first.body.access_token}`;
  expect((await callApi(discord, '/users/@me', { token })).body).toMatchObject({ id: mira, global_name: 'Mira' });
  const guilds = await callApi(discord, '/users/@me/guilds', { token });
  expect(guilds.body).toMatchObject([{ id: discord.settings.GUILD_ID, name: 'Tribehall community' }]);
  expect((await callApi(discord, '/oauth2/@me', { token })).body).toMatchObject({ scopes: ['identify', 'guilds'] });
  expect((await callApi(discord, `/users/@me/guilds/${discord.settings.GUILD_ID}/member`, { token })).status).toBe(403);
  expect((await discord.ask('counters')).tokenRequests).toHaveLength(2);
});

it('pages through the guilds of someone with many, none of them the community', async () => {
  const discord = await testDiscord();
  const ids = Array.from({ length: 250 }, (_, index) => String(900_000_000_000_000_000n + BigInt(index)));
  for (const id of ids) await discord.ask('addGuild', { id, name: `Guild ${id}`, members: [drifter] });
  const { body } = await exchange(discord, await codeFor(discord, drifter));
  const read = async (query: string): Promise<string[]> => {
    const reply = await callApi(discord, `/users/@me/guilds${query}`, { token: `Bearer ${body.access_token}` });
    return (reply.body as { id: string }[]).map(({ id }) => id);
  };
  const first = await read('');
  expect(first).toHaveLength(200);
  expect([...first, ...(await read(`?after=${first.at(-1)}`))].slice(1)).toEqual(ids);
  expect(await read(`?before=${ids[2]}&limit=2`)).toEqual(ids.slice(0, 2));
});

it('refuses a code with another redirect_uri, another client, JSON, and a wrong verifier', async () => {
  const discord = await testDiscord();
  const asked = async (changes: object, authorizeChanges = {}) =>
    (await exchange(discord, await codeFor(discord, mira, authorizeChanges), changes)).body.error;
  expect(await asked({ redirect_uri: `${redirect}2` })).toBe('invalid_grant');
  expect(await asked({ client_secret: 'wrong' })).toBe('invalid_client');
  expect(await asked({ grant_type: 'password' })).toBe('unsupported_grant_type');
  const pkce = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };
  expect(await asked({ code_verifier: 'wrong' }, pkce)).toBe('invalid_grant');
  expect(await asked({ code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' }, pkce)).toBeUndefined();
  const { DISCORD_API_BASE, DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET } = discord.settings;
  const json = await fetch(`${DISCORD_API_BASE}/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: DISCORD_CLIENT_ID, client_secret: DISCORD_CLIENT_SECRET }),
  });
  expect(json.status).toBe(400);
});

it('accepts the client by Basic, refreshes once a token, and grants what people grant', async () => {
  const discord = await testDiscord();
  await discord.ask('switch', { switches: { grantedScopes: ['identify'] } });
  const { body } = await exchange(discord, await codeFor(discord));
  expect(body.scope).toBe('identify');
  const { DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET } = discord.settings;
  const basic = Buffer.from(`${DISCORD_CLIENT_ID}:${DISCORD_CLIENT_SECRET}`).toString('base64');
  const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token, client_secret: '' };
  const renewed = await post(discord, 'token', refresh, { authorization: `Basic ${basic}` });
  expect(renewed).toMatchObject({ status: 200, body: { scope: 'identify' } });
  expect(await post(discord, 'token', refresh, { authorization: `Basic ${basic}` })).toMatchObject({ status: 400 });
});

it('ends all tokens of an authorization when one of them is revoked, and no others', async () => {
  const discord = await testDiscord();
  const [first, other] = [await codeFor(discord), await codeFor(discord)];
  const { body } = await exchange(discord, first);
  const renewed = await post(discord, 'token', { grant_type: 'refresh_token', refresh_token: body.refresh_token });
  const stored = await exchange(discord, other);
  expect((await post(discord, 'token/revoke', { token: body.access_token })).status).toBe(200);
  const statusWith = async (token: string) =>
    (await callApi(discord, '/users/@me', { token: `Bearer ${token}` })).status;
  expect(await statusWith(body.access_token)).toBe(401);
  expect(await statusWith(renewed.body.access_token)).toBe(401);
  expect(await statusWith(stored.body.access_token)).toBe(200);
  const again = { grant_type: 'refresh_token', refresh_token: renewed.body.refresh_token };
  expect((await post(discord, 'token', again)).body.error).toBe('invalid_grant');
});

it('accepts earlier tokens after a restart', async () => {
  const { body } = await exchange(...(await codeOf(await testDiscord())));
  const restarted = await testDiscord();
  expect((await callApi(restarted, '/users/@me', { token: `Bearer ${body.access_token}` })).status).toBe(200);
  expect((await callApi(restarted, '/users/@me', { token: `Bearer x${body.access_token}` })).status).toBe(401);
});

async function codeOf(discord: Discord): Promise<[Discord, string]> {
  return [discord, await codeFor(discord)];
}

it('shows a page to click, with everything escaped, and sends nobody to an address that is none', async () => {
  const discord = await testDiscord();
  await discord.ask('addPerson', { id: '9', username: 'evil', globalName: '<img src=x onerror=alert(1)>' });
  const page = await fetch(authorizeUrl(discord));
  const text = await page.text();
  expect(text).toContain('Ski Bap Bot');
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(text).toContain('value="s&quot;&lt;&gt;"');
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:8080");
  for (const changes of [{ redirect_uri: 'javascript:alert(1)' }, { client_id: '1' }, { scope: 'bot' }]) {
    expect((await fetch(authorizeUrl(discord, changes))).status).toBe(400);
  }
  const form = new URL(authorizeUrl(discord)).searchParams;
  form.set('person', drifter);
  form.set('decision', 'authorize');
  const send = (origin: string) =>
    fetch(discord.settings.DISCORD_AUTHORIZE_URL, {
      method: 'POST',
      body: form,
      headers: { origin },
      redirect: 'manual',
    });
  expect((await send('http://evil.example')).status).toBe(403);
  const reply = await send(discord.settings.DISCORD_OAUTH_ISSUER);
  const code = new URL(reply.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const { body } = await exchange(discord, code);
  const me = await callApi(discord, '/users/@me', { token: `Bearer ${body.access_token}` });
  expect(me.body).toMatchObject({ id: drifter });
});
