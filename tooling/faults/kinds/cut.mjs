import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '../product.mjs';

/** @typedef {import('../run-faults.mjs').Fault} Fault */
/** @typedef {import('../proxy.mjs').Proxy} Proxy */
/** @typedef {import('../../fuzz/random.mjs').Random} Random */

/** What can happen to a line. @type {Record<string, (lines: Proxy[], random: Random) => Promise<string | void>>} */
const troubles = {
  'cut five times': async (lines, random) => {
    for (let turn = 0; turn < 5; turn += 1) {
      for (const line of lines) line.cutAll();
      await delay(100 + random.integer(900));
    }
  },
  'cut in the middle of a message': async (lines, random) => {
    for (let turn = 0; turn < 5; turn += 1) {
      for (const line of lines) line.truncateNext(1 + random.integer(200));
      await waitUntil(() => lines.every((line) => !line.isTruncating()), 3_000);
    }
  },
  down: async (lines, random) => {
    for (const line of lines) line.setDown(true);
    await delay(2_000 + random.integer(2_000));
    for (const line of lines) line.setDown(false);
  },
  stalled: async (lines, random) => {
    for (const line of lines) line.setStalled(true);
    await delay(3_000 + random.integer(5_000));
    for (const line of lines) line.setStalled(false);
  },
  'half closed, both ways': async (lines) => {
    for (const line of lines) line.halfClose('near');
    await delay(2_000);
    for (const line of lines) line.halfClose('far');
  },
  delayed: async (lines, random) => {
    const ms = 200 + random.integer(600);
    for (const line of lines) line.setDelay(ms);
    await delay(4_000);
    for (const line of lines) line.setDelay(0);
    return `${ms} ms`;
  },
};

/** Bad lines between the agent and the portal, and between the agent and the games. @type {Fault[]} */
export const cuts = Object.entries(troubles).flatMap(([name, cause]) =>
  /** @type {const} */ (['agentLine', 'gameLines']).map((line) => ({
    name: `${line === 'agentLine' ? 'agent to portal' : 'agent to games'}: ${name}`,
    inject: async ({ product, random }) => ({ note: (await cause([product[line]].flat(), random)) ?? '' }),
  })),
);
