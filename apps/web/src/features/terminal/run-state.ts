/** `confirming`: the command waits for the password. `stopping`: it was told to stop and has not ended yet. */
export type RunState =
  | { phase: 'idle' }
  | { phase: 'confirming'; line: string }
  | { phase: 'starting'; line: string; startedAt: number }
  | { phase: 'running' | 'stopping'; line: string; startedAt: number; id: string };

export type RunEvent =
  | { type: 'sent'; line: string; at: number }
  | { type: 'started'; id: string }
  | { type: 'refused' }
  | { type: 'stopping' }
  | { type: 'ended' };

export const idle: RunState = { phase: 'idle' };

export function reduceRun(state: RunState, event: RunEvent): RunState {
  if (event.type === 'sent') return { phase: 'starting', line: event.line, startedAt: event.at };
  if (event.type === 'ended') return idle;
  if (state.phase === 'running') return event.type === 'stopping' ? { ...state, phase: 'stopping' } : state;
  if (state.phase !== 'starting') return state;
  if (event.type === 'started') return { ...state, phase: 'running', id: event.id };
  return event.type === 'refused' ? { phase: 'confirming', line: state.line } : state;
}

/** Whether a program may be at work, which leaving would end. */
export function isAtWork(state: RunState): boolean {
  return state.phase === 'starting' || state.phase === 'running' || state.phase === 'stopping';
}
