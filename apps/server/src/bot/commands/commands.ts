import { setTimeout as wait } from 'node:timers/promises';
import {
  Events,
  MessageFlags,
  Routes,
  type APIApplicationCommandOption,
  type Guild,
  type Interaction,
  type RESTGetAPIApplicationGuildCommandsResult as RegisteredCommands,
} from 'discord.js';
import { AppError } from '../../errors.ts';
import type { ReadyClient } from '../gateway/connection.ts';
import { cut } from '../harmless-text.ts';
import { blokkenCommand } from './blokken.command.ts';
import { chatchannelCommand } from './chatchannel.command.ts';
import type { CommandInteraction, CommandParts, CompletionInteraction, SlashCommand } from './command.ts';
import { banCommand, broadcastCommand, kickCommand, unbanCommand } from './moderation.commands.ts';
import { pauseCommand } from './pause.command.ts';
import { playersCommand, serverCommand, whoisCommand } from './players.commands.ts';
import { playCommand } from './play.command.ts';
import { queueCommand } from './queue.command.ts';
import { reportCommand } from './report.command.ts';
import { skipCommand } from './skip.command.ts';

const commands: readonly SlashCommand[] = [
  playCommand,
  skipCommand,
  pauseCommand,
  queueCommand,
  blokkenCommand,
  chatchannelCommand,
  playersCommand,
  whoisCommand,
  serverCommand,
  reportCommand,
  kickCommand,
  banCommand,
  unbanCommand,
  broadcastCommand,
];

const maxLength = 2000;
const deferAfterMs = 1500;

type Reply = { text: string; isProblem: boolean };

/** Registers the commands in every guild, and runs them when they are used. */
export function serveCommands(parts: CommandParts, client: ReadyClient): void {
  const { log } = parts.ctx;
  const registerIn = (guild: Guild) => {
    register(client, guild.id).catch((err: unknown) =>
      log.warn({ err, guildId: guild.id }, "The bot's commands could not be registered in a guild"),
    );
  };
  for (const guild of client.guilds.cache.values()) registerIn(guild);
  client.on(Events.GuildCreate, registerIn);
  client.on(Events.InteractionCreate, (interaction) => {
    serve(parts, interaction).catch((err: unknown) => log.warn({ err }, 'The reply to a command could not be sent'));
  });
}

/** Only if they differ from what the guild has: Discord limits how often commands may change. */
async function register(client: ReadyClient, guildId: string): Promise<void> {
  const route = Routes.applicationGuildCommands(client.application.id, guildId);
  const registered = (await client.rest.get(route)) as RegisteredCommands;
  const bodies = commands.map(({ body }) => body);
  if (fingerprint(registered) !== fingerprint(bodies)) await client.rest.put(route, { body: bodies });
}

type Registered = Pick<SlashCommand['body'], 'name' | 'description' | 'options' | 'default_member_permissions'>;

/** Only the fields that we set: Discord returns more. */
function fingerprint(compared: readonly Registered[]): string {
  const fields = compared.map((command) => [
    command.name,
    command.description,
    command.default_member_permissions ?? null,
    (command.options ?? []).map(optionFields),
  ]);
  return JSON.stringify(fields.toSorted(([a], [b]) => String(a).localeCompare(String(b))));
}

function optionFields(option: APIApplicationCommandOption): unknown[] {
  const { type, name, description, required = false } = option;
  const choices = 'choices' in option ? (option.choices ?? []).map((choice) => [choice.name, choice.value]) : [];
  const channelTypes = 'channel_types' in option ? (option.channel_types ?? []) : [];
  const maxLength = 'max_length' in option ? option.max_length : null;
  // Builders set what is not used to undefined, which JSON does not have.
  const completion = 'autocomplete' in option && option.autocomplete ? 'completed' : null;
  return [type, name, description, required, choices, channelTypes, maxLength, completion];
}

async function serve(parts: CommandParts, interaction: Interaction): Promise<void> {
  if (interaction.isAutocomplete() && interaction.inCachedGuild()) return complete(parts, interaction);
  if (!interaction.isChatInputCommand() || !interaction.inCachedGuild()) return;
  const command = commands.find(({ body }) => body.name === interaction.commandName);
  if (!command) return;
  const running = run(parts, command, interaction);
  const quick = await Promise.race([running, wait(deferAfterMs, undefined, { ref: false })]);
  if (quick) await interaction.reply(toMessage(quick, quick.isProblem || command.isPrivate));
  else await replyLater(interaction, running, command.isPrivate);
}

const maxChoices = 25;
const maxChoiceLength = 100;

async function complete(parts: CommandParts, interaction: CompletionInteraction): Promise<void> {
  const command = commands.find(({ body }) => body.name === interaction.commandName);
  const found = (await command?.complete?.(parts, interaction)) ?? [];
  const choices = found.slice(0, maxChoices).map(({ name, value }) => ({
    name: cut(name.replace(/\p{Cc}/gu, ' ').trim() || '?', maxChoiceLength),
    value,
  }));
  await interaction.respond(choices);
}

/** Discord expects a reply within three seconds, or within 15 minutes once it is deferred. */
async function replyLater(interaction: CommandInteraction, running: Promise<Reply>, isPrivate: boolean): Promise<void> {
  await interaction.deferReply(isPrivate ? { flags: MessageFlags.Ephemeral } : {});
  const reply = await running;
  if (!reply.isProblem || isPrivate) {
    await interaction.editReply({ content: reply.text, allowedMentions: { parse: [] } });
    return;
  }
  // Everyone would see the deferred reply.
  await interaction.deleteReply();
  await interaction.followUp(toMessage(reply, true));
}

function toMessage({ text }: Reply, isPrivate: boolean) {
  return {
    content: text,
    allowedMentions: { parse: [] },
    ...(isPrivate ? { flags: MessageFlags.Ephemeral as const } : {}),
  };
}

async function run(parts: CommandParts, command: SlashCommand, interaction: CommandInteraction): Promise<Reply> {
  try {
    return { text: cut(await command.run(parts, interaction), maxLength), isProblem: false };
  } catch (err) {
    if (err instanceof AppError) return { text: cut(err.message, maxLength), isProblem: true };
    parts.ctx.log.error({ err, command: command.body.name }, 'A command failed');
    return { text: 'Something went wrong. Please try again later.', isProblem: true };
  }
}
