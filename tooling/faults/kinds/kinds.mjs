import { clocks } from './clock.mjs';
import { cuts } from './cut.mjs';
import { fullDrives } from './full-drive.mjs';
import { kills } from './kill.mjs';
import { pauses } from './pause.mjs';
import { slowClients } from './slow.mjs';
import { systemCalls } from './system-calls.mjs';

/** @typedef {import('../run-faults.mjs').Fault} Fault */

/** @satisfies {Record<string, Fault[]>} */
export const kinds = {
  kill: kills,
  pause: pauses,
  cut: cuts,
  drive: fullDrives,
  clock: clocks,
  calls: systemCalls,
  slow: slowClients,
};
/** @typedef {keyof typeof kinds} KindName */
