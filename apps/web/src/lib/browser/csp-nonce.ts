/** The server writes a fresh one into every page; styles made at run time need it. */
export function cspNonce(): string {
  return document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
}
