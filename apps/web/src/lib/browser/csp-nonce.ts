/** The portal writes a fresh nonce into every page; styles created at run time need it. */
export function cspNonce(): string {
  return document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
}
