import http from 'node:http';

const maxReplyMs = 30_000;
const maxReplyBytes = 2_000_000;

/** A stream is cut once it has begun. @param {http.Agent} agent @param {string} base @param {Omit<import('./generate-request.mjs').FuzzRequest, 'operation'>} request @returns {Promise<import('./judge.mjs').Answer>} */
export function send(agent, base, { method, url, headers, body }) {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const request = http.request(`${base}${url}`, { agent, method, headers: { ...headers, ...length } }, (response) => {
      let text = '';
      const finish = () => {
        clearTimeout(timer);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      };
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        if (text.length < maxReplyBytes) text += chunk;
        if (response.headers['content-type']?.startsWith('text/event-stream')) request.destroy();
      });
      response.once('end', finish).once('close', finish);
    });
    const timer = setTimeout(() => request.destroy(new Error(`nothing after ${maxReplyMs / 1000} s`)), maxReplyMs);
    request.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    request.end(body);
  });
}
