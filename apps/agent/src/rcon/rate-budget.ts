import type { RconPriority } from './rcon-job.ts';

export type RateBudget = {
  /** 0: go. */
  waitMs(priority: RconPriority): number;
  spend(): void;
};

/** A token bucket. Moderation may overdraw it by one burst, which the others then wait off. */
export function createRateBudget(limits: { commandsPerSecond: number; burst: number }, now: () => number): RateBudget {
  let tokens = limits.burst;
  let filledAt = now();
  const fill = () => {
    const at = now();
    tokens = Math.min(limits.burst, tokens + ((at - filledAt) / 1000) * limits.commandsPerSecond);
    filledAt = at;
  };
  return {
    waitMs(priority) {
      fill();
      const floor = priority === 'moderation' ? -limits.burst : 0;
      const missing = floor + 1 - tokens;
      return missing <= 0 ? 0 : Math.ceil((missing / limits.commandsPerSecond) * 1000);
    },
    spend() {
      fill();
      tokens -= 1;
    },
  };
}
