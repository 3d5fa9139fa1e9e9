import { useEffect, useReducer, useRef } from 'react';
import { toastError } from '../../components/notices/toast.tsx';
import { apiStatus, ApiError, errorMessage, hasCode, fieldErrors } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';
import { useRememberedText } from '../../lib/storage/stored-text.ts';
import { commandHistory, splitCommand } from './command-line.ts';
import { idle, reduceRun } from './run-state.ts';
import { echoLine, endLine, noteLine, runProgram } from './terminal-runs.ts';
import type { TerminalScreen } from './terminal-screen.ts';
import { defaultDirectory, lastDirectory } from './terminal-settings.ts';

/** Runs one command at a time: echo, output and result. */
export function useTerminalRun(screen: TerminalScreen | undefined, who: string) {
  const [state, dispatch] = useReducer(reduceRun, idle);
  const [storedDirectory, setDirectory] = useRememberedText(lastDirectory);
  const connection = useRef<AbortController>(undefined);
  const isStopped = useRef(false);
  const directory = storedDirectory || defaultDirectory;
  const prompt = `${who}:${directory}`;
  // Leaving the page ends the program.
  useEffect(() => () => connection.current?.abort(), []);

  /** Returns false if a command is already running or nothing is typed. */
  const run = (command: string): boolean => {
    if (splitCommand(command) === undefined || state.phase !== 'idle' || screen === undefined) return false;
    commandHistory.add(command.trim());
    void screen.writeLine(echoLine(prompt, command.trim()));
    void attempt(command, screen);
    return true;
  };

  const attempt = async (command: string, to: TerminalScreen) => {
    const parsed = splitCommand(command);
    if (parsed === undefined) return;
    const control = new AbortController();
    connection.current = control;
    isStopped.current = false;
    dispatch({ type: 'sent', command, at: Date.now() });
    try {
      const end = await runProgram(
        { ...parsed, cwd: directory },
        {
          onStarted: (id) => dispatch({ type: 'started', id }),
          // Output still buffered after a stop is dropped.
          onOutput: async (text) => (isStopped.current ? undefined : to.write(text)),
          signal: control.signal,
        },
      );
      setDirectory(end.cwd);
      await to.writeLine(endLine(end));
    } catch (error) {
      if (hasCode(error, 'CONFIRMATION_NEEDED')) return dispatch({ type: 'refused' });
      // The remembered directory may be gone.
      if (fieldErrors(error)['cwd'] !== undefined) setDirectory(defaultDirectory);
      void to.writeLine(noteLine(control.signal.aborted ? 'Stopped.' : failureText(error), 'bad'));
    }
    dispatch({ type: 'ended' });
  };

  return {
    state,
    prompt,
    run,
    /** Runs the command that waited for the password. */
    runConfirmed: () => {
      if (state.phase === 'confirming' && screen !== undefined) void attempt(state.command, screen);
    },
    cancelConfirmation: () => {
      void screen?.writeLine(noteLine('Not run: password not confirmed.', 'bad'));
      dispatch({ type: 'ended' });
    },
    /** Asks the portal to stop; a second call, or one before the start, aborts the connection. */
    stop: () => {
      if (state.phase !== 'running') return connection.current?.abort();
      isStopped.current = true;
      dispatch({ type: 'stopping' });
      api('DELETE /terminal/runs/{id}', { params: { id: state.id } }).catch((error: unknown) => {
        const isOver = error instanceof ApiError && error.status === apiStatus.notFound;
        if (!isOver) toastError(error);
      });
    },
  };
}

export type TerminalRun = ReturnType<typeof useTerminalRun>;

/** Field errors are more specific than the general message. */
function failureText(error: unknown): string {
  return Object.values(fieldErrors(error)).join(' ') || errorMessage(error);
}
