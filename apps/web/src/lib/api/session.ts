import { storedText } from '../storage/stored-text.ts';

type SessionCause = 'login' | 'renewed' | 'logout' | 'expired' | 'elsewhere';
type Listener = (cause: SessionCause) => void;

/** The login token. A user counts as logged in while there is one. */
export const token = storedText('token');

const listeners = new Set<Listener>();

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
    if (usedToken !== null && token.get() === usedToken) change(null, 'expired');
  },

  subscribe: (listener: Listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

function change(value: string | null, cause: SessionCause): void {
  if (token.get() === value) return;
  token.set(value);
  notify(cause);
}

function notify(cause: SessionCause): void {
  for (const listener of listeners) listener(cause);
}
