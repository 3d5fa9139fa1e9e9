import type { Capabilities } from '@tribehall/contract/agent/agent.contract';
import type { Draft } from '../link/draft.ts';

export type CapabilityWatch = {
  /** For a hello: after it the portal knows these. */
  current(): Capabilities;
  check(): void;
  stop(): void;
};

const defaultCheckMs = 10_000;

/** Tells the portal when the server can do more, or less, than it was told. */
export function createCapabilityWatch(
  find: () => Capabilities,
  tell: (draft: Draft) => void,
  checkMs = defaultCheckMs,
): CapabilityWatch {
  let told = '';
  const check = () => {
    const data = find();
    if (told === '' || JSON.stringify(data) === told) return;
    told = JSON.stringify(data);
    tell({ type: 'server.capabilities', data });
  };
  const timer = setInterval(check, checkMs);
  return {
    current() {
      const data = find();
      told = JSON.stringify(data);
      return data;
    },
    check,
    stop: () => clearInterval(timer),
  };
}
