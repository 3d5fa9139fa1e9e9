import { fork } from 'node:child_process';
import path from 'node:path';
import { root } from '../../paths.mjs';
import { stopProgram } from '../../run/program.mjs';
import { Stop } from '../../stop.mjs';
import { logIn } from '../portal.mjs';

/** @typedef {import('./many-clients.mjs').Task} Task */
/** @typedef {{ ms: number, receivedBytes: number, toldMs: number }} Done */
/** @typedef {(task: Task) => Promise<Done>} Perform */

/** Runs work with a separate process that opens connections and streams. @template T @param {(perform: Perform) => Promise<T>} work */
export async function withClients(work) {
  const child = fork(path.join(root, 'tooling/bench/live/many-clients.mjs'));
  /** @type {Perform} */
  const perform = (task) =>
    new Promise((resolve, reject) => {
      child.once('message', (/** @type {any} */ done) =>
        done.fault === undefined ? resolve(done) : reject(new Stop(done.fault)),
      );
      child.send(task);
    });
  try {
    return await work(perform);
  } finally {
    await stopProgram(child);
  }
}

/** Tokens of enough sessions for so many streams. @param {string} url @param {number} streams @param {number} [perSession] */
export async function logInFor(url, streams, perSession = 30) {
  const sessions = [];
  for (let at = 0; at < streams; at += perSession) sessions.push(await logIn(url, 'member'));
  return sessions;
}
