import { Status, type Client } from 'discord.js';
import type { Logger } from 'pino';
import type { Ctx } from '../../context.ts';
import * as queue from '../../modules/music/queue/queue-player.service.ts';
import { changeQueue } from '../../modules/music/queue/queue.service.ts';
import { findVoiceChannel, hasListeners } from '../voice-channel.ts';
import type { MusicTimes } from './music-times.ts';
import { createPlayback } from './playback.ts';
import { createPlayerReporter, type Scene } from './player-report.ts';
import { createSongFiles } from './song-files.ts';
import { createStageRequests, findSilence, maySpeakIn } from './speech.ts';
import { createStopwatch } from './stopwatch.ts';
import { createVoice } from './voice.ts';

export type GuildPlayer = {
  /** Reads the queue and makes the player follow it. */
  reconcile: () => void;
  /** The queue has changed: what failed before is tried again. */
  onQueueChange: () => void;
  /** The bot is in this voice channel now, or in none. */
  onMoved: (channelId: string | null) => void;
  stop: () => Promise<void>;
};

export type PlayerParts = { ctx: Ctx; client: Client; guildId: string; times: MusicTimes };

type EndedSong = { entryId: string; error?: string };

const noSound = "This song can't be played: its file has no sound.";

/** The music of one guild: it follows the queue in the database, and holds nothing that a restart could lose. */
export function createGuildPlayer({ ctx, client, guildId, times }: PlayerParts): GuildPlayer {
  const { log } = ctx;
  const findGuild = () => client.guilds.cache.get(guildId);
  const isReachable = () => findGuild()?.shard.status === Status.Ready;
  /** A song that has ended, until the queue knows. */
  let ended: EndedSong | undefined;
  /** Someone has disconnected the bot, and the queue does not know yet. */
  let isDisconnected = false;
  /** Someone has moved the bot to this channel, and the queue does not know yet. */
  let movedTo: string | undefined;
  const sinceAlone = createStopwatch();
  const sinceEmpty = createStopwatch();
  const sinceFailure = createStopwatch();

  const loop = createReconcileLoop({ log, everyMs: times.reconcileEveryMs, reconcile: () => reconcile() });
  const end = (entryId: string, error?: string) => {
    ended = { entryId, ...(error === undefined ? {} : { error }) };
    loop.trigger();
  };
  const playback = createPlayback(log, ({ entryId, isBroken }) => end(entryId, isBroken ? noSound : undefined));
  const songFiles = createSongFiles(ctx, times.retryAfterMs, loop.trigger);
  const stageRequests = createStageRequests(log, times.retryAfterMs);
  const reporter = createPlayerReporter(ctx, guildId, times);
  const voice = createVoice({
    guildId,
    adapterCreator: (methods) => adapterOf(client, guildId)(methods),
    isReachable,
    player: playback.player,
    times,
    log,
    onChange: loop.trigger,
  });

  const reconcile = async () => {
    if (ended) await finish(ended);
    if (isDisconnected) await pauseQueue();
    if (movedTo !== undefined) await followTo(movedTo);
    const wanted = await queue.readPlayback(ctx, guildId);
    if (playback.position()?.entryId !== wanted.current?.id) playback.reset();
    const channel = findVoiceChannel(findGuild(), wanted.channelId);
    const scene: Scene = {
      playback: wanted,
      channel,
      hasListeners: channel !== undefined && hasListeners(channel),
      mayJoin: channel !== undefined && (voice.channelId() === channel.id || (channel.joinable && maySpeakIn(channel))),
      silence: channel && findSilence(channel),
      songFile: reconcileFiles(wanted),
      voice,
    };
    reconcileVoice(scene);
    if (channel) stageRequests.ask(channel, scene.silence);
    reconcileSound(scene);
    if (isReachable()) await reporter.report(scene, playback.position());
  };

  const finish = async (song: EndedSong) => {
    const { entryId, ...outcome } = song;
    await queue.finishEntry(ctx, guildId, entryId, outcome);
    if (outcome.error !== undefined) sinceFailure.restart();
    if (ended === song) ended = undefined;
  };

  /** Songs are downloaded ahead of time. A song that fails is skipped, but not faster and faster. */
  const reconcileFiles = ({ current, next }: queue.Playback) => {
    songFiles.cancelExcept([current?.videoId, next?.videoId]);
    const isTooSoon = sinceFailure.isRunning() && !sinceFailure.isPast(times.failureGapMs);
    if (!current || isTooSoon) return undefined;
    const file = songFiles.get(current.videoId);
    if (file && 'failure' in file && !file.isTemporary) end(current.id, file.failure);
    if (file && 'path' in file && next) songFiles.prefetch(next.videoId);
    return file;
  };

  const reconcileVoice = ({ playback: { current, isPaused }, channel, hasListeners: isHeard, mayJoin }: Scene) => {
    // Moved meanwhile: the channel of this run is the old one.
    if (movedTo !== undefined) return;
    const isIn = voice.state() !== 'out';
    sinceAlone.run(isIn && !isHeard);
    sinceEmpty.run(isIn && !current);
    const isOver = sinceAlone.isPast(times.aloneMs) || sinceEmpty.isPast(times.emptyMs);
    if (!channel || !mayJoin || isOver || isDisconnected) leave();
    else if (current && isHeard && (isIn || !isPaused)) voice.join(channel.id);
  };

  const reconcileSound = ({ playback: wanted, songFile, hasListeners: isHeard, silence }: Scene) => {
    const { current, volume, positionMs } = wanted;
    const isPaused = wanted.isPaused || !isHeard || silence !== undefined;
    playback.setPaused(isPaused);
    if (!current || !songFile || !('path' in songFile) || voice.state() !== 'ready') return;
    if (!playback.isPlaying() && isPaused) return;
    // It ended meanwhile: the queue has to know first.
    if (ended) return;
    playback.play({ ...songFile, entryId: current.id, fromMs: positionMs, volume });
  };

  /** The bot comes back when someone resumes the music. */
  const pauseQueue = async () => {
    await changeQueue(ctx, guildId, { isPaused: true });
    isDisconnected = false;
  };

  const followTo = async (channelId: string) => {
    await queue.followTo(ctx, guildId, channelId);
    if (movedTo === channelId) movedTo = undefined;
  };

  const leave = () => {
    playback.stop();
    voice.leave();
  };

  return {
    reconcile: loop.trigger,
    onQueueChange: () => {
      voice.retry();
      stageRequests.retry();
      songFiles.retryFailed();
      loop.trigger();
    },
    onMoved: (channelId) => {
      const isOwnMove = channelId === voice.channelId() || voice.state() === 'out' || voice.state() === 'refused';
      if (!isOwnMove && channelId === null) {
        isDisconnected = true;
        movedTo = undefined;
        leave();
      }
      if (!isOwnMove && channelId !== null) {
        movedTo = channelId;
        voice.follow(channelId);
      }
      loop.trigger();
    },
    stop: async () => {
      await loop.stop();
      playback.stop();
      songFiles.cancelExcept([]);
      voice.leave();
      const position = playback.position();
      if (position) await queue.storePosition(ctx, guildId, position);
    },
  };
}

function adapterOf(client: Client, guildId: string) {
  const guild = client.guilds.cache.get(guildId);
  if (!guild) throw new Error('The bot is no longer in this guild');
  return guild.voiceAdapterCreator;
}

type ReconcileLoop = { trigger: () => void; stop: () => Promise<void> };

/** Reconciles when triggered and at an interval, never twice at once; triggers during a run cause one more run. */
function createReconcileLoop(options: { log: Logger; everyMs: number; reconcile: () => Promise<void> }): ReconcileLoop {
  let isDue = false;
  let isStopped = false;
  let running: Promise<void> | undefined;

  const run = async () => {
    while (isDue && !isStopped) {
      isDue = false;
      try {
        await options.reconcile();
      } catch (err) {
        // The next run tries again.
        options.log.warn({ err }, 'The music player could not follow its queue');
      }
    }
    running = undefined;
  };
  const trigger = () => {
    isDue = true;
    if (!isStopped) running ??= run();
  };
  const timer = setInterval(trigger, options.everyMs);
  return {
    trigger,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
