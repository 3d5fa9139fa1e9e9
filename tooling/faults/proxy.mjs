import { once } from 'node:events';
import net from 'node:net';

/** @typedef {Awaited<ReturnType<typeof startProxy>>} Proxy */
/** @typedef {{ near: net.Socket, far: net.Socket }} Pair */

/**
 * Forwards TCP connections on loopback, and does to them what a bad line does.
 * @param {() => number} targetPort asked at each connection
 */
export async function startProxy(targetPort) {
  /** @type {Set<Pair>} */
  const open = new Set();
  let delayMs = 0;
  let isStalled = false;
  let isDown = false;
  /** How many bytes of the next chunk still pass before the line is cut. @type {number | undefined} */
  let truncateAfter;
  let cuts = 0;

  /** @param {Pair} pair */
  const cut = (pair) => {
    if (!open.delete(pair)) return;
    cuts += 1;
    pair.near.resetAndDestroy();
    pair.far.resetAndDestroy();
  };

  /** @param {Pair} pair @param {net.Socket} from @param {net.Socket} to */
  const forward = (pair, from, to) => {
    from.on('data', (chunk) => {
      if (truncateAfter !== undefined && chunk.length > 1) {
        const part = chunk.subarray(0, Math.min(truncateAfter, chunk.length - 1));
        truncateAfter = undefined;
        // The part arrives, and nothing after it.
        to.write(part, () => cut(pair));
        return;
      }
      if (delayMs > 0) setTimeout(() => to.destroyed || to.write(chunk), delayMs);
      else to.write(chunk);
    });
    from.on('end', () => setTimeout(() => to.end(), delayMs));
    if (isStalled) from.pause();
  };

  const server = net.createServer({ allowHalfOpen: true }, (near) => {
    near.on('error', () => near.destroy());
    if (isDown) {
      near.resetAndDestroy();
      return;
    }
    const far = net.connect({ port: targetPort(), host: '127.0.0.1', allowHalfOpen: true });
    /** @type {Pair} */
    const pair = { near, far };
    open.add(pair);
    forward(pair, near, far);
    forward(pair, far, near);
    const end = () => {
      open.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {net.AddressInfo} */ (server.address());

  return {
    port,
    openCount: () => open.size,
    cuts: () => cuts,
    /** Without a goodbye. */
    cutAll: () => [...open].forEach(cut),
    /** @param {boolean} value no connection passes */
    setDown: (value) => {
      isDown = value;
      if (value) [...open].forEach(cut);
    },
    /** @param {boolean} value connections stay open, and nothing passes */
    setStalled: (value) => {
      isStalled = value;
      for (const { near, far } of open) {
        for (const socket of [near, far]) {
          if (value) socket.pause();
          else socket.resume();
        }
      }
    },
    /** @param {number} ms of every piece, in both directions */
    setDelay: (ms) => {
      delayMs = ms;
    },
    /** @param {number} bytes so many of the next piece pass, then that connection is cut */
    truncateNext: (bytes) => {
      truncateAfter = bytes;
    },
    isTruncating: () => truncateAfter !== undefined,
    /** One direction ends, the other stays open. @param {'near' | 'far'} side which one hears no more */
    halfClose: (side) => {
      for (const pair of open) pair[side].end();
    },
    close: () => {
      server.close();
      [...open].forEach(cut);
    },
  };
}
