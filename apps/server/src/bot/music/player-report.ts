import type { VoiceBasedChannel } from 'discord.js';
import type { Ctx } from '../../context.ts';
import {
  reportPlayer,
  type Playback,
  type PlayerReport,
  type Position,
} from '../../modules/music/queue/queue-player.service.ts';
import type { MusicTimes } from './music-times.ts';
import type { SongFile } from './song-files.ts';
import { describeSilence, type Silence } from './speech.ts';
import { createStopwatch } from './stopwatch.ts';
import type { Voice } from './voice.ts';

/** What the player sees when it reconciles itself with the queue. */
export type Scene = {
  playback: Playback;
  /** The queue's voice channel, if it exists. */
  channel: VoiceBasedChannel | undefined;
  hasListeners: boolean;
  mayJoin: boolean;
  /** Why nobody in the channel would hear the bot. */
  silence: Silence | undefined;
  songFile: SongFile | undefined;
  voice: Voice;
};

/** Reports the player's state: at once when it changes, and regularly as a heartbeat. */
export function createPlayerReporter(ctx: Ctx, guildId: string, times: MusicTimes) {
  let lastReport = '';
  const sinceReport = createStopwatch();
  sinceReport.run(true);
  return {
    report: async (scene: Scene, position: Position | undefined) => {
      const { playback, songFile } = scene;
      const report = describePlayer(scene);
      const fingerprint = JSON.stringify([report, playback.current?.id]);
      // While the current song downloads, its progress is a change, too.
      const isDownloading = playback.current !== undefined && songFile === undefined;
      const isChanged = fingerprint !== lastReport || isDownloading;
      const isDue = playback.current !== undefined || sinceReport.isPast(times.idleReportEveryMs);
      if (!isChanged && !isDue) return;
      await reportPlayer(ctx, guildId, report, { position, isChanged });
      lastReport = fingerprint;
      sinceReport.restart();
    },
  };
}

/** The player's state as shown on the music page. */
function describePlayer(scene: Scene): PlayerReport {
  const { channel, voice } = scene;
  const channelName = voice.state() === 'out' ? null : (channel?.name ?? null);
  return { state: stateOf(scene), problem: problemOf(scene), channelName };
}

function stateOf({ playback, songFile, hasListeners, silence, voice }: Scene): PlayerReport['state'] {
  const voiceState = voice.state();
  if (!playback.current) return 'idle';
  if (playback.isPaused) return 'paused';
  if (voiceState === 'refused' || voiceState === 'out') return 'idle';
  if (!hasListeners || silence) return 'paused';
  return voiceState === 'ready' && songFile && 'path' in songFile ? 'playing' : 'connecting';
}

function problemOf({ playback, channel, hasListeners, mayJoin, silence, songFile, voice }: Scene): string | null {
  if (!playback.current) return null;
  if (!channel) return 'The voice channel no longer exists. Add a song from another voice channel.';
  if (!mayJoin)
    return `The bot can't join the voice channel ${channel.name}. It needs permission to view the channel, connect and speak, and the channel must not be full.`;
  if (voice.isTroubled())
    return `The bot can't join the voice channel ${channel.name} because Discord refuses the connection. It keeps trying.`;
  if (songFile && 'failure' in songFile) return songFile.failure;
  if (silence) return describeSilence(silence, channel);
  if (!hasListeners) return `Nobody is in the voice channel ${channel.name}. The music resumes when someone joins.`;
  return null;
}
