import { Status, type Client } from 'discord.js';
import type { Ctx } from '../../context.ts';
import * as queue from '../../modules/music/queue/queue-player.service.ts';
import { changeQueue } from '../../modules/music/queue/queue.service.ts';
import { describePlayer, type Scene } from './condition.ts';
import { createFetches } from './fetches.ts';
import { findVoiceChannel, hasListeners } from './listeners.ts';
import type { MusicTimes } from './music-times.ts';
import { createPlaying } from './playing.ts';
import { createReports } from './reports.ts';
import { createStopwatch } from './stopwatch.ts';
import { createVoice } from './voice.ts';
import { createWaker } from './waker.ts';

export type GuildPlayer = {
  /** Looks at the queue and makes it so. */
  wake: () => void;
  /** The queue is another now: what could not be done is tried again. */
  changed: () => void;
  /** The bot is in this voice channel now, or in none. */
  moved: (channelId: string | null) => void;
  stop: () => Promise<void>;
};

export type PlayerParts = { ctx: Ctx; client: Client; guildId: string; times: MusicTimes };

type Ended = { entryId: string; error?: string };

const brokenWords = 'This song cannot be played: there is no sound in its file.';

/** The music of one guild: it follows the queue in the database, and holds nothing that a restart could lose. */
export function createGuildPlayer({ ctx, client, guildId, times }: PlayerParts): GuildPlayer {
  const { log } = ctx;
  const findGuild = () => client.guilds.cache.get(guildId);
  const isReachable = () => findGuild()?.shard.status === Status.Ready;
  /** A song that has come to its end, until the queue knows. */
  let over: Ended | undefined;
  /** Someone has sent the bot away, and the queue does not know yet. */
  let isSentAway = false;
  const alone = createStopwatch();
  const empty = createStopwatch();
  const failed = createStopwatch();

  const waker = createWaker({ log, everyMs: times.lookEveryMs, work: () => reconcile() });
  const end = (entryId: string, error?: string) => {
    over = { entryId, ...(error === undefined ? {} : { error }) };
    waker.wake();
  };
  const playing = createPlaying(log, ({ entryId, isBroken }) => end(entryId, isBroken ? brokenWords : undefined));
  const fetches = createFetches(ctx, times.againAfterMs, waker.wake);
  const reports = createReports(ctx, guildId, times);
  const voice = createVoice({
    guildId,
    adapterCreator: (methods) => adapterOf(client, guildId)(methods),
    isReachable,
    player: playing.player,
    times,
    log,
    onChange: waker.wake,
  });

  const reconcile = async () => {
    if (over) await settle(over);
    if (isSentAway) await stayAway();
    const playback = await queue.readPlayback(ctx, guildId);
    if (playing.where()?.entryId !== playback.current?.id) playing.forget();
    const channel = findVoiceChannel(findGuild(), playback.channelId);
    const scene: Scene = {
      playback,
      channel,
      isHeard: channel !== undefined && hasListeners(channel),
      mayJoin: channel !== undefined && (voice.channelId() === channel.id || channel.joinable),
      fetched: lookAfterFiles(playback),
      voice,
    };
    takePlace(scene);
    makeSound(scene);
    if (isReachable()) await reports.say(describePlayer(scene), playing.where(), scene);
  };

  const settle = async (ended: Ended) => {
    const { entryId, ...outcome } = ended;
    await queue.finishEntry(ctx, guildId, entryId, outcome);
    if (outcome.error !== undefined) failed.restart();
    if (over === ended) over = undefined;
  };

  /** Songs come before they are due. One that cannot come makes room for the next, but not faster and faster. */
  const lookAfterFiles = ({ current, next }: queue.Playback) => {
    fetches.keepOnly([current?.videoId, next?.videoId]);
    const isBreathing = failed.isRunning() && !failed.isPast(times.failureGapMs);
    if (!current || isBreathing) return undefined;
    const fetched = fetches.get(current.videoId);
    if (fetched && 'failure' in fetched && !fetched.isPassing) end(current.id, fetched.failure);
    if (fetched && 'file' in fetched && next) fetches.prefetch(next.videoId);
    return fetched;
  };

  const takePlace = ({ playback: { current, isPaused }, channel, isHeard, mayJoin }: Scene) => {
    const isThere = voice.state() !== 'out';
    alone.run(isThere && !isHeard);
    empty.run(isThere && !current);
    const isOver = alone.isPast(times.aloneMs) || empty.isPast(times.emptyMs);
    if (!channel || !mayJoin || isOver || isSentAway) leave();
    else if (current && isHeard && (isThere || !isPaused)) voice.join(channel.id);
  };

  const makeSound = ({ playback, fetched, isHeard }: Scene) => {
    const { current, isPaused, volume, positionMs } = playback;
    const isHeld = isPaused || !isHeard;
    playing.hold(isHeld);
    if (!current || !fetched || !('file' in fetched) || voice.state() !== 'ready') return;
    if (!playing.isPlaying() && isHeld) return;
    // It ended while we looked: the queue hears of that first.
    if (over) return;
    playing.play({ ...fetched, entryId: current.id, fromMs: positionMs, volume });
  };

  /** It comes back when someone wants the music to go on. */
  const stayAway = async () => {
    await changeQueue(ctx, guildId, { isPaused: true });
    isSentAway = false;
  };

  const leave = () => {
    playing.stop();
    voice.leave();
  };

  return {
    wake: waker.wake,
    changed: () => {
      voice.retry();
      fetches.retry();
      waker.wake();
    },
    moved: (channelId) => {
      const isOurDoing = channelId === voice.channelId() || voice.state() === 'out' || voice.state() === 'refused';
      if (!isOurDoing && channelId === null) {
        isSentAway = true;
        leave();
      }
      if (isOurDoing || channelId === null) return waker.wake();
      queue
        .followTo(ctx, guildId, channelId)
        .catch((err: unknown) => log.warn({ err, guildId }, 'The music could not follow the bot'));
    },
    stop: async () => {
      await waker.stop();
      playing.stop();
      fetches.keepOnly([]);
      voice.leave();
      const position = playing.where();
      if (position) await queue.storePosition(ctx, guildId, position);
    },
  };
}

function adapterOf(client: Client, guildId: string) {
  const guild = client.guilds.cache.get(guildId);
  if (!guild) throw new Error('The bot is not in this guild any more');
  return guild.voiceAdapterCreator;
}
