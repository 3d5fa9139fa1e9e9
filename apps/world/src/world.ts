import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { arkStandIn } from './ark/ark.ts';
import { controlAddress, openControlSocket } from './control-socket.ts';
import { discordStandIn } from './discord/discord.ts';
import type { WorldPaths, RunningStandIn, StandIn } from './stand-in.ts';
import { videoStandIn } from './video/video.ts';

/** The stand-ins, one folder each. */
const standIns = { ark: arkStandIn, discord: discordStandIn, video: videoStandIn } satisfies Record<string, StandIn>;

export type World = RunningStandIn & {
  /** Where `steer` can be reached from other processes. */
  control: string;
  steer: (message: unknown) => Promise<object | undefined>;
};

/** Starts every stand-in; what has started stops again if one fails. */
export async function startWorld(env: NodeJS.ProcessEnv = process.env): Promise<World> {
  const { folder, remove } = openWorldFolder(env);
  const paths: WorldPaths = { folder, control: controlAddress(folder) };
  const running: RunningStandIn[] = [];
  const stop = async () => {
    for (const standIn of running.splice(0).toReversed()) await standIn.stop();
    remove();
  };
  const steer = (message: unknown) => firstReply(running, message);
  try {
    for (const standIn of Object.values(standIns)) running.push(await standIn.start(env, paths));
    const control = await openControlSocket(paths.control, steer);
    running.push({ settings: {}, stop: control.close });
  } catch (error) {
    await stop();
    throw error;
  }
  const settings = Object.assign({}, ...running.map((standIn) => standIn.settings)) as Record<string, string>;
  return { ...(Object.assign({}, ...running) as RunningStandIn), settings, control: paths.control, steer, stop };
}

async function firstReply(running: readonly RunningStandIn[], message: unknown): Promise<object | undefined> {
  for (const standIn of running) {
    const reply = await standIn.steer?.(message);
    if (reply) return reply;
  }
  return undefined;
}

type WorldFolder = { folder: string; remove: () => void };

/** A temporary folder that is removed with the process, or the one in `WORLD_DIR`, which stays. */
function openWorldFolder(env: NodeJS.ProcessEnv): WorldFolder {
  const wanted = env['WORLD_DIR'];
  if (wanted) {
    const folder = path.resolve(wanted);
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    return { folder, remove: () => {} };
  }
  // An unguessable name, so that no other user can have created it.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `tribehall-world-${process.pid}-`));
  return { folder, remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
}
