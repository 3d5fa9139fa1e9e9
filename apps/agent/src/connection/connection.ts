import { setTimeout as wait } from 'node:timers/promises';
import { type BackOff, createBackOff } from '../back-off.ts';
import type { Gate } from '../semaphore.ts';
import { type LineEnd, planAfter } from './connection-end.ts';
import { runSession, type SessionOptions } from './session.ts';

export type LinkOptions = SessionOptions & {
  log: { info(sentence: string): void; warn(sentence: string): void; error(sentence: string): void };
  backOff?: BackOff | undefined;
  /** Shared by all links of this process: a portal takes only some from one address that have not said hello. */
  gate?: Gate | undefined;
  /** A link that lived this long begins the back-off anew. */
  stableMs?: number | undefined;
};

const defaultStableMs = 10_000;

/** Keeps the line home open until it is called off, or until the portal no longer knows this server. */
export async function keepLink(options: LinkOptions, signal: AbortSignal): Promise<void> {
  const backOff = options.backOff ?? createBackOff();
  const report = createReporter(options.log);
  while (!signal.aborted) {
    let welcomedAt = 0;
    const leave = await options.gate?.enter(signal).catch(() => undefined);
    const onWelcome: SessionOptions['onWelcome'] = (welcome) => {
      leave?.();
      welcomedAt = performance.now();
      report.up(welcome.name);
      options.onWelcome(welcome);
    };
    const end = await runSession({ ...options, onWelcome }, signal);
    leave?.();
    if (signal.aborted) return;
    if (welcomedAt > 0 && performance.now() - welcomedAt >= (options.stableMs ?? defaultStableMs)) backOff.reset();
    const { sentence, next } = planAfter(end);
    report.down(end, sentence);
    if (next === 'stop') return;
    await wait(next === 'back-off' ? backOff.nextMs() : next.waitMs, undefined, { signal }).catch(() => undefined);
  }
}

/** A portal that is away for a night is told once, not a thousand times. */
function createReporter(log: LinkOptions['log']) {
  let lastSentence = '';
  return {
    up(name: string) {
      lastSentence = '';
      log.info(`Linked to the portal as "${name}".`);
    },
    down({ kind }: LineEnd, sentence: string) {
      if (sentence === lastSentence) return;
      lastSentence = sentence;
      if (kind === 'refused') log.error(sentence);
      else log.warn(sentence);
    },
  };
}
