const key = 'discordLogin';

/** A login with Discord that this tab has started; the portal binds it to `browser`. */
export type PendingLogin = { state: string; browser: string; redirect: string };

/** A random secret that only this tab knows. */
export function newBrowserSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function storePendingLogin(login: PendingLogin): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(login));
  } catch {
    // Storage is blocked: the return will say that the login has to be started again.
  }
}

/** The login that this tab has started with that state. */
export function findPendingLogin(state: string | undefined): PendingLogin | undefined {
  const login = read();
  return login !== undefined && login.state === state ? login : undefined;
}

function read(): PendingLogin | undefined {
  try {
    const stored = sessionStorage.getItem(key);
    return stored === null ? undefined : (JSON.parse(stored) as PendingLogin);
  } catch {
    return undefined;
  }
}
