// A bot with voice in a separate process, because Node reads trusted certificates at startup.
import { spawn } from 'node:child_process';
import { Socket } from 'node:dgram';
import process from 'node:process';
import {
  AudioPlayerStatus,
  StreamType,
  createAudioPlayer,
  createAudioResource,
  joinVoiceChannel,
} from '@discordjs/voice';
import { Client, GatewayIntentBits } from 'discord.js';

const { DISCORD_API_BASE, DISCORD_BOT_TOKEN, GUILD_ID = '', CHANNEL_ID = '' } = process.env;

const client = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates],
  rest: { api: DISCORD_API_BASE ?? '', version: '10' },
});
const report = (/** @type {object} */ message) => process.send?.(message);
const ready = new Promise((resolve) => client.once('clientReady', resolve));
await client.login(DISCORD_BOT_TOKEN);
await ready;

const guild = await client.guilds.fetch(GUILD_ID);
const player = createAudioPlayer();
player.on('error', ({ message }) => report({ error: message }));

// Where packets leave: the stand-in reads them late while it computes the keys of everyone who listens.
let lastSentAt = 0;
let longestGapMs = 0;
const { send } = Socket.prototype;
Socket.prototype.send = function measuredSend(/** @type {any[]} */ ...given) {
  const now = performance.now();
  if (lastSentAt > 0) longestGapMs = Math.max(longestGapMs, now - lastSentAt);
  lastSentAt = now;
  return Reflect.apply(send, this, given);
};
player.on('stateChange', (_, { status }) => {
  // The first packet of a song begins the measurement.
  if (status === AudioPlayerStatus.Playing) [lastSentAt, longestGapMs] = [0, 0];
  if (status !== AudioPlayerStatus.Idle) return;
  report({ longestGapMs });
  report({ player: 'idle' });
});

/** @type {import('@discordjs/voice').VoiceConnection | undefined} */
let connection;

function join() {
  connection = joinVoiceChannel({
    channelId: CHANNEL_ID,
    guildId: GUILD_ID,
    adapterCreator: guild.voiceAdapterCreator,
  });
  connection.on('error', ({ message }) => report({ error: message }));
  connection.on('stateChange', (_, { status }) => report({ connection: status }));
  connection.subscribe(player);
}

function play(/** @type {string} */ file) {
  const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-i', file, '-c', 'copy', '-f', 'ogg', 'pipe:1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  player.play(createAudioResource(ffmpeg.stdout, { inputType: StreamType.OggOpus }));
}

join();
process.on('message', (/** @type {{ play: string } | 'leave' | 'join'} */ request) => {
  if (request === 'join') join();
  else if (request === 'leave') connection?.destroy();
  else play(request.play);
});
process.on('disconnect', () => process.exit(0));
