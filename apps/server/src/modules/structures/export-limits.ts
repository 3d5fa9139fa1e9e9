/** A reader who takes nothing for so long is gone; nobody needs longer for all of it. */
export const exportLimits = { idleMs: 2 * 60 * 1000, totalMs: 10 * 60 * 1000 };
