import { request } from 'node:http';
import { SlashCommandBuilder } from 'discord.js';
import { expect, it, vi } from 'vitest';
import { callApi, loggedInBot, testDiscord } from '../discord.fixture.ts';
import type { Discord } from '../start-discord.ts';

const read = async ({ settings }: Discord, path = '/') =>
  (await fetch(new URL(path, settings.SITE_CHAT_INVITE_URL))).text();

const act = ({ settings }: Discord, path: string, form: Record<string, string>, headers = {}) =>
  fetch(new URL(path, settings.SITE_CHAT_INVITE_URL), {
    method: 'POST',
    body: new URLSearchParams({ as: 'mira', channel: 'general', ...form }),
    headers,
    redirect: 'manual',
  });

it('shows channels, messages and who is in voice, with everything escaped', async () => {
  const discord = await testDiscord();
  await discord.ask('say', { person: 'adam', channel: 'general', text: '<script>x</script> **b** \\*c\\* <@1>' });
  const page = await read(discord);
  expect(page).toContain('Stand-in Discord of the demo world');
  expect(page).toContain('&lt;script&gt;x&lt;/script&gt; <strong>b</strong> *c*');
  for (const text of ['# ark-chat', 'Lounge', 'Olive', 'Message #general as Mira']) expect(page).toContain(text);
  expect(await read(discord, '/?channel=music&as=adam')).toContain('Message #music as Adam');
  expect(await read(discord, '/?channel=%3Cb%3E&as=x&notice=%3Cb%3E')).toContain('&lt;b&gt;</p>');
});

it('lets a person speak, give a command and move in voice', async () => {
  const discord = await testDiscord();
  const { client, guild } = await loggedInBot(discord);
  const volume = new SlashCommandBuilder()
    .setName('volume')
    .setDescription('How loud')
    .addIntegerOption((option) => option.setName('percent').setDescription('0 to 200').setRequired(true));
  await guild.commands.set([volume]);
  client.on('interactionCreate', (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    void interaction.reply({ content: `loud: ${interaction.options.getInteger('percent')}`, flags: 'Ephemeral' });
  });
  expect((await act(discord, '/say', { text: 'from the page' })).headers.get('location')).toBe(
    '/?channel=general&as=mira',
  );
  expect(await read(discord)).toContain('from the page');
  expect(await read(discord)).toContain('Run /volume');
  await act(discord, '/command', { name: 'volume', 'option.percent': '50' });
  await vi.waitFor(async () => expect(await read(discord)).toContain('loud: 50'));
  expect(await read(discord, '/?as=adam')).not.toContain('loud: 50');
  const failed = await act(discord, '/command', { name: 'volume' });
  expect(failed.headers.get('location')).toContain('notice=The+option');

  await act(discord, '/voice', { person: '100000000000000004', to: '100000000000000112' });
  expect((await discord.ask('voice')).channels['Afk']?.people).toEqual(['adam']);
  await act(discord, '/voice', { person: '100000000000000004', to: '' });
  expect((await discord.ask('voice')).channels['Afk']?.people).toEqual([]);
});

it('notifies an open page of changes', async () => {
  const discord = await testDiscord();
  const stream = await fetch(new URL('/live', discord.settings.SITE_CHAT_INVITE_URL));
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const reading = (async () => {
    while (!text.includes('changed')) text += (await reader?.read())?.value ?? '';
  })();
  await vi.waitFor(() => expect(text).toContain('hello'));
  expect(text).not.toContain('changed');
  await discord.ask('say', { person: 'mira', channel: 'general', text: 'new' });
  await reading;
  await reader?.cancel();
});

it('is for this machine and its own forms alone', async () => {
  const discord = await testDiscord();
  const { port } = new URL(discord.settings.SITE_CHAT_INVITE_URL);
  const statusFor = (host: string, path = '/') =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asked.on('error', reject).end();
    });
  expect(await statusFor(`localhost:${port}`)).toBe(200);
  expect(await statusFor('evil.example')).toBe(403);
  expect(await statusFor(`evil.example:${port}`, '/api/v10/gateway')).toBe(403);
  const before = (await discord.ask('messages', { channel: 'general' })).length;
  for (const headers of [{ origin: 'http://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]) {
    expect((await act(discord, '/say', { text: 'no' }, headers)).status).toBe(403);
  }
  expect(await discord.ask('messages', { channel: 'general' })).toHaveLength(before);
  expect((await callApi(discord, '/users/@me')).status).toBe(200);
});
