import { execFile, fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import { startDiscord } from '../../../../world/src/discord/start-discord.ts';
import type { Ctx } from '../../context.ts';
import { songs } from '../../db/tables/music.table.ts';
import { changedSubject } from '../../modules/music/queue/queue-player.service.ts';
import * as queue from '../../modules/music/queue/queue.service.ts';
import { serverRoot } from '../../platform/server-root.ts';
import { bundleProgram } from '../../testing/bundle-program.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { MusicBotMessage } from './music-bot.fixture.ts';
import type { MusicTimes } from './music-times.ts';
import { onFileFinished } from '../../testing/cleanup.ts';

const run = promisify(execFile);
const channels = { Lounge: '100000000000000111', Afk: '100000000000000112', 'Town hall': '100000000000000113' };

/** Shorter than in production, to keep the tests fast. */
export const times = {
  reconcileEveryMs: 200,
  idleReportEveryMs: 1000,
  aloneMs: 1500,
  emptyMs: 1500,
  retryAfterMs: 2000,
  attemptGapMs: 400,
  backOffMs: [400, 500, 600, 700, 800],
  failureGapMs: 100,
} satisfies Partial<MusicTimes>;

/** A queue in a database, a stand-in Discord, and a bot in a process of its own between the two. */
export async function createMusicWorld(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tribehall-music-'));
  const discord = await startDiscord({ folder });
  const program = await bundleBot();
  const dataDir = join(folder, 'data');
  const shared = { ...discord.settings, DATA_DIR: dataDir, ...settings };
  const { ctx } = await createTestApp(shared);
  const guildId = discord.settings.GUILD_ID;
  onFileFinished(async () => {
    await discord.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const { options } = (ctx.db as unknown as { $client: pg.Pool }).$client;
  const { host = '', port = 0, user = '', password, database = '' } = options;
  const connection = { host, port, user, password: String(password), database };

  const env = {
    PATH: process.env['PATH'],
    TRIBEHALL_WORLD: 'off',
    SECRET_KEY: 'the secret of all test portals, long enough',
    ...shared,
    MUSIC_BOT_DATABASE: JSON.stringify(connection),
  };
  let running: ChildProcess | undefined;
  const getProcess = () => (running && isAlive(running) ? running : (running = forkBot(program, env)));
  onFileFinished(() => running && kill(running));

  /** Stopped after the test, unless that has done it. */
  const startBot = (otherTimes: Partial<MusicTimes> = {}) => {
    const child = getProcess();
    const send = (message: MusicBotMessage) => child.send(message);
    send({ start: { ...times, ...otherTimes } });
    const unsubscribe = ctx.bus.subscribe(changedSubject, (data, subject) => {
      if (child.connected) send({ published: { subject, data } });
    });
    let stopped: Promise<unknown> | undefined;
    const stop = () => {
      unsubscribe();
      if (!stopped && isAlive(child)) {
        stopped = isStopped(child);
        send({ stop: true });
      }
      return stopped;
    };
    onTestFinished(async () => void (await stop()));
    return { stop, kill: () => kill(child), isAlive: () => isAlive(child) };
  };

  const request = async (videoId: string, channel: keyof typeof channels = 'Lounge') => {
    const requester = { discordId: '100000000000000001', name: 'Mira' };
    return (await queue.addSong(ctx, { guildId, videoId, requester, channelId: channels[channel] })).id;
  };
  const read = () => queue.readGuildQueue(ctx, guildId);
  const voiceOf = async (channel: keyof typeof channels) => (await discord.ask('voice')).channels[channel];
  const rate = async (channel: keyof typeof channels = 'Lounge') =>
    (await voiceOf(channel))?.figures.framesPerSecond ?? 0;
  const isQuiet = (channel: keyof typeof channels = 'Lounge') =>
    vi.waitFor(async () => expect(await rate(channel)).toBe(0));
  const people = ['mira', 'olive', 'adam'] as const;
  const reset = async () => {
    const { current } = await queue.changeQueue(ctx, guildId, { loop: 'off', volume: 100, isPaused: false });
    await queue.clearQueue(ctx, guildId);
    if (current) await queue.skip(ctx, guildId, current.id);
    for (const person of people) await discord.ask('joinVoice', { person, channel: 'Lounge' });
    const bot = discord.settings.DISCORD_CLIENT_ID;
    await discord.ask('muteInVoice', { person: bot, isMuted: false });
    await discord.ask('leaveVoice', { person: bot });
    const faults = { voiceCloseCode: null, voiceRubbish: false, noVoiceServer: false, status: null, faultsAt: null };
    await discord.ask('switch', { switches: { ...faults, denied: [], granted: [] } });
    // Otherwise the last second of the bot before would pass for the music of the next one.
    for (const channel of Object.keys(channels)) await isQuiet(channel as keyof typeof channels);
    await discord.ask('resetCounters');
  };
  return {
    ctx,
    discord,
    guildId,
    startBot,
    read,
    isIn: async (channel: keyof typeof channels) => (await voiceOf(channel))?.people.includes('Ski Bap Bot') === true,
    rate,
    voiceOf,
    /** A real song plays fifty frames a second. */
    plays: (channel: keyof typeof channels = 'Lounge') =>
      vi.waitFor(async () => {
        if ((await rate(channel)) > 40) return;
        const { state, problem, current } = await read();
        const voice = await discord.ask('voice');
        throw new Error(
          `No music in ${channel}: the bot reports ${JSON.stringify({ state, problem, current })}, Discord ${JSON.stringify(voice)}`,
        );
      }),
    isQuiet,
    /** Nothing to play, everyone in the Lounge, no faults at Discord. */
    reset,
    /** Waits until the queue looks like this. */
    shows: (what: object) => vi.waitFor(async () => expect(await read()).toMatchObject(what)),
    add: async (seconds: number | 'rubbish', channel?: keyof typeof channels) =>
      request(await addFile(ctx, dataDir, seconds), channel),
    request,
    /** In the Lounge at the start. */
    people,
    /** Attempts to join, as seen by Discord. */
    attempts: async () => (await discord.ask('counters')).voiceStateUpdates,
    /** Requests to speak on a stage, or to become a speaker there. */
    speechRequests: async () => (await discord.ask('calls')).filter(({ method }) => method === 'PATCH'),
    identifies: async () => (await discord.ask('counters')).voiceIdentifies,
  };
}

/** A downloaded song: a tone, or a file without sound. */
async function addFile(ctx: Ctx, dataDir: string, seconds: number | 'rubbish'): Promise<string> {
  const videoId = randomBytes(6).toString('hex');
  const file = `${videoId}-audio-${randomBytes(8).toString('hex')}.ogg`;
  const folder = join(dataDir, 'music');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, file);
  if (seconds === 'rubbish') writeFileSync(path, 'no sound at all');
  else copyFileSync(await makeTone(dataDir, seconds), path);
  const at = ctx.clock();
  const known = { id: videoId, videoId, kind: 'audio' as const, title: `Tone ${seconds}`, bytes: 1 };
  await ctx.db.insert(songs).values({ ...known, file, createdAt: at, usedAt: at });
  return videoId;
}

/** Encoding a tone takes longer than most of what is done with it, so it is done once for each length. */
async function makeTone(dataDir: string, seconds: number): Promise<string> {
  const file = join(dataDir, `tone-${seconds}.ogg`);
  if (existsSync(file)) return file;
  const tone = ['-f', 'lavfi', '-i', `sine=440:duration=${seconds}`];
  const fast = ['-c:a', 'libopus', '-compression_level', '0'];
  await run('ffmpeg', ['-v', 'error', ...tone, '-ac', '2', '-ar', '48000', ...fast, `${file}.part.ogg`]);
  renameSync(`${file}.part.ogg`, file);
  return file;
}

function forkBot(program: string, env: NodeJS.ProcessEnv): ChildProcess {
  return fork(program, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

async function isStopped(child: ChildProcess): Promise<void> {
  const abort = new AbortController();
  const events = ['message', 'exit'].map((name) => once(child, name, abort).catch(() => undefined));
  await Promise.race(events);
  abort.abort();
}

async function kill(child: ChildProcess): Promise<void> {
  if (!isAlive(child)) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function bundleBot(): Promise<string> {
  const file = join(serverRoot, '.cache', `music-bot-${process.pid}.mjs`);
  await bundleProgram(join(import.meta.dirname, 'music-bot.fixture.ts'), file, {
    treeshake: { moduleSideEffects: false },
  });
  onFileFinished(() => rmSync(file, { force: true }));
  return file;
}
