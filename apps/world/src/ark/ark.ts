import type { StandIn } from '../stand-in.ts';
import { startDemoCommunity } from './demo-community.ts';
import { steer } from './steering.ts';

/** Game servers of both games: RCON on loopback, log files, ban lists, saves, and people who play. */
export const arkStandIn: StandIn = {
  start: async (_, { folder, control }) => {
    const community = await startDemoCommunity(folder, control);
    return {
      settings: { DEMO_ARK_FILE: community.demoFile },
      agentConfig: community.agentConfig,
      steer: (message) => steer(community.servers, message),
      stop: community.stop,
    };
  },
};
