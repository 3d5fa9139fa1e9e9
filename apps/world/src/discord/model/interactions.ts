import { randomBytes } from 'node:crypto';
import {
  ApplicationCommandType,
  ApplicationIntegrationType,
  GatewayDispatchEvents,
  InteractionContextType,
  InteractionType,
  Locale,
  type APIApplicationCommandAutocompleteInteraction,
  type APIChatInputApplicationCommandInteraction,
} from 'discord-api-types/v10';
import type { Channel, Person } from '../demo.ts';
import { readOptions, type GivenOptions } from './command-options.ts';
import { commandsInGuild } from './commands.ts';
import { toChannel } from './guild.ts';
import { permissions, permissionsOf } from './permissions.ts';
import type { Interaction, StoredMessage } from './records.ts';
import { messagesIn } from './messages.ts';
import { toMember } from './people.ts';
import { publish, type Scene } from './scene.ts';
import { nextSnowflake } from './snowflake.ts';

const maxStored = 200;

/**
 * Gives a slash command as a person; `name` may have a subcommand behind it. With `focused`, asks only for what that option
 * can be.
 */
export function giveCommand(
  scene: Scene,
  person: Person,
  channel: Channel,
  name: string,
  given: GivenOptions,
  focused?: string,
): Interaction {
  if (!scene.guild.members.has(person.id)) throw new Error(`${person.globalName} is not a member.`);
  const [first = '', ...rest] = name.replace(/^\//, '').split(' ');
  const command = commandsInGuild(scene).find((known) => known.name === first);
  if (!command) throw new Error(`The bot has no command /${first}.`);
  const interaction: Interaction = {
    id: nextSnowflake(),
    token: randomBytes(48).toString('base64url'),
    person,
    channelId: channel.id,
    line: [`/${[first, ...rest].join(' ')}`, ...Object.entries(given).map(([key, value]) => `${key}:${value}`)].join(
      ' ',
    ),
    givenAt: Date.now(),
    state: 'waiting',
    messageIds: [],
  };
  const about = { id: command.id, name: command.name, type: ApplicationCommandType.ChatInput as const };
  const asked = command.options ?? [];
  const options = readOptions(asked, rest, given, focused);
  const d: APIChatInputApplicationCommandInteraction | APIApplicationCommandAutocompleteInteraction =
    focused === undefined
      ? { ...envelope(scene, interaction, channel), data: { ...about, options } }
      : ({
          ...envelope(scene, interaction, channel),
          type: InteractionType.ApplicationCommandAutocomplete,
          data: { ...about, options },
        } as APIApplicationCommandAutocompleteInteraction);
  store(scene, interaction);
  publish(scene, { t: GatewayDispatchEvents.InteractionCreate, d });
  return interaction;
}

/** The replies of the bot, oldest first. */
export function repliesTo(scene: Scene, { channelId, messageIds }: Interaction): StoredMessage[] {
  return messagesIn(scene, channelId).filter(({ message }) => messageIds.includes(message.id));
}

function envelope(scene: Scene, { id, token, person }: Interaction, channel: Channel) {
  const bits = permissions(scene);
  return {
    id,
    token,
    application_id: scene.application.id,
    type: InteractionType.ApplicationCommand as const,
    version: 1 as const,
    guild_id: scene.guild.id,
    guild: { id: scene.guild.id, features: [], locale: Locale.EnglishUS },
    channel_id: channel.id,
    channel: toChannel(scene, channel),
    member: { ...toMember(scene, person), permissions: permissionsOf(scene, person) },
    app_permissions: bits,
    locale: Locale.EnglishUS,
    guild_locale: Locale.EnglishUS,
    entitlements: [],
    authorizing_integration_owners: { [ApplicationIntegrationType.GuildInstall]: scene.guild.id },
    context: InteractionContextType.Guild,
    attachment_size_limit: 10_485_760,
  };
}

function store({ interactions }: Scene, interaction: Interaction): void {
  interactions.set(interaction.id, interaction);
  const [oldest] = interactions.keys();
  if (interactions.size > maxStored && oldest) interactions.delete(oldest);
}
