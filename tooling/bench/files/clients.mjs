import path from 'node:path';
import { root } from '../../paths.mjs';
import { runNodeProgram } from '../../run/node-program.mjs';
import { Stop } from '../../stop.mjs';

/**
 * @typedef {{ url: string, method: string, headers: Record<string, string>, bytes: number, before?: string, after?: string }} SendJob
 * @typedef {{ url: string, connections: number, bytesPerSecond?: number, seconds?: number }} DrainJob
 * @typedef {ReturnType<typeof createClients>} Clients
 */

/** Senders and receivers in separate processes, so that their work does not count for the measured one. @param {AbortSignal} signal */
export function createClients(signal) {
  /** @param {string} script @param {object} job @returns {Promise<any>} what it wrote */
  const run = async (script, job) => {
    signal.throwIfAborted();
    const { exitCode, output } = await runNodeProgram(
      path.join(root, 'tooling/bench/files', script),
      [JSON.stringify(job)],
      {
        cwd: root,
        quiet: true,
        signal,
      },
    );
    if (exitCode !== 0) throw new Stop(`A transfer failed:\n${output}`);
    return JSON.parse(output);
  };
  return {
    /** @param {SendJob} job @returns {Promise<string>} the body of the response */
    async send(job) {
      const { status, body } = await run('send.mjs', job);
      if (status < 200 || status > 299) throw new Stop(`An upload was answered with ${status}:\n${body}`);
      return body;
    },
    /** @param {DrainJob} job @returns {Promise<number>} bytes */
    drain: async (job) => (await run('drain.mjs', job)).bytes,
  };
}
