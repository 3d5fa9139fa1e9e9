import { createServer } from 'node:http';
import { listenOnLoopback } from '../loopback.ts';
import type { StandIn } from '../stand-in.ts';

/** The community guild that exists in this world. */
const guildId = '81384788765712384';

/** Discord. So far it knows one guild and answers every call as Discord answers a stranger. */
export const discordStandIn: StandIn = {
  start: async () => {
    const server = createServer((_, response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ message: '401: Unauthorized', code: 0 }));
    });
    const { close } = await listenOnLoopback(server);
    return { settings: { GUILD_ID: guildId }, stop: close };
  },
};
