import net from 'node:net';
import { createInterface } from 'node:readline';

/** @typedef {ReturnType<typeof createWorld>} World */

/** Steers the demo world over its socket, with a connection for each question: the world may have been started again. @param {string} control */
export function createWorld(control) {
  /** @param {object} message @returns {Promise<any>} */
  const ask = (message) =>
    new Promise((resolve, reject) => {
      const socket = net.connect(control, () => socket.write(`${JSON.stringify({ requestId: 1, ...message })}\n`));
      socket.setTimeout(10_000, () => socket.destroy(new Error('The world does not answer.')));
      socket.once('error', reject).once('close', () => reject(new Error('The world is gone.')));
      createInterface({ input: socket })
        // It repeats the errors of its input.
        .on('error', reject)
        .once('line', (line) => {
          const reply = JSON.parse(line);
          if (reply.ok) resolve(reply.data);
          else reject(new Error(reply.error));
          socket.destroy();
        });
    });
  /** @param {string} id of a server @param {string} action @param {object} [values] */
  const ark = (id, action, values = {}) => ask({ type: 'ark', id, action, ...values });
  return {
    /** @param {string} id @param {string} playerId @param {string} text */
    say: (id, playerId, text) => ark(id, 'say', { playerId, text }),
    /** @param {string} id @returns {Promise<{ playerId: string }[]>} */
    survivors: (id) => ark(id, 'survivors'),
    /** @param {string} id @param {object} survivor */
    join: (id, survivor) => ark(id, 'join', { survivor }),
    /** The latest RCON commands. @param {string} id @returns {Promise<string[]>} */
    received: (id) => ark(id, 'received'),
    /** @param {string} action @param {object} values */
    video: (action, values = {}) => ask({ type: 'video', action, ...values }),
  };
}
