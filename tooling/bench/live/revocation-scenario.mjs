import { setTimeout as wait } from 'node:timers/promises';
import { Stop } from '../../stop.mjs';
import { logIn } from '../portal.mjs';
import { inWords, spread } from '../rounds.mjs';
import { withTwoPortals } from '../two-portals.mjs';
import { createPasskey } from './passkey.mjs';

const rounds = 7;
const limitMs = 1_000;
const password = 'correct horse battery';

/** @typedef {{ origin: string, call: (method: string, path: string, token?: string, body?: object) => Promise<any> }} Api */
/** @typedef {{ id: string, email: string, token: string }} Person */

/** What ends an open stream, by name. @type {Record<string, (api: Api, person: Person, owner: string) => Promise<unknown>>} */
const ends = {
  'a logout': (api, { token }) => api.call('POST', '/users/logout', token),
  'a logout everywhere, from another device': async (api, person) =>
    api.call('DELETE', '/users/me/sessions?which=others', await anotherSession(api, person)),
  'a new password': async (api, person) => {
    const given = { currentPassword: password, newPassword: 'quite another battery' };
    return api.call('POST', '/users/me/password', await anotherSession(api, person), given);
  },
  'the loss of a role': (api, { id }, owner) => api.call('PUT', `/users/${id}/roles`, owner, { roles: [] }),
  'a disabled account': (api, { id }, owner) => api.call('PUT', `/users/${id}/disabled`, owner, { isDisabled: true }),
  'a removed account': (api, { id }, owner) => api.call('DELETE', `/users/${id}`, owner),
  'a removed passkey': async (api, { token }) => {
    const { passkeys } = await api.call('GET', '/users/me/factors', token);
    return api.call('DELETE', `/users/me/factors/passkeys/${passkeys[0].id}`, token);
  },
  'a revoked API token': async (api, person) => {
    const [token] = await api.call('GET', '/users/me/tokens', person.token);
    return api.call('DELETE', `/users/me/tokens/${token.id}`, person.token);
  },
};

/** What opens the streams, where it is not the session of the registration. @type {Record<string, (api: Api, person: Person) => Promise<string>>} */
const tokens = {
  'a revoked API token': createToken,
  'a removed passkey': passkeySession,
};

/** How long streams at two portals go on after what ends them has been answered by one. */
export function measureRevocation() {
  return withTwoPortals(async ({ here, there }) => {
    // Passkeys need a name, not an address.
    const api = createApi(here.url.replace('127.0.0.1', 'localhost'));
    const owner = await logIn(here.url, 'owner');
    /** @type {Record<string, { here: number[], there: number[] }>} */
    const measured = Object.fromEntries(Object.keys(ends).map((name) => [name, { here: [], there: [] }]));
    for (let round = 0; round < rounds; round += 1)
      for (const [name, end] of Object.entries(ends)) {
        const person = await register(api, `revoked-${Object.keys(ends).indexOf(name)}-${round}`);
        const token = (await tokens[name]?.(api, person)) ?? person.token;
        const streams = await Promise.all([openStream(here.url, token), openStream(there.url, token)]);
        // At another moment of the checks each time.
        await wait(round * 70);
        await end(api, person, owner);
        const answeredAt = performance.now();
        const [endHere = 0, endThere = 0] = await Promise.all(streams.map(({ ended }) => ended));
        measured[name]?.here.push(Math.max(0, endHere - answeredAt));
        measured[name]?.there.push(Math.max(0, endThere - answeredAt));
      }
    return page(measured);
  });
}

/** @param {string} url @returns {Api} */
function createApi(url) {
  return {
    origin: url,
    async call(method, path, token, body) {
      const headers = { origin: url, ...(token && { authorization: `Bearer ${token}` }) };
      const type = body ? { 'content-type': 'application/json' } : {};
      const payload = body ? { body: JSON.stringify(body) } : {};
      const response = await fetch(`${url}/api${path}`, { method, headers: { ...headers, ...type }, ...payload });
      const reply = /** @type {any} */ (await response.json());
      if (response.status !== 200) throw new Stop(`${method} ${path}: ${JSON.stringify(reply)}`);
      return reply.data;
    },
  };
}

/** @param {Api} api @param {string} username @returns {Promise<Person>} */
async function register(api, username) {
  const email = `${username}@example.org`;
  const { accessToken, user } = await api.call('POST', '/users/register', undefined, { email, username, password });
  return { id: user.id, email, token: accessToken };
}

/** @param {Api} api @param {Person} person @returns {Promise<string>} */
async function anotherSession(api, { email }) {
  return (await api.call('POST', '/users/login', undefined, { email, password })).accessToken;
}

/** @param {Api} api @param {Person} person @returns {Promise<string>} */
async function createToken(api, { token }) {
  const given = { name: 'Script', scopes: ['read'], serverIds: null, expiresAt: null };
  return (await api.call('POST', '/users/me/tokens', token, given)).secret;
}

/** A login with a new passkey. @param {Api} api @param {Person} person @returns {Promise<string>} */
async function passkeySession({ call, origin }, { token }) {
  const passkey = createPasskey(origin);
  const credential = passkey.create(await call('POST', '/users/me/factors/passkeys/options', token));
  await call('POST', '/users/me/factors/passkeys', token, { name: 'Laptop', credential });
  const used = passkey.use(await call('POST', '/users/login/passkey/options', undefined, {}));
  return (await call('POST', '/users/login/passkey', undefined, { credential: used })).accessToken;
}

/** @param {string} url @param {string} token @returns {Promise<{ ended: Promise<number> }>} once it has its snapshot; `ended` is when the portal has closed it */
async function openStream(url, token) {
  const response = await fetch(`${url}/api/events?topics=users.me`, { headers: { authorization: `Bearer ${token}` } });
  const reader = response.body?.getReader();
  if (!response.ok || !reader) throw new Stop(`A stream was answered with ${response.status}.`);
  await reader.read();
  const readOn = async () => {
    while (!(await reader.read()).done);
    return performance.now();
  };
  return { ended: readOn() };
}

/** @param {Record<string, { here: number[], there: number[] }>} measured */
function page(measured) {
  const rows = Object.entries(measured).map(
    ([name, { here, there }]) => `| ${name} | ${inWords(spread(here))} | ${inWords(spread(there))} |`,
  );
  const failures = Object.entries(measured)
    .filter(([, { here, there }]) => Math.max(...here, ...there) > limitMs)
    .map(([name]) => `streams were open for longer than ${limitMs} ms after ${name}`);
  const text = `Milliseconds from the reply to what ends them until two open streams of the same person are closed, one at the portal that was asked and
one at another that shares its database and NATS server; ${rounds} rounds each. The limit is ${limitMs}.

| ended by | at the portal that was asked | at the other one |
|---|---|---|
${rows.join('\n')}`;
  return { text, failures };
}
