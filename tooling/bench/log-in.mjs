import { Stop } from '../stop.mjs';

/** The token of a demo account. @param {string} url @param {'owner' | 'admin' | 'member'} account */
export async function logIn(url, account = 'member') {
  const response = await fetch(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: `${account}@tribehall.test`, password: 'tribehall-demo' }),
  });
  const answer = /** @type {any} */ (await response.json());
  if (!answer.data?.accessToken) throw new Stop(`The demo account could not log in: ${JSON.stringify(answer)}`);
  return String(answer.data.accessToken);
}
