const maxGapMs = 200;
const share = 0.1;

/**
 * How often a test looks whether what it waits for has come: less often the longer it waits. A wait becomes at most a tenth
 * longer, and a long one does not keep the portal and its database busy with questions.
 * @param {() => number} now in ms
 */
export function createPace(now) {
  const begunAt = now();
  let nextAt = begunAt;
  return {
    /** Whether to look now; if so, the next time is later. */
    isDue: () => {
      const at = now();
      if (at < nextAt) return false;
      nextAt = at + Math.min((at - begunAt) * share, maxGapMs);
      return true;
    },
    remainingMs: () => Math.max(0, nextAt - now()),
  };
}
