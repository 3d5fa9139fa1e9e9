import type { VoiceBasedChannel } from 'discord.js';
import type { Playback, PlayerReport } from '../../modules/music/queue/queue-player.service.ts';
import type { Fetched } from './fetches.ts';
import type { Voice } from './voice.ts';

export type Scene = {
  playback: Playback;
  /** The voice channel of the queue, where it exists. */
  channel: VoiceBasedChannel | undefined;
  isHeard: boolean;
  mayJoin: boolean;
  fetched: Fetched | undefined;
  voice: Voice;
};

/** How the player is, in the words of the page. */
export function describePlayer(scene: Scene): PlayerReport {
  const { channel, voice } = scene;
  const channelName = voice.state() === 'out' ? null : (channel?.name ?? null);
  return { state: stateOf(scene), problem: problemOf(scene), channelName };
}

function stateOf({ playback, fetched, isHeard, voice }: Scene): PlayerReport['state'] {
  const place = voice.state();
  if (!playback.current) return 'idle';
  if (playback.isPaused) return 'paused';
  if (place === 'refused' || place === 'out') return 'idle';
  if (!isHeard) return 'paused';
  return place === 'ready' && fetched && 'file' in fetched ? 'playing' : 'connecting';
}

function problemOf({ playback, channel, isHeard, mayJoin, fetched, voice }: Scene): string | null {
  if (!playback.current) return null;
  if (!channel) return 'The voice channel of the music is gone. Add a song from another voice channel.';
  if (!mayJoin)
    return `The bot cannot join the voice channel ${channel.name}. It needs the rights to see it, to connect and to speak, and a free place.`;
  if (voice.isTroubled())
    return `The bot cannot join the voice channel ${channel.name}: Discord does not let it in. It tries again by itself.`;
  if (fetched && 'failure' in fetched) return fetched.failure;
  if (!isHeard) return `Nobody is in the voice channel ${channel.name}. The music goes on when someone comes.`;
  return null;
}
