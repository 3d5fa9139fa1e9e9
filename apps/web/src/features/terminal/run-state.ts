/** `confirming`: waits for the password. `stopping`: asked to stop, but not ended yet. */
export type RunState =
  | { phase: 'idle' }
  | { phase: 'confirming'; command: string }
  | { phase: 'starting'; command: string; startedAt: number }
  | { phase: 'running' | 'stopping'; command: string; startedAt: number; id: string };

export type RunEvent =
  | { type: 'sent'; command: string; at: number }
  | { type: 'started'; id: string }
  | { type: 'refused' }
  | { type: 'stopping' }
  | { type: 'ended' };

export const idle: RunState = { phase: 'idle' };

export function reduceRun(state: RunState, event: RunEvent): RunState {
  if (event.type === 'sent') return { phase: 'starting', command: event.command, startedAt: event.at };
  if (event.type === 'ended') return idle;
  if (state.phase === 'running') return event.type === 'stopping' ? { ...state, phase: 'stopping' } : state;
  if (state.phase !== 'starting') return state;
  if (event.type === 'started') return { ...state, phase: 'running', id: event.id };
  return event.type === 'refused' ? { phase: 'confirming', command: state.command } : state;
}

/** Whether a program may be running, which leaving the page would end. */
export function isBusy(state: RunState): boolean {
  return state.phase === 'starting' || state.phase === 'running' || state.phase === 'stopping';
}
