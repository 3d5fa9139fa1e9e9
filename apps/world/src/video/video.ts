import { createServer } from 'node:http';
import { listenOnLoopback } from '../loopback.ts';
import type { StandIn } from '../stand-in.ts';

/** The video site. So far an empty one: its clips come with the music tool. */
export const videoStandIn: StandIn = {
  start: async () => {
    const server = createServer((_, response) => {
      response.writeHead(404, { 'content-type': 'text/plain' });
      response.end('There are no videos here.\n');
    });
    const { close } = await listenOnLoopback(server);
    return { settings: {}, stop: close };
  },
};
