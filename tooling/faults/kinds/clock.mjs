import { setTimeout as delay } from 'node:timers/promises';

/** @typedef {import('../run-faults.mjs').Fault} Fault */

const minuteMs = 60_000;

/** @param {string} name @param {number[]} minutes @returns {Fault} */
const step = (name, minutes) => ({
  name,
  inject: async ({ product }) => {
    for (const ahead of minutes) {
      product.moveClock(ahead * minuteMs);
      await delay(1_500);
    }
    product.moveClock(0);
  },
});

/** Steps of the clock of portal and agent; the database keeps its own. */
export const clocks = [
  step('forward, and back', [10, 90]),
  step('back, and forward', [-10, -90]),
  step('to and fro', [60, -60, 60]),
];
