import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { readConfig } from '../config/config.ts';
import { hashOf } from '../config/config-watch.ts';
import { askLockHolder } from '../state-lock.ts';

/** Whether a running agent uses a changed configuration; `unknown` for an older agent or one that is busy. */
export type PickUp = 'noAgent' | 'pickedUp' | 'refused' | 'unknown';

const description = z.object({ config: z.object({ used: z.string().optional(), refused: z.string().optional() }) });
const withinMs = 10_000;
const everyMs = 100;

/** Waits until the agent that runs with this configuration has read it. */
export async function followPickUp(file: string): Promise<PickUp> {
  const { stateDir } = readConfig(file);
  const wanted = await hashOf(file);
  const until = performance.now() + withinMs;
  for (;;) {
    const answer = await askLockHolder(stateDir);
    if (answer === undefined) return 'noAgent';
    const config = parse(answer)?.config;
    if (config?.used === wanted) return 'pickedUp';
    if (config?.refused === wanted) return 'refused';
    if (config === undefined || performance.now() > until) return 'unknown';
    await wait(everyMs);
  }
}

function parse(answer: string): z.output<typeof description> | undefined {
  try {
    return description.parse(JSON.parse(answer));
  } catch {
    return undefined;
  }
}
