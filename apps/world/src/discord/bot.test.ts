import { SlashCommandBuilder, type ChatInputCommandInteraction, type Client } from 'discord.js';
import { expect, it, vi } from 'vitest';
import { loggedInBot, mira, testDiscord } from './discord.fixture.ts';

it('lets the real discord.js log in and see the guild, its channels, its members and who is in voice', async () => {
  const discord = await testDiscord();
  const { client, guild } = await loggedInBot(discord);
  expect(client.user?.username).toBe('Ski Bap Bot');
  expect(guild.name).toBe('Tribehall community');
  expect(guild.channels.cache.map(({ name }) => name)).toEqual([
    'general',
    'ark-chat',
    'ark-log',
    'music',
    'Lounge',
    'Afk',
    'Town hall',
  ]);
  expect(guild.voiceStates.cache.map(({ member }) => member?.displayName)).toEqual(['Mira', 'Olive', 'Adam']);
  const members = await guild.members.fetch();
  expect(members.map(({ displayName }) => displayName)).toContain('Nico');
  expect((await guild.members.fetch(mira)).user.globalName).toBe('Mira');
  const me = guild.members.me;
  expect(
    me &&
      guild.channels.cache
        .find(({ name }) => name === 'Lounge')
        ?.permissionsFor(me)
        .has('Speak'),
  ).toBe(true);
});

it('carries messages both ways, after a 429 too, and reaches only whom the sender allows', async () => {
  const discord = await testDiscord();
  const { client, channel } = await loggedInBot(discord);
  const received = vi.fn<(text: string) => void>();
  client.on('messageCreate', ({ author, content }) => author.bot || received(content));
  await discord.ask('say', { person: 'mira', channel: 'general', text: 'hi bot' });
  await vi.waitFor(() => expect(received).toHaveBeenCalledWith('hi bot'));

  await discord.ask('switch', { switches: { rateLimited: { retryAfterS: 0.2, times: 1 } } });
  const sent = await channel.send({ content: `@everyone <@${mira}>`, allowedMentions: { parse: [] } });
  const [quiet] = (await discord.ask('messages', { channel: 'general' })).slice(-1);
  expect(quiet).toMatchObject({ id: sent.id, mention_everyone: false, mentions: [] });
  expect((await discord.ask('calls')).filter(({ status }) => status === 429)).toHaveLength(1);
  await channel.send(`@everyone <@${mira}>`);
  const [loud] = (await discord.ask('messages', { channel: 'general' })).slice(-1);
  expect(loud).toMatchObject({ mention_everyone: true, mentions: [{ username: 'mira' }] });

  await sent.edit('changed');
  expect((await channel.messages.fetch(sent.id)).content).toBe('changed');
  await sent.delete();
  expect((await discord.ask('messages', { channel: 'general' })).map(({ id }) => id)).not.toContain(sent.id);
});

async function registerSay(client: Client<true>, guildId: string): Promise<void> {
  const command = new SlashCommandBuilder()
    .setName('say')
    .setDescription('Says it again')
    .addStringOption((option) => option.setName('what').setDescription('The words').setRequired(true));
  await client.application.commands.set([command], guildId);
}

async function echo(interaction: ChatInputCommandInteraction): Promise<void> {
  await interaction.deferReply();
  await interaction.editReply(`${interaction.user.username}: ${interaction.options.getString('what', true)}`);
  await interaction.followUp({ content: 'for you', flags: 'Ephemeral' });
}

it('runs a slash command end to end: deferred, edited, and followed by a word for one person alone', async () => {
  const discord = await testDiscord();
  const { client, guild } = await loggedInBot(discord);
  if (!client.isReady()) throw new Error('The bot is not ready.');
  await registerSay(client, guild.id);
  client.on('interactionCreate', (interaction) => {
    if (interaction.isChatInputCommand()) void echo(interaction);
  });
  const give = { person: 'mira', channel: 'music', name: 'say' };
  const { interactionId, state } = await discord.ask('command', { ...give, options: { what: 'hello' } });
  expect(state).toBe('answered');
  await vi.waitFor(async () => {
    const { replies } = await discord.ask('replies', { interactionId });
    expect(replies).toMatchObject([{ content: 'mira: hello' }, { content: 'for you', onlyFor: mira }]);
  });
  expect((await discord.ask('commands')).map(({ name }) => name)).toEqual(['say']);
  await expect(discord.ask('command', give)).rejects.toThrow('The option "what" is required.');
  await expect(discord.ask('command', { ...give, name: 'nothing' })).rejects.toThrow('no command /nothing');
});

it('notifies the bot of members who join, leave and move in voice', async () => {
  const discord = await testDiscord();
  const { client, guild } = await loggedInBot(discord);
  const seen: string[] = [];
  client.on('guildMemberRemove', ({ id }) => seen.push(`removed ${id}`));
  client.on('guildMemberAdd', ({ id }) => seen.push(`added ${id}`));
  client.on('voiceStateUpdate', (_, { id, channel }) => seen.push(`${id} in ${channel?.name}`));
  await discord.ask('joinVoice', { person: 'mira', channel: 'Afk' });
  await discord.ask('kick', { person: 'mira' });
  await discord.ask('admit', { person: 'mira' });
  await vi.waitFor(() =>
    expect(seen).toEqual([`${mira} in Afk`, `${mira} in undefined`, `removed ${mira}`, `added ${mira}`]),
  );
  expect(guild.voiceStates.cache.get(mira)?.channelId ?? null).toBeNull();
});

it('refuses a wrong token, and the message intent where it is switched off', async () => {
  const discord = await testDiscord();
  await expect(loggedInBot(discord, 'wrong')).rejects.toThrow('invalid token');
  await discord.ask('switch', { switches: { noMessageContent: true } });
  await expect(loggedInBot(discord)).rejects.toThrow('disallowed intents');
});

it('is resumed after a break without losing messages sent meanwhile', async () => {
  const discord = await testDiscord();
  const { client } = await loggedInBot(discord);
  const received = vi.fn<(text: string) => void>();
  client.on('messageCreate', ({ content }) => received(content));
  await discord.ask('closeGateway', { code: 4000 });
  await discord.ask('say', { person: 'olive', channel: 'general', text: 'missed?' });
  await vi.waitFor(() => expect(received).toHaveBeenCalledExactlyOnceWith('missed?'));
  const { resumes, identifies, gatewayConnects } = await discord.ask('counters');
  expect([resumes.length, identifies.length, gatewayConnects.length]).toEqual([1, 1, 2]);
});
