import http from 'node:http';
import https from 'node:https';

/** `status` 0: no reply. @typedef {{ status: number, text: string, headers?: import('node:http').IncomingHttpHeaders }} Reply */
/** @typedef {ReturnType<typeof createClient>} Client */

const timeoutMs = 30_000;

/** Requests of one user that never fail: one that gets no reply within the time has the status 0. @param {string} base @param {string} token @param {{ ca?: string }} [options] a certificate to trust */
export function createClient(base, token, { ca } = {}) {
  const { Agent, request: ask } = base.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: 32, ...(ca && { ca }) });
  /**
   * @param {string} method @param {string} path below /api @param {object | { type: string, bytes: Buffer }} [body]
   * @param {Record<string, string>} [more] headers
   * @returns {Promise<Reply>}
   */
  const send = (method, path, body, more) =>
    new Promise((resolve) => {
      const given = body && 'bytes' in body ? body : undefined;
      const bytes = given?.bytes ?? (body && Buffer.from(JSON.stringify(body)));
      const headers = {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(bytes && { 'content-type': given?.type ?? 'application/json', 'content-length': bytes.length }),
        ...more,
      };
      const request = ask(`${base}/api${path}`, { method, agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => (text += chunk));
        response.once('end', () => finish({ status: response.statusCode ?? 0, text, headers: response.headers }));
        response.once('close', () => finish({ status: 0, text: 'The reply was cut.' }));
      });
      const timer = setTimeout(() => request.destroy(new Error('no reply in time')), timeoutMs);
      const finish = (/** @type {Reply} */ reply) => {
        clearTimeout(timer);
        resolve(reply);
      };
      request.once('error', (error) => finish({ status: 0, text: error.message }));
      request.end(bytes);
    });
  return {
    send,
    /** The data of a reply, or undefined. @param {string} path @returns {Promise<any>} */
    read: async (path) => {
      const { status, text } = await send('GET', path);
      return status === 200 ? JSON.parse(text).data : undefined;
    },
    close: () => agent.destroy(),
  };
}
