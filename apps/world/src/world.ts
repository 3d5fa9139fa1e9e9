import { arkStandIn } from './ark/ark.ts';
import { controlAddress, openControlSocket } from './control-socket.ts';
import { discordStandIn } from './discord/discord.ts';
import type { Place, RunningStandIn, StandIn } from './stand-in.ts';
import { videoStandIn } from './video/video.ts';
import { openWorldFolder } from './world-folder.ts';

/** What the world stands in for, one folder each. */
const standIns = { ark: arkStandIn, discord: discordStandIn, video: videoStandIn } satisfies Record<string, StandIn>;

export type World = RunningStandIn & {
  /** Where `steer` can be reached from other processes. */
  control: string;
  steer: (message: unknown) => Promise<object | undefined>;
};

/** Starts every stand-in; what has started stops again if one fails. */
export async function startWorld(env: NodeJS.ProcessEnv = process.env): Promise<World> {
  const { folder, remove } = openWorldFolder(env);
  const place: Place = { folder, control: controlAddress(folder) };
  const running: RunningStandIn[] = [];
  const stop = async () => {
    for (const standIn of running.splice(0).toReversed()) await standIn.stop();
    remove();
  };
  const steer = (message: unknown) => firstAnswer(running, message);
  try {
    for (const standIn of Object.values(standIns)) running.push(await standIn.start(env, place));
    const control = await openControlSocket(place.control, steer);
    running.push({ settings: {}, stop: control.close });
  } catch (error) {
    await stop();
    throw error;
  }
  const settings = Object.assign({}, ...running.map((standIn) => standIn.settings)) as Record<string, string>;
  return { ...(Object.assign({}, ...running) as RunningStandIn), settings, control: place.control, steer, stop };
}

async function firstAnswer(running: readonly RunningStandIn[], message: unknown): Promise<object | undefined> {
  for (const standIn of running) {
    const answer = await standIn.steer?.(message);
    if (answer) return answer;
  }
  return undefined;
}
