import { ChannelType, PermissionFlagsBits, SlashCommandBuilder, type GuildBasedChannel } from 'discord.js';
import { AppError } from '../../errors.ts';
import { setGuildChannel, type ChannelUse } from '../../modules/discord/guilds.service.ts';
import { userOf, type SlashCommand, type CommandInteraction } from './command.ts';

const uses: { name: string; value: ChannelUse; done: string }[] = [
  { name: 'log: chat of the game servers, read-only', value: 'log', done: 'The chat log of the game servers goes to' },
  { name: 'relay: chat with the game, both ways', value: 'relay', done: 'Chat with the game is relayed in' },
  {
    name: 'reports: new reports of players, for moderators',
    value: 'reports',
    done: 'New reports of players are posted in',
  },
  {
    name: 'music: for people who are in no voice channel',
    value: 'music',
    done: 'For people who are in no voice channel, music plays in',
  },
];

export const chatchannelCommand: SlashCommand = {
  body: new SlashCommandBuilder()
    .setName('chatchannel')
    .setDescription('Choose a channel for the bot')
    .setDefaultMemberPermissions(PermissionFlagsBits.ManageGuild)
    .addStringOption((option) =>
      option
        .setName('kind')
        .setDescription('What the channel is for')
        .setRequired(true)
        .addChoices(uses.map(({ name, value }) => ({ name, value }))),
    )
    .addChannelOption((option) =>
      option
        .setName('channel')
        .setDescription('Defaults to this channel')
        .addChannelTypes(
          ChannelType.GuildText,
          ChannelType.GuildAnnouncement,
          ChannelType.GuildVoice,
          ChannelType.GuildStageVoice,
        ),
    )
    .toJSON(),
  isPrivate: true,
  run: async ({ ctx, channels }, interaction) => {
    // The guild's settings may allow the command for others.
    if (!interaction.memberPermissions.has(PermissionFlagsBits.ManageGuild))
      throw new AppError('FORBIDDEN', 'You need the Manage Server permission to choose channels.');
    const use = uses.find(({ value }) => value === interaction.options.getString('kind', true));
    if (!use) throw new AppError('BAD_REQUEST', "This kind of channel doesn't exist.");
    // Other guilds must not read what members of this community report.
    if (use.value === 'reports' && interaction.guildId !== ctx.config.GUILD_ID)
      throw new AppError('FORBIDDEN', "Reports are only posted in the community's own guild.");
    const channel = chosenChannel(interaction);
    refuseUnsuitable(channel, use.value);
    await setGuildChannel(ctx, userOf(interaction), interaction.guildId, { use: use.value, channelId: channel.id });
    channels.invalidate();
    return `${use.done} ${channel.toString()}.`;
  },
};

function chosenChannel({ guild, options, channelId }: CommandInteraction): GuildBasedChannel {
  const chosen = options.get('channel')?.value;
  const channel = guild.channels.cache.get(typeof chosen === 'string' ? chosen : channelId);
  if (!channel) throw new AppError('NOT_FOUND', "The bot can't see this channel.");
  return channel;
}

function refuseUnsuitable(channel: GuildBasedChannel, use: ChannelUse): void {
  if (use === 'music') {
    if (!channel.isVoiceBased()) throw new AppError('BAD_REQUEST', 'Choose a voice channel for music.');
    return;
  }
  const me = channel.guild.members.me;
  const mayPost = me && channel.permissionsFor(me).has(['ViewChannel', 'SendMessages']);
  if (!channel.isSendable() || !mayPost)
    throw new AppError('BAD_REQUEST', "The bot isn't allowed to post in this channel.");
}
