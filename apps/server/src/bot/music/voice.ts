import {
  joinVoiceChannel,
  VoiceConnectionStatus,
  type AudioPlayer,
  type DiscordGatewayAdapterCreator,
  type VoiceConnection,
} from '@discordjs/voice';
import type { Logger } from 'pino';
import type { MusicTimes } from './music-times.ts';

export type VoiceState = 'out' | 'connecting' | 'ready' | 'refused';

export type Voice = {
  state: () => VoiceState;
  /** The channel it is in or wants to join. */
  channelId: () => string | undefined;
  /** Whether joining has failed more than once. */
  isTroubled: () => boolean;
  join: (channelId: string) => void;
  /** Someone has moved the bot: the connection is on its way there, and every later attempt goes there, too. */
  follow: (channelId: string) => void;
  /** Tries again if it had given up. */
  retry: () => void;
  leave: () => void;
};

type VoiceOptions = {
  guildId: string;
  adapterCreator: DiscordGatewayAdapterCreator;
  /** Whether the gateway connection works. */
  isReachable: () => boolean;
  player: AudioPlayer;
  times: MusicTimes;
  log: Logger;
  onChange: () => void;
};

const { Ready, Connecting, Disconnected, Destroyed } = VoiceConnectionStatus;

/** A voice connection with back-off: on its own the library would try to join without pause and without end. */
export function createVoice(options: VoiceOptions): Voice {
  const { guildId, player, times, log, onChange } = options;
  let wanted: string | undefined;
  let connection: VoiceConnection | undefined;
  let isReady = false;
  let isRefused = false;
  let failures = 0;
  let lastAttemptAt = -Infinity;
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
    // The library is still in its own state change when it calls us.
    if (old) queueMicrotask(() => old.state.status === Destroyed || old.destroy(isLeaving));
  };
  const attemptAfter = (ms: number) =>
    after(Math.max(ms, lastAttemptAt + times.attemptGapMs - performance.now()), attempt);

  const attempt = () => {
    if (wanted === undefined) return;
    if (!options.isReachable()) return after(times.attemptGapMs, attempt);
    lastAttemptAt = performance.now();
    const fresh = joinVoiceChannel({
      guildId,
      channelId: wanted,
      selfDeaf: true,
      adapterCreator: singleJoin(options.adapterCreator),
    });
    connection = fresh;
    fresh.on('error', (err) => log.debug({ err, guildId }, 'Error on a voice connection'));
    fresh.on('stateChange', (old, { status }) => {
      if (connection === fresh && old.status !== status) follow(status, old.status);
    });
    fresh.on('transitioned', () => connection === fresh && speak());
    fresh.subscribe(player);
    after(times.readyWithinMs, fail);
    follow(fresh.state.status);
  };

  const follow = (status: VoiceConnectionStatus, before?: VoiceConnectionStatus) => {
    if (status === Disconnected || status === Destroyed) return fail();
    if (status === Connecting && before === Ready) return reconnect();
    if (status !== Ready) return;
    // Whoever is in the channel hears only what is encrypted end to end; alone, there is nobody to agree on keys with.
    if (connection?.voicePrivacyCode) speak();
    else after(times.encryptedWithinMs, speak);
  };

  const speak = () => {
    if (isReady || connection?.state.status !== Ready) return;
    isReady = true;
    after(times.stableAfterMs, () => (failures = 0));
    onChange();
  };

  /** The library reconnects a broken connection on its own: that counts as an attempt. */
  const reconnect = () => {
    isReady = false;
    if (performance.now() - lastAttemptAt < times.attemptGapMs) return fail();
    lastAttemptAt = performance.now();
    after(times.readyWithinMs, fail);
    onChange();
  };

  const fail = () => {
    failures += 1;
    const backOffMs = times.backOffMs[failures - 1];
    isRefused = failures >= times.backOffMs.length || backOffMs === undefined;
    log.info({ guildId, channelId: wanted, failures }, 'A voice channel could not be joined');
    drop({ isLeaving: isRefused });
    if (isRefused) after(times.retryAfterMs, attemptOnceMore);
    else attemptAfter(backOffMs ?? 0);
    onChange();
  };

  const attemptOnceMore = () => {
    failures = times.backOffMs.length - 1;
    isRefused = false;
    attemptAfter(0);
  };

  return {
    state: () => (wanted === undefined ? 'out' : isReady ? 'ready' : isRefused ? 'refused' : 'connecting'),
    channelId: () => wanted,
    isTroubled: () => failures >= 2 || isRefused,
    join: (channelId) => {
      if (wanted === channelId) return;
      wanted = channelId;
      drop({ isLeaving: false });
      isRefused = false;
      failures = 0;
      attemptAfter(0);
    },
    follow: (channelId) => (wanted = channelId),
    retry: () => {
      if (!isRefused) return;
      isRefused = false;
      failures = 0;
      attemptAfter(0);
    },
    leave: () => {
      if (wanted === undefined) return;
      wanted = undefined;
      isRefused = false;
      failures = 0;
      drop({ isLeaving: true });
    },
  };
}

/**
 * Lets one request to join through, and any to leave. When the voice server closes, the library rejoins at once and
 * without end; if that is refused, it reports a disconnect and leaves the rest to us.
 */
function singleJoin(create: DiscordGatewayAdapterCreator): DiscordGatewayAdapterCreator {
  return (methods) => {
    const adapter = create(methods);
    let hasJoined = false;
    return {
      ...adapter,
      sendPayload: (payload: { d?: { channel_id?: string | null } }) => {
        const isJoin = payload.d?.channel_id !== null;
        if (isJoin && hasJoined) return false;
        hasJoined ||= isJoin;
        return adapter.sendPayload(payload);
      },
    };
  };
}
