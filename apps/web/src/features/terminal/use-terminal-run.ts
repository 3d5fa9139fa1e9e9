import { useEffect, useReducer, useRef } from 'react';
import { toastError } from '../../components/notices/toast.tsx';
import { apiStatus, ApiError, errorMessage, hasCode, fieldErrors } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';
import { useRememberedText } from '../../lib/storage/stored-text.ts';
import { commandHistory } from './command-history.ts';
import { splitCommand } from './command-line.ts';
import { defaultDirectory, lastDirectory } from './last-directory.ts';
import { idle, reduceRun } from './run-state.ts';
import { runProgram } from './terminal-runs.ts';
import type { TerminalScreen } from './terminal-screen.ts';
import { echoLine, endLine, noteLine } from './terminal-words.ts';

/** One command after the other: its echo, what it writes, and how it ends. */
export function useTerminalRun(screen: TerminalScreen | undefined, who: string) {
  const [state, dispatch] = useReducer(reduceRun, idle);
  const [storedDirectory, setDirectory] = useRememberedText(lastDirectory);
  const line = useRef<AbortController>(undefined);
  const isStopped = useRef(false);
  const directory = storedDirectory || defaultDirectory;
  const prompt = `${who}:${directory}`;
  // Leaving the page ends the program.
  useEffect(() => () => line.current?.abort(), []);

  /** Nothing is run while something is, or when nothing is typed. */
  const run = (command: string): boolean => {
    if (splitCommand(command) === undefined || state.phase !== 'idle' || screen === undefined) return false;
    commandHistory.add(command.trim());
    void screen.writeLine(echoLine(prompt, command.trim()));
    void attempt(command, screen);
    return true;
  };

  const attempt = async (command: string, to: TerminalScreen) => {
    const order = splitCommand(command);
    if (order === undefined) return;
    const control = new AbortController();
    line.current = control;
    isStopped.current = false;
    dispatch({ type: 'sent', line: command, at: Date.now() });
    try {
      const end = await runProgram(
        { ...order, cwd: directory },
        {
          onStarted: (id) => dispatch({ type: 'started', id }),
          // What was on its way when it was stopped would only keep one waiting.
          onOutput: async (text) => (isStopped.current ? undefined : to.write(text)),
          signal: control.signal,
        },
      );
      setDirectory(end.cwd);
      await to.writeLine(endLine(end));
    } catch (error) {
      if (hasCode(error, 'CONFIRMATION_NEEDED')) return dispatch({ type: 'refused' });
      // The directory that was remembered may be gone.
      if (fieldErrors(error)['cwd'] !== undefined) setDirectory(defaultDirectory);
      void to.writeLine(noteLine(control.signal.aborted ? 'Stopped.' : failureText(error), 'bad'));
    }
    dispatch({ type: 'ended' });
  };

  return {
    state,
    prompt,
    run,
    /** The password was given: the command that waited for it runs. */
    runOn: () => {
      if (state.phase === 'confirming' && screen !== undefined) void attempt(state.line, screen);
    },
    giveUp: () => {
      void screen?.writeLine(noteLine('Not run: the password was not given.', 'bad'));
      dispatch({ type: 'ended' });
    },
    /** Asks the portal to stop it; asked twice, or before it has begun, the line itself is cut. */
    stop: () => {
      if (state.phase !== 'running') return line.current?.abort();
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

/** What is wrong with the command itself says more than that something is. */
function failureText(error: unknown): string {
  return Object.values(fieldErrors(error)).join(' ') || errorMessage(error);
}
