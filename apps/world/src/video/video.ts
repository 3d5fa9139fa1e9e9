import fs from 'node:fs';
import path from 'node:path';
import type { StandIn } from '../stand-in.ts';
import { startVideoSite } from './site.ts';
import { steerVideo } from './steering.ts';

/** The video site, at the same address as before where that is free: the portal remembers addresses of pictures. */
export const videoStandIn: StandIn = {
  start: async (_, place) => {
    const folder = path.join(place.folder, 'video');
    const portFile = path.join(folder, 'port');
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const before = fs.existsSync(portFile) ? Number(fs.readFileSync(portFile, 'utf8')) : 0;
    const site = await startVideoSite({ folder, port: Number.isInteger(before) ? before : 0 });
    fs.writeFileSync(portFile, String(site.port));
    void site.clips.makeAll(site.songs);
    return {
      settings: { ...site.settings },
      steer: (message) => steerVideo(site, message),
      stop: site.stop,
    };
  },
};
