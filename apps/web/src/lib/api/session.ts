import { storedText } from '../storage/stored-text.ts';

/** `suspended`: it has ended, but the page stays for a new login, since something was typed there. */
type SessionCause = 'login' | 'renewed' | 'logout' | 'expired' | 'suspended' | 'elsewhere';
type Listener = (cause: SessionCause) => void;

/** The login token. A user counts as logged in while there is one. */
export const token = storedText('token');

const listeners = new Set<Listener>();
const suspension = { isDue: () => false, isOn: false };

token.subscribe((isElsewhere) => {
  if (isElsewhere) notify('elsewhere');
});

export const session = {
  start: (accessToken: string) => change(accessToken, 'login'),
  end: () => change(null, 'logout'),

  /** A renewal or expiry applies to the token that was sent; a newer one stays untouched. */
  renew: (usedToken: string | null, accessToken: string) => {
    if (usedToken !== null && token.get() === usedToken) change(accessToken, 'renewed');
  },
  expire: (usedToken: string | null) => {
    if (usedToken === null || token.get() !== usedToken || suspension.isOn) return;
    if (!suspension.isDue()) return change(null, 'expired');
    suspension.isOn = true;
    notify('suspended');
  },

  /** Suspends instead of expiring while this is true: the token stays, and with it the page. */
  suspendWhile: (isDue: () => boolean) => {
    suspension.isDue = isDue;
  },
  isSuspended: () => suspension.isOn,
  /** The same user has logged in again in another tab. */
  resume: () => {
    if (!suspension.isOn) return;
    suspension.isOn = false;
    notify('login');
  },
  /** Another user has logged in: the page stays covered until it is loaded anew. */
  handOver: (accessToken: string) => token.set(accessToken),

  subscribe: (listener: Listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

function change(value: string | null, cause: SessionCause): void {
  if (token.get() === value) return;
  suspension.isOn = false;
  token.set(value);
  notify(cause);
}

function notify(cause: SessionCause): void {
  for (const listener of listeners) listener(cause);
}
