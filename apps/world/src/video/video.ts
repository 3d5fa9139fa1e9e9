import fs from 'node:fs';
import path from 'node:path';
import type { StandIn } from '../stand-in.ts';
import { startVideoSite, type VideoSite } from './site.ts';
import type { Switches } from './switches.ts';

/** The video site, at the same address as before where that is free: the portal remembers addresses of pictures. */
export const videoStandIn: StandIn = {
  start: async (env, paths) => {
    const folder = path.join(paths.folder, 'video');
    const portFile = path.join(folder, 'port');
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const before = fs.existsSync(portFile) ? Number(fs.readFileSync(portFile, 'utf8')) : 0;
    const site = await startVideoSite({
      folder: env['WORLD_CLIPS'] || folder,
      port: Number.isInteger(before) ? before : 0,
    });
    fs.writeFileSync(portFile, String(site.port));
    void site.clips.makeAll(site.songs);
    return {
      settings: { ...site.settings },
      steer: (message) => steerVideo(site, message),
      stop: site.stop,
    };
  },
};

/** `{ type: 'video', requestId, action, … }` in, this out: the same way as for the game servers. */
type VideoReply = { type: 'video-answer'; requestId: string | number | undefined } & (
  | { ok: true; data?: unknown }
  | { ok: false; error: string }
);

type Fields = Record<string, unknown>;

const actions: Record<string, (site: VideoSite, fields: Fields) => unknown> = {
  /** Of one song where `id` names it, else of all; `null` turns a switch off that can be off. */
  switch: ({ switches }, { id, switches: changes }) => {
    const songId = typeof id === 'string' ? id : undefined;
    const given = Object.entries(asFields(changes) ?? {}).map(([name, value]) => [name, value ?? undefined]);
    switches.set(Object.fromEntries(given) as Partial<Switches>, songId);
    return switches.of(songId);
  },
  reset: ({ switches }) => switches.reset(),
  requests: ({ requests }) => [...requests],
  songs: ({ songs }) =>
    songs.map(({ id, title, artist, seconds, delivery }) => ({ id, title, artist, seconds, delivery })),
};

/** Returns undefined for a message that is not for the video site. */
export async function steerVideo(site: VideoSite, message: unknown): Promise<VideoReply | undefined> {
  const request = asFields(message);
  if (request?.['type'] !== 'video') return undefined;
  const { requestId: given, action } = request;
  const requestId = typeof given === 'string' || typeof given === 'number' ? given : undefined;
  const base = { type: 'video-answer', requestId } as const;
  const act = typeof action === 'string' && Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (!act) return { ...base, ok: false, error: `There is no action "${String(action)}".` };
  try {
    const data = act(site, request);
    return { ...base, ok: true, ...(data === undefined ? {} : { data }) };
  } catch (error) {
    return { ...base, ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}

function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}
