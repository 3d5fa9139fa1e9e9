import { ChannelType, PermissionFlagsBits, SlashCommandBuilder, type GuildBasedChannel } from 'discord.js';
import { AppError } from '../../errors.ts';
import { setGuildChannel, type ChannelUse } from '../../modules/discord/guilds.service.ts';
import { giver, type Command, type Given } from './command.ts';

const uses: { name: string; value: ChannelUse; done: string }[] = [
  { name: 'log: what is said on game servers', value: 'log', done: 'The chat log of game servers goes to' },
  { name: 'relay: talk with the game, both ways', value: 'relay', done: 'The talk with the game is in' },
  {
    name: 'music: for those in no voice channel',
    value: 'music',
    done: 'For those in no voice channel music plays in',
  },
];

export const chatchannelCommand: Command = {
  body: new SlashCommandBuilder()
    .setName('chatchannel')
    .setDescription('Chooses a channel for the bot')
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
        .setDescription('This one, unless another is chosen')
        .addChannelTypes(ChannelType.GuildText, ChannelType.GuildAnnouncement, ChannelType.GuildVoice),
    )
    .toJSON(),
  isPrivate: true,
  run: async ({ ctx, channels }, given) => {
    // The guild's own settings may show the command to others.
    if (!given.memberPermissions.has(PermissionFlagsBits.ManageGuild))
      throw new AppError('FORBIDDEN', 'Only those who may manage this server choose channels.');
    const use = uses.find(({ value }) => value === given.options.getString('kind', true));
    if (!use) throw new AppError('BAD_REQUEST', 'There is no such kind of channel.');
    const channel = chosenChannel(given);
    refuseUnfit(channel, use.value);
    await setGuildChannel(ctx, giver(given), given.guildId, { use: use.value, channelId: channel.id });
    channels.forget();
    return `${use.done} ${channel.toString()}.`;
  },
};

function chosenChannel({ guild, options, channelId }: Given): GuildBasedChannel {
  const chosen = options.get('channel')?.value;
  const channel = guild.channels.cache.get(typeof chosen === 'string' ? chosen : channelId);
  if (!channel) throw new AppError('NOT_FOUND', 'The bot cannot see this channel.');
  return channel;
}

function refuseUnfit(channel: GuildBasedChannel, use: ChannelUse): void {
  if (use === 'music') {
    if (!channel.isVoiceBased()) throw new AppError('BAD_REQUEST', 'Choose a voice channel for music.');
    return;
  }
  const me = channel.guild.members.me;
  const mayWrite = me && channel.permissionsFor(me).has(['ViewChannel', 'SendMessages']);
  if (!channel.isSendable() || !mayWrite) throw new AppError('BAD_REQUEST', 'The bot may not write in this channel.');
}
