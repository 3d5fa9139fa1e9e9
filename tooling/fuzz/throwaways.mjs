import http from 'node:http';
import { send } from './send.mjs';

/** @typedef {{ token: string, fields: Record<string, string> }} Throwaway `fields` has what requests about the account need, by name */

const password = 'correct horse battery';
const maxTries = 5;

/** Accounts to lose: each is registered when it is needed, and used until `drop`. @param {string} url @param {() => string} ownerToken */
export function createThrowaways(url, ownerToken) {
  /** @type {Map<string, Promise<Throwaway>>} */
  const current = new Map();
  let count = 0;

  /** From an address of its own, as one address may register a few accounts only. @returns {Promise<Throwaway>} */
  const register = async () => {
    count += 1;
    const agent = new http.Agent({ localAddress: `127.9.${Math.floor(count / 250)}.${1 + (count % 250)}` });
    const call = async (
      /** @type {string} */ method,
      /** @type {string} */ path,
      /** @type {string} */ token,
      body = {},
    ) => {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
      const text = method === 'GET' ? undefined : JSON.stringify(body);
      const answer = await send(agent, url, { method, url: `/api${path}`, headers, body: text });
      return { ...answer, data: JSON.parse(answer.text).data };
    };
    const number = count;
    for (let tries = 1; ; tries += 1) {
      // With approval, an account that cannot log in has taken the name of the try before.
      const username = `throwaway ${number} ${tries}`;
      const account = { email: `throwaway${number}.${tries}@example.org`, username, password };
      const { status, text, data } = await call('POST', '/users/register', '', account);
      if (status === 200) {
        const [session] = (await call('GET', '/users/me/sessions', data.accessToken)).data;
        const own = { userId: data.user.id, sessionId: session.id, password, currentPassword: password };
        return { token: data.accessToken, fields: { ...own, username } };
      }
      if (tries === maxTries) throw new Error(`No account could be registered: ${text}`);
      // A random request may have closed it.
      await call('PUT', '/site/accounts', ownerToken(), { registration: 'open' });
    }
  };

  return {
    /** The one for this purpose. @param {string} purpose @returns {Promise<Throwaway>} */
    of: (purpose) => {
      const found = current.get(purpose) ?? register();
      current.set(purpose, found);
      return found;
    },
    /** It has lost something. @param {string} purpose */
    drop: (purpose) => void current.delete(purpose),
  };
}
