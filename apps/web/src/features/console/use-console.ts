import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../lib/api/api.ts';
import { ApiError, apiStatus, errorMessage, fieldErrors } from '../../lib/api/api-error.ts';

const maxEntries = 100;

/** A command with what came of it. */
export type ConsoleEntry = {
  id: number;
  command: string;
} & (
  | { state: 'waiting' | 'running' | 'cancelled' }
  | { state: 'done'; output: string; isTruncated: boolean }
  | { state: 'failed'; message: string }
);
type Outcome = ConsoleEntry extends infer Entry
  ? Entry extends ConsoleEntry
    ? Omit<Entry, 'id' | 'command'>
    : never
  : never;

/** A dangerous command that waits for the name of the server. */
export type ConsoleQuestion = { command: string; danger: string; answer: (confirm: string | undefined) => void };

type Target = { serverId: string; instigator: string | undefined };

/** Runs commands of a server one after the other, in the order in which they were entered. */
export function useConsole({ serverId, instigator }: Target) {
  const [entries, setEntries] = useState<readonly ConsoleEntry[]>([]);
  const [question, setQuestion] = useState<ConsoleQuestion>();
  const nextId = useRef(1);
  const cancelled = useRef(new Set<number>());
  const change = (id: number, outcome: Outcome) =>
    setEntries((all) => all.map((entry) => (entry.id === id ? { id, command: entry.command, ...outcome } : entry)));

  const send = (command: string, confirm?: string) =>
    api('POST /ark/servers/{id}/console', {
      params: { id: serverId },
      body: { command, ...(confirm !== undefined && { confirm }) },
      instigator,
    });
  const ask = (command: string, danger: string) =>
    new Promise<string | undefined>((resolve) => {
      const answer = (confirm: string | undefined) => {
        setQuestion(undefined);
        resolve(confirm);
      };
      setQuestion({ command, danger, answer });
    });
  const run = async (command: string): Promise<Outcome> => {
    try {
      return { state: 'done', ...(await send(command)) };
    } catch (error) {
      const danger = fieldErrors(error)['confirm'];
      if (danger === undefined) throw error;
      const confirm = await ask(command, danger);
      return confirm === undefined ? { state: 'cancelled' } : { state: 'done', ...(await send(command, confirm)) };
    }
  };
  const { mutate } = useMutation({
    // One at a time, in order.
    scope: { id: `console.${serverId}` },
    mutationFn: async ({ id, command }: { id: number; command: string }) => {
      if (cancelled.current.has(id)) return change(id, { state: 'cancelled' });
      change(id, { state: 'running' });
      return change(id, await run(command));
    },
    onError: (error, { id }) => change(id, { state: 'failed', message: failureText(error) }),
  });

  return {
    entries,
    question,
    run: (command: string) => {
      const id = nextId.current;
      nextId.current += 1;
      setEntries((all) => [...all, { id, command, state: 'waiting' } as const].slice(-maxEntries));
      mutate({ id, command });
    },
    /** Of a command that has not been sent yet. */
    cancel: (id: number) => {
      cancelled.current.add(id);
      change(id, { state: 'cancelled' });
    },
    clear: () => setEntries((all) => all.filter(({ state }) => state === 'waiting' || state === 'running')),
  };
}

/** Without a reply nobody knows whether it ran. */
function failureText(error: unknown): string {
  const isLost = error instanceof ApiError && error.status === apiStatus.network;
  return isLost ? `${errorMessage(error)} The command may have run.` : errorMessage(error);
}
