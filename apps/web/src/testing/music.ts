import type { HostSample, HostStats } from '../features/host/host.queries.ts';
import type { CurrentSong, MusicQueue, QueueEntry, Video } from '../features/music/music.queries.ts';

export function buildVideo(changes: Partial<Video> = {}): Video {
  return { videoId: 'v1', title: 'Reef Song', duration: 205, channel: 'Tide', thumbnail: null, ...changes };
}

export function buildEntry(id: string, changes: Partial<QueueEntry> = {}): QueueEntry {
  return {
    ...buildVideo({ videoId: `v-${id}`, title: `Song ${id}` }),
    id,
    requestedBy: { discordId: '1', name: 'mira' },
    addedAt: '2026-01-02T03:04:05Z',
    state: 'ready',
    percent: null,
    error: null,
    ...changes,
  };
}

/** Playing, started a moment ago. */
export function buildCurrent(changes: Partial<CurrentSong> = {}): CurrentSong {
  return { ...buildEntry('now'), positionMs: 65_000, at: new Date().toISOString(), ...changes };
}

export function buildQueue(changes: Partial<MusicQueue> = {}): MusicQueue {
  return {
    state: 'idle',
    problem: null,
    channel: null,
    current: null,
    entries: [],
    loop: 'off',
    volume: 100,
    ...changes,
  };
}

export function buildHostStats(changes: Partial<HostStats> = {}): HostStats {
  return {
    host: 'shack',
    cpuUsage: 12.4,
    ramUsage: 40,
    temp: null,
    driveUsage: { total: 60e9, music: 1.5e9, ftp: 20e9, capacity: 100e9 },
    music: { songs: 42, ytDownloader: { versionLocal: '2023.03.04', versionRemote: '2026.01.01', warnings: [] } },
    ...changes,
  };
}

export function buildSample(at: string, changes: Partial<HostSample> = {}): HostSample {
  return { at, cpuUsage: 10, ramUsage: 40, temp: null, ...changes };
}
