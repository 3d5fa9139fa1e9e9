import { createServer } from 'node:net';
import { listenOnLoopback } from '../loopback.ts';
import type { StandIn } from '../stand-in.ts';

/** Game servers. So far a port that hangs up: what is said on it comes with the agent that talks to it. */
export const arkStandIn: StandIn = {
  start: async () => {
    const { close } = await listenOnLoopback(createServer((socket) => socket.destroy()));
    return { settings: {}, stop: close };
  },
};
