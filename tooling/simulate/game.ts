import { setTimeout as wait } from 'node:timers/promises';
import { noResponse } from '../../packages/ark/src/rcon/replies.ts';
import { RconError, type RconClient } from '../../apps/agent/src/rcon/rcon-client.ts';
import type { Machine } from './machine.ts';

/** What happens to the next command: it runs but its reply is lost, it is lost itself, or its reply takes long. */
export type GameFault = 'reply-lost' | 'command-lost' | 'slow';

export type Game = {
  /** Everything it was told to do, with the time. */
  ran: { command: string; atMs: number }[];
  online: string[];
  faults: GameFault[];
  /** Until then it does not answer. */
  awayUntilMs: number;
  rcon: (isAlive: () => boolean) => Pick<RconClient, 'run' | 'state'>;
};

const replyMs = 30;
const slowReplyMs = 4_000;
const never = new Promise<never>(() => undefined);

/** A game server in memory: it records every command that reaches it. */
export function createGame(machine: Machine): Game {
  const answer = (command: string) => {
    if (command !== 'ListPlayers') return noResponse;
    return game.online.map((id, index) => `${index}. Player ${id}, ${id}`).join('\n') || 'No Players Connected';
  };
  const game: Game = {
    ran: [],
    online: [],
    faults: [],
    awayUntilMs: 0,
    rcon: (isAlive) => ({
      state: () => ({ state: 'up', since: 0 }),
      async run(command) {
        // The agent was killed: whatever its code still does, happens nowhere.
        if (!isAlive()) return never;
        if (machine.nowMs() < game.awayUntilMs) throw new RconError('unreachable', 'The game is away.');
        const fault = command === 'ListPlayers' ? undefined : game.faults.shift();
        if (fault !== 'command-lost') game.ran.push({ command, atMs: machine.nowMs() });
        await wait(fault === 'slow' ? slowReplyMs : replyMs);
        if (!isAlive()) return never;
        if (fault === 'reply-lost' || fault === 'command-lost') throw new RconError('closed', 'The connection broke.');
        return answer(command);
      },
    }),
  };
  return game;
}
