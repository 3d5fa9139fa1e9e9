/** `connecting`: at the start and right after a loss. `slow`: it answers, but late. `refused`: the password is wrong. */
export type RconState = 'connecting' | 'up' | 'slow' | 'refused' | 'unreachable' | 'closed';
export type RconStatus = { state: RconState; reason?: string };
type Listener = (status: RconStatus) => void;

export type StatusHolder = {
  current(): RconStatus & { since: number };
  set(state: RconState, reason?: string): void;
  listen(listener: Listener): () => void;
};

export function createStatusHolder(): StatusHolder {
  const listeners = new Set<Listener>();
  let status: RconStatus = { state: 'connecting' };
  let since = Date.now();
  return {
    current: () => ({ ...status, since }),
    set(state, reason) {
      if (status.state === state && status.reason === reason) return;
      if (status.state !== state) since = Date.now();
      status = { state, ...(reason !== undefined && { reason }) };
      for (const listener of listeners) listener(status);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
