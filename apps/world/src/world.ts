import { arkStandIn } from './ark/ark.ts';
import { discordStandIn } from './discord/discord.ts';
import type { RunningStandIn, StandIn } from './stand-in.ts';
import { videoStandIn } from './video/video.ts';

/** What the world stands in for, one folder each. */
const standIns = { ark: arkStandIn, discord: discordStandIn, video: videoStandIn } satisfies Record<string, StandIn>;

/** Starts every stand-in; what has started stops again if one fails. */
export async function startWorld(env: NodeJS.ProcessEnv = process.env): Promise<RunningStandIn> {
  const running: RunningStandIn[] = [];
  const stop = async () => {
    for (const standIn of running.splice(0).toReversed()) await standIn.stop();
  };
  try {
    for (const standIn of Object.values(standIns)) running.push(await standIn.start(env));
  } catch (error) {
    await stop();
    throw error;
  }
  const settings = Object.assign({}, ...running.map((standIn) => standIn.settings)) as Record<string, string>;
  return { ...(Object.assign({}, ...running) as RunningStandIn), settings, stop };
}
