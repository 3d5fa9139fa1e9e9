import { fork } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../paths.mjs';
import { findProgram } from '../../programs.mjs';
import { readyMessage, stopProgram } from '../../run/program.mjs';
import { Stop } from '../../stop.mjs';
import { form } from './files-portal.mjs';

/** @typedef {Awaited<ReturnType<typeof startNginx>>} Nginx */

/**
 * nginx doing the same work: it takes uploads, and serves what the portal stored.
 * @param {string} folder on the same drive @param {string} served @param {import('./clients.mjs').Clients} clients
 */
export async function startNginx(folder, served, clients) {
  const program = findProgram('nginx');
  if (!program) return undefined;
  const child = fork(path.join(root, 'tooling/bench/files/nginx-process.mjs'), [program, folder, served]);
  const ready = await readyMessage(child, 15_000);
  if (!ready) throw new Stop('nginx did not start; see its output above.');
  const url = `http://127.0.0.1:${ready.port}`;
  const asBytes = { headers: { 'content-type': 'application/offset+octet-stream' } };

  return {
    pid: Number(ready.worker),
    stop: () => stopProgram(child),

    /** @param {number} bytes */
    async spoolBytes(bytes) {
      const passedOn = await clients.send({ url: `${url}/spool`, method: 'PATCH', bytes, ...asBytes });
      if (Number(passedOn) !== bytes) throw new Stop(`nginx passed ${passedOn} of ${bytes} bytes on.`);
    },
    /** @param {number} bytes */
    async spoolForm(bytes) {
      const passedOn = await clients.send({ url: `${url}/spool`, ...form(bytes) });
      if (Number(passedOn) <= bytes) throw new Stop(`nginx passed ${passedOn} of more than ${bytes} bytes on.`);
    },
    /** @param {number} bytes */
    async put(bytes) {
      await clients.send({ url: `${url}/put/bench.bin`, method: 'PUT', bytes, ...asBytes });
      const { size } = fs.statSync(path.join(folder, 'put/bench.bin'));
      if (size !== bytes) throw new Stop(`nginx wrote ${size} of ${bytes} bytes.`);
    },
    removePut: () => fs.rmSync(path.join(folder, 'put/bench.bin')),
    /** @param {string} id */
    contentAddress: (id) => `${url}/file/${id}`,
  };
}
