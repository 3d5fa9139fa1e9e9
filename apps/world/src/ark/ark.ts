import type { RunningStandIn, StandIn } from '../stand-in.ts';
import { controlAddress, openControlSocket } from './control-socket.ts';
import { startDemoCommunity } from './demo-community.ts';
import { steer } from './steering.ts';
import { openWorldFolder, type WorldFolder } from './world-folder.ts';

/** Game servers of both games: RCON on loopback, log files, ban lists, saves, and people who play. */
export const arkStandIn: StandIn = {
  start: async (env) => {
    const place = openWorldFolder(env);
    try {
      return await startIn(place);
    } catch (error) {
      place.remove();
      throw error;
    }
  },
};

async function startIn({ folder, remove }: WorldFolder): Promise<RunningStandIn> {
  const address = controlAddress(folder);
  const community = await startDemoCommunity(folder, address);
  const answer = (message: unknown) => steer(community.servers, message);
  const control = await openControlSocket(address, answer).catch(async (error: unknown) => {
    await community.stop();
    throw error;
  });
  return {
    settings: { DEMO_ARK_FILE: community.demoFile },
    agentConfig: community.agentConfig,
    control: control.address,
    steer: answer,
    stop: async () => {
      await control.close();
      await community.stop();
      remove();
    },
  };
}
