import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fixedFor, policyStart } from '../http/fixed-headers.ts';

const pagePolicy = `${policyStart}script-src 'self'; connect-src 'self'; img-src 'self' data:; media-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; style-src 'self' `;

/** A worker has its own policy, not the page's; it may compile WebAssembly from the page. */
export const workerPolicy = `${policyStart}script-src 'wasm-unsafe-eval'`;

/** The service worker fetches the files of the web app. */
export const serviceWorkerPolicy = `${policyStart}connect-src 'self'`;

/**
 * The security headers of every response, errors and files included. Added when a response is sent: setting them one by
 * one on every reply took a tenth of a small request. A hijacked response takes them from `headersOf`.
 */
export function headersPlugin(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    for (const [name, value] of Object.entries(fixedFor(reply).byName))
      if (!reply.hasHeader(name)) reply.header(name, value);
    done();
  });
}

/** Lets a page use styles with the returned nonce, one for each response, and show the player of `frameOrigin`. */
export function allowPage(reply: FastifyReply, frameOrigin: string): string {
  const nonce = randomBytes(16).toString('base64url');
  reply.header('content-security-policy', `${pagePolicy}'nonce-${nonce}'; frame-src ${frameOrigin}`);
  return nonce;
}
