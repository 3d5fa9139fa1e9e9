import { execFile, fork } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { testDiscord } from '../discord.fixture.ts';
import type { Discord } from '../start-discord.ts';

const run = promisify(execFile);
const lounge = '100000000000000111';
const slow = { timeout: 60_000 };

/** The real @discordjs/voice, on its way into the Lounge. */
function voiceBot({ settings }: Discord) {
  const bot = fork(path.join(import.meta.dirname, 'voice-bot.fixture.mjs'), {
    env: { ...process.env, ...settings, CHANNEL_ID: lounge },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => void bot.kill());
  const reports: object[] = [];
  bot.on('message', (message: object) => reports.push(message));
  const reported = (message: object) => vi.waitFor(() => expect(reports).toContainEqual(message));
  const leave = async () => {
    bot.send('leave');
    await reported({ connection: 'destroyed' });
  };
  return { reports, reported, play: (file: string) => bot.send({ play: file }), leave, join: () => bot.send('join') };
}

async function makeSong(folder: string, seconds = 2): Promise<{ file: string; packets: number; bytes: number }> {
  const file = path.join(folder, 'song.ogg');
  const tone = ['-f', 'lavfi', '-i', `sine=440:duration=${seconds}`];
  await run('ffmpeg', ['-v', 'error', ...tone, '-ac', '2', '-ar', '48000', '-c:a', 'libopus', file]);
  const shown = await run('ffprobe', ['-v', 'error', '-show_entries', 'packet=size', '-of', 'json', file]);
  const sizes = (JSON.parse(shown.stdout) as { packets: { size: string }[] }).packets.map(({ size }) => Number(size));
  return { file, packets: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

it('opens every packet that the real voice library sends: exactly the Opus frames of the song', slow, async () => {
  const discord = await testDiscord();
  const song = await makeSong(path.dirname(discord.settings.NODE_EXTRA_CA_CERTS));
  const bot = voiceBot(discord);
  await bot.reported({ connection: 'ready' });
  bot.play(song.file);
  const figures = async () => (await discord.ask('voice')).channels['Lounge']?.figures;
  await vi.waitFor(async () => expect((await figures())?.framesPerSecond).toBeGreaterThan(40));
  await bot.reported({ player: 'idle' });
  await vi.waitFor(async () => expect((await figures())?.silence).toBeGreaterThan(0));
  const { packets: frames, bytes } = song;
  expect(await figures()).toMatchObject({ frames, bytes, endToEnd: frames, undecryptable: 0, lost: 0 });
  await vi.waitFor(async () => expect((await figures())?.framesPerSecond).toBe(0));
  const { maxDaveProtocolVersion, channels } = await discord.ask('voice');
  expect(maxDaveProtocolVersion).toBe(1);
  expect(channels['Lounge']?.people).toEqual(['mira', 'olive', 'adam', 'Ski Bap Bot']);
  expect((await discord.ask('counters')).voiceIdentifies).toHaveLength(1);

  await discord.ask('joinVoice', { person: discord.settings.DISCORD_CLIENT_ID, channel: 'Afk' });
  await vi.waitFor(async () => expect((await discord.ask('counters')).voiceIdentifies).toHaveLength(2));
  await discord.ask('leaveVoice', { person: discord.settings.DISCORD_CLIENT_ID });
  await bot.reported({ connection: 'disconnected' });
});

const isDeepRun = process.env['TEST_DEPTH'] === 'deep';
const songSeconds = isDeepRun ? 300 : 8;

it(
  'is decrypted by everyone who listens, while they come and go in the middle of a song',
  async () => {
    const discord = await testDiscord();
    const changes = 20;
    const song = await makeSong(path.dirname(discord.settings.NODE_EXTRA_CA_CERTS), songSeconds);
    const bot = voiceBot(discord);
    await bot.reported({ connection: 'ready' });
    const figures = async () => (await discord.ask('voice')).channels['Lounge']?.figures;
    bot.play(song.file);
    // Each change of the members begins a new epoch with new keys.
    for (let change = 0; change < changes; change += 1) {
      const heardEnough = ((change + 1) * song.packets) / (changes + 2);
      await vi.waitFor(async () => expect((await figures())?.frames).toBeGreaterThan(heardEnough));
      const person = ['mira', 'olive', 'adam'][Math.floor(change / 2) % 3] ?? '';
      await discord.ask(change % 2 === 0 ? 'leaveVoice' : 'joinVoice', { person, channel: 'Lounge' });
    }
    await bot.reported({ player: 'idle' });
    const { packets: frames, bytes } = song;
    await vi.waitFor(async () =>
      expect(await figures()).toMatchObject({ frames, bytes, endToEnd: frames, undecryptable: 0, lost: 0 }),
    );
    expect((await discord.ask('counters')).daveFailures).toEqual([]);
    // How regularly frames are sent depends on the machine: measured, not asserted.
    if (isDeepRun) process.stdout.write(`${JSON.stringify(bot.reports.filter((one) => 'longestGapMs' in one))}\n`);
  },
  songSeconds * 1_000 + 240_000,
);

it('is decrypted by someone who joins a bot that was alone, which then makes the group', slow, async () => {
  const discord = await testDiscord();
  for (const person of ['mira', 'olive', 'adam']) await discord.ask('leaveVoice', { person });
  const song = await makeSong(path.dirname(discord.settings.NODE_EXTRA_CA_CERTS));
  const bot = voiceBot(discord);
  await bot.reported({ connection: 'ready' });
  await discord.ask('joinVoice', { person: 'mira', channel: 'Lounge' });
  await discord.ask('joinVoice', { person: 'nico', channel: 'Lounge' });
  await vi.waitFor(async () => expect((await discord.ask('voice')).daveEpoch).toBe(2));
  bot.play(song.file);
  await bot.reported({ player: 'idle' });
  const { packets: frames, bytes } = song;
  await vi.waitFor(async () =>
    expect((await discord.ask('voice')).channels['Lounge']?.figures).toMatchObject({ frames, bytes, endToEnd: frames }),
  );
});

it(
  'closes with the code it is set to, which the library takes as final or as a reason to try again',
  slow,
  async () => {
    const discord = await testDiscord();
    await discord.ask('switch', { switches: { voiceCloseCode: 4014 } });
    const bot = voiceBot(discord);
    await bot.reported({ connection: 'disconnected' });
    expect((await discord.ask('counters')).voiceIdentifies).toHaveLength(1);

    await discord.ask('switch', { switches: { voiceCloseCode: 4017 } });
    await bot.leave();
    bot.join();
    await vi.waitFor(async () => expect((await discord.ask('counters')).voiceIdentifies.length).toBeGreaterThan(3));
    expect(bot.reports).not.toContainEqual({ connection: 'ready' });
  },
);

it('ignores those who may not enter, or everyone where there is no voice server', slow, async () => {
  const discord = await testDiscord();
  const isIgnoredAfter = async (updates: number) => {
    await vi.waitFor(async () => expect((await discord.ask('counters')).voiceStateUpdates).toHaveLength(updates));
    expect((await discord.ask('counters')).voiceConnects).toHaveLength(0);
    expect((await discord.ask('voice')).channels['Lounge']?.people).not.toContain('Ski Bap Bot');
  };
  await discord.ask('switch', { switches: { noVoiceServer: true } });
  const bot = voiceBot(discord);
  await isIgnoredAfter(1);
  await discord.ask('switch', { switches: { noVoiceServer: false, denied: ['Connect'] } });
  await bot.leave();
  bot.join();
  // One to leave, one to join.
  await isIgnoredAfter(3);
});
