import { noResponse } from '@tribehall/ark/rcon/replies';
import type { RconClient, RconState, RunOptions } from '../rcon/rcon-client.ts';

type Status = { state: RconState; reason?: string };

export type ScriptedRcon = RconClient & {
  commands: string[];
  /** What it replies, by the command's first word; an error is thrown. */
  replies: Record<string, string | Error | (() => string)>;
  change(status: Status): void;
};

/** An RCON client without a connection, for what is above it. */
export function createScriptedRcon(replies: ScriptedRcon['replies'] = {}): ScriptedRcon {
  const listeners = new Set<(status: Status) => void>();
  const commands: string[] = [];
  let status: Status & { since: number } = { state: 'up', since: 0 };
  return {
    commands,
    replies,
    run: async (command: string, _options: RunOptions) => {
      commands.push(command);
      const reply = replies[command.split(' ')[0] ?? ''] ?? noResponse;
      if (reply instanceof Error) throw reply;
      return typeof reply === 'function' ? reply() : reply;
    },
    state: () => status,
    onState(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change(next) {
      status = { ...next, since: Date.now() };
      for (const listener of listeners) listener(next);
    },
    close: () => Promise.resolve(),
  };
}
