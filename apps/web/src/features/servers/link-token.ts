const randomBytes = 32;

/** 256 random bits, made here: on the way to the portal is the only time it travels. */
export function newLinkToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(randomBytes));
  const text = btoa(String.fromCharCode(...bytes));
  return `th_${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}
