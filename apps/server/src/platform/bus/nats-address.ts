/** The address of NATS, and the credentials in it. */
export type NatsAddress = {
  /** `host:port`, without a scheme and without secrets. */
  servers: string[];
  isTls: boolean;
  login: { user: string; pass: string } | { token: string } | undefined;
};

/** An address that cannot be used; the message completes `NATS_URL …` and repeats no secret. */
class NatsAddressError extends Error {}

const defaultPort = '4222';

/**
 * Reads `nats://user:password@host:port` or `nats://token@host:port`, several of them separated by commas. As in other
 * clients of NATS, one `tls://` requires TLS for all of them, and one login is used for all of them.
 */
export function readNatsAddress(text: string): NatsAddress {
  const urls = text.split(',').map((part) => readOne(part.trim()));
  const logins = new Map(urls.flatMap((url) => (url.username === '' ? [] : [[loginKey(url), url] as const])));
  const [first, ...others] = logins.values();
  if (others.length > 0) throw new NatsAddressError('must have the same user and password for all its servers');
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || defaultPort}`),
    isTls: urls.some(({ protocol }) => protocol === 'tls:'),
    login: first && loginOf(first),
  };
}

/** What is wrong with the address, or undefined. */
export function findAddressFault(text: string): string | undefined {
  try {
    readNatsAddress(text);
    return undefined;
  } catch (error) {
    if (error instanceof NatsAddressError) return error.message;
    throw error;
  }
}

/** The secret parts of the address, as written and decoded. */
export function natsSecrets(text: string): string[] {
  const { login } = readNatsAddress(text);
  if (login === undefined) return [];
  const secret = 'token' in login ? login.token : login.pass;
  return [secret, encodeURIComponent(secret)];
}

function readOne(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isNats = url?.protocol === 'nats:' || url?.protocol === 'tls:';
  if (!url || !isNats || url.hostname === '' || !['', '/'].includes(url.pathname) || url.search + url.hash !== '')
    throw new NatsAddressError('must be a nats:// or tls:// address, or several separated by commas');
  return url;
}

function loginKey({ username, password }: URL): string {
  return `${username}:${password}`;
}

function loginOf({ username, password }: URL): NonNullable<NatsAddress['login']> {
  try {
    const user = decodeURIComponent(username);
    return password === '' ? { token: user } : { user, pass: decodeURIComponent(password) };
  } catch {
    throw new NatsAddressError('must have a % in its user and password written as %25');
  }
}
