import {
  joinVoiceChannel,
  VoiceConnectionStatus,
  type AudioPlayer,
  type DiscordGatewayAdapterCreator,
  type VoiceConnection,
} from '@discordjs/voice';
import type { Logger } from 'pino';
import type { MusicTimes } from './music-times.ts';
import { singleJoin } from './single-join.ts';

export type VoiceState = 'out' | 'connecting' | 'ready' | 'refused';

export type Voice = {
  state: () => VoiceState;
  /** Where it is or wants to be. */
  channelId: () => string | undefined;
  /** Whether joining has failed more than once. */
  isTroubled: () => boolean;
  join: (channelId: string) => void;
  /** Tries again where it had given up. */
  retry: () => void;
  leave: () => void;
};

type VoiceOptions = {
  guildId: string;
  adapterCreator: DiscordGatewayAdapterCreator;
  /** Whether Discord would hear us at all. */
  isReachable: () => boolean;
  player: AudioPlayer;
  times: MusicTimes;
  log: Logger;
  onChange: () => void;
};

const { Ready, Connecting, Disconnected, Destroyed } = VoiceConnectionStatus;

/** A place in voice with a guard around it: the library itself would try to join without pause and without end. */
export function createVoice(options: VoiceOptions): Voice {
  const { guildId, player, times, log, onChange } = options;
  let wanted: string | undefined;
  let connection: VoiceConnection | undefined;
  let isReady = false;
  let isRefused = false;
  let failedTries = 0;
  let lastTryAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  const after = (ms: number, work: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(work, ms);
  };
  const drop = ({ isLeaving }: { isLeaving: boolean }) => {
    const old = connection;
    connection = undefined;
    isReady = false;
    clearTimeout(timer);
    // The library is in the midst of its own change of state when it tells us.
    if (old) queueMicrotask(() => old.state.status === Destroyed || old.destroy(isLeaving));
  };
  const tryAfter = (ms: number) => after(Math.max(ms, lastTryAt + times.tryGapMs - performance.now()), attempt);

  const attempt = () => {
    if (wanted === undefined) return;
    if (!options.isReachable()) return after(times.tryGapMs, attempt);
    lastTryAt = performance.now();
    const fresh = joinVoiceChannel({
      guildId,
      channelId: wanted,
      selfDeaf: true,
      adapterCreator: singleJoin(options.adapterCreator),
    });
    connection = fresh;
    fresh.on('error', (err) => log.debug({ err, guildId }, 'The voice connection met an error'));
    fresh.on('stateChange', (old, { status }) => {
      if (connection === fresh && old.status !== status) follow(status, old.status);
    });
    fresh.subscribe(player);
    after(times.readyWithinMs, fail);
    follow(fresh.state.status);
  };

  const follow = (status: VoiceConnectionStatus, before?: VoiceConnectionStatus) => {
    if (status === Disconnected || status === Destroyed) return fail();
    if (status === Connecting && before === Ready) return reconnect();
    if (status !== Ready) return;
    isReady = true;
    after(times.settledMs, () => (failedTries = 0));
    onChange();
  };

  /** The library takes up a broken connection again by itself: that is a try like any other. */
  const reconnect = () => {
    isReady = false;
    if (performance.now() - lastTryAt < times.tryGapMs) return fail();
    lastTryAt = performance.now();
    after(times.readyWithinMs, fail);
    onChange();
  };

  const fail = () => {
    failedTries += 1;
    const backOffMs = times.backOffMs[failedTries - 1];
    isRefused = failedTries >= times.backOffMs.length || backOffMs === undefined;
    log.info({ guildId, channelId: wanted, failedTries }, 'A voice channel could not be joined');
    drop({ isLeaving: isRefused });
    if (isRefused) after(times.againAfterMs, tryOnceMore);
    else tryAfter(backOffMs ?? 0);
    onChange();
  };

  const tryOnceMore = () => {
    failedTries = times.backOffMs.length - 1;
    isRefused = false;
    tryAfter(0);
  };

  return {
    state: () => (wanted === undefined ? 'out' : isReady ? 'ready' : isRefused ? 'refused' : 'connecting'),
    channelId: () => wanted,
    isTroubled: () => failedTries >= 2 || isRefused,
    join: (channelId) => {
      if (wanted === channelId) return;
      wanted = channelId;
      // Someone has moved us there already.
      if (isReady && connection?.joinConfig.channelId === channelId) return;
      drop({ isLeaving: false });
      isRefused = false;
      failedTries = 0;
      tryAfter(0);
    },
    retry: () => {
      if (!isRefused) return;
      isRefused = false;
      failedTries = 0;
      tryAfter(0);
    },
    leave: () => {
      if (wanted === undefined) return;
      wanted = undefined;
      isRefused = false;
      failedTries = 0;
      drop({ isLeaving: true });
    },
  };
}
