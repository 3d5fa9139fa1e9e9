import https from 'node:https';
import { waitUntil } from '../product.mjs';

const againAfterMs = 500;

/** A page that is open all the time: it connects again as browsers do. @param {string} url @param {{ token: string, ca: string, topic: string }} options */
export function openPage(url, { token, ca, topic }) {
  let messages = 0;
  let isClosed = false;
  /** @type {import('node:http').ClientRequest | undefined} */
  let request;
  const again = () => void setTimeout(open, againAfterMs).unref();
  const open = () => {
    if (isClosed) return;
    request = https.request(`${url}/api/events?topics=${topic}`, {
      ca,
      agent: false,
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    });
    request.once('error', again);
    request.once('response', (response) => {
      request?.off('error', again);
      request?.on('error', () => undefined);
      response.on('data', (chunk) => (messages += String(chunk).includes(`"${topic}"`) ? 1 : 0));
      response.on('error', () => undefined);
      response.once('close', again);
    });
    request.end();
  };
  open();
  return {
    /** Milliseconds until the next message of its topic. @param {number} timeoutMs */
    nextMessage: async (timeoutMs) => {
      const [from, known] = [performance.now(), messages];
      return (await waitUntil(() => messages > known, timeoutMs)) ? performance.now() - from : Number.POSITIVE_INFINITY;
    },
    close: () => {
      isClosed = true;
      request?.destroy();
    },
  };
}
