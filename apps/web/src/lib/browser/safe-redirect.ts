const ownPath = /^\/(?![/\\])/;
// eslint-disable-next-line no-control-regex -- browsers drop tabs and line breaks from addresses, which can join two slashes
const controlCharacter = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const maxLength = 2048;
const maxDecodings = 4;

/** The target of `?redirect=`: a path of this site, else the home page. */
export function safeRedirect(value: unknown): string {
  if (typeof value !== 'string' || value.length > maxLength || !isOwnPath(value)) return '/';
  const { pathname, search, hash } = new URL(value, location.origin);
  return isOwnWhenDecoded(pathname) ? `${pathname}${search}${hash}` : '/';
}

/** Also holds after the browser has resolved dots. */
function isOwnPath(path: string): boolean {
  if (!ownPath.test(path) || controlCharacter.test(path) || !URL.canParse(path, location.origin)) return false;
  const { origin, pathname } = new URL(path, location.origin);
  return origin === location.origin && ownPath.test(pathname);
}

/** Routers and proxies decode paths, some of them twice: a path that becomes foreign by decoding is refused. */
function isOwnWhenDecoded(path: string): boolean {
  let current = path;
  for (let round = 0; round < maxDecodings; round += 1) {
    const decoded = decode(current);
    if (decoded === undefined || !isOwnPath(decoded)) return false;
    if (decoded === current) return true;
    current = decoded;
  }
  return false;
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Whether a URL leads to another site over HTTP(S), which excludes anything that would run in this page. */
export function isForeignWebAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, origin } = new URL(address);
  return (protocol === 'https:' || protocol === 'http:') && origin !== location.origin;
}
