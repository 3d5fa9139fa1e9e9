import { setTimeout as wait } from 'node:timers/promises';
import { Events, MessageFlags, type Guild, type Interaction } from 'discord.js';
import { AppError } from '../../errors.ts';
import type { ReadyClient } from '../gateway/connection.ts';
import { cut } from '../harmless-text.ts';
import { blokkenCommand } from './blokken.command.ts';
import { chatchannelCommand } from './chatchannel.command.ts';
import type { Command, CommandParts, Given } from './command.ts';
import { pauseCommand } from './pause.command.ts';
import { playCommand } from './play.command.ts';
import { queueCommand } from './queue.command.ts';
import { register } from './register.ts';
import { skipCommand } from './skip.command.ts';

const commands: readonly Command[] = [
  playCommand,
  skipCommand,
  pauseCommand,
  queueCommand,
  blokkenCommand,
  chatchannelCommand,
];

const maxLength = 2000;
const deferAfterMs = 1500;

type Answer = { text: string; isProblem: boolean };

/** Tells every guild the commands, and runs those that are given. */
export function serveCommands(parts: CommandParts, client: ReadyClient): void {
  const { log } = parts.ctx;
  const tell = (guild: Guild) => {
    register(client, guild.id, commands).catch((err: unknown) =>
      log.warn({ err, guildId: guild.id }, 'A guild has no commands of the bot'),
    );
  };
  for (const guild of client.guilds.cache.values()) tell(guild);
  client.on(Events.GuildCreate, tell);
  client.on(Events.InteractionCreate, (interaction) => {
    serve(parts, interaction).catch((err: unknown) => log.warn({ err }, 'A command could not be answered'));
  });
}

async function serve(parts: CommandParts, interaction: Interaction): Promise<void> {
  if (!interaction.isChatInputCommand() || !interaction.inCachedGuild()) return;
  const command = commands.find(({ body }) => body.name === interaction.commandName);
  if (!command) return;
  const answering = answerTo(parts, command, interaction);
  const quick = await Promise.race([answering, wait(deferAfterMs, undefined, { ref: false })]);
  if (quick) await interaction.reply(toMessage(quick, quick.isProblem || command.isPrivate));
  else await answerLate(interaction, answering, command.isPrivate);
}

/** Discord gives three seconds, or a quarter of an hour to whoever says that it takes longer. */
async function answerLate(given: Given, answering: Promise<Answer>, isPrivate: boolean): Promise<void> {
  await given.deferReply(isPrivate ? { flags: MessageFlags.Ephemeral } : {});
  const answer = await answering;
  if (!answer.isProblem || isPrivate) {
    await given.editReply({ content: answer.text, allowedMentions: { parse: [] } });
    return;
  }
  // The answer that was announced would be seen by all.
  await given.deleteReply();
  await given.followUp(toMessage(answer, true));
}

function toMessage({ text }: Answer, isPrivate: boolean) {
  return {
    content: text,
    allowedMentions: { parse: [] },
    ...(isPrivate ? { flags: MessageFlags.Ephemeral as const } : {}),
  };
}

async function answerTo(parts: CommandParts, command: Command, given: Given): Promise<Answer> {
  try {
    return { text: cut(await command.run(parts, given), maxLength), isProblem: false };
  } catch (err) {
    if (err instanceof AppError) return { text: cut(err.message, maxLength), isProblem: true };
    parts.ctx.log.error({ err, command: command.body.name }, 'A command failed');
    return { text: 'This did not work. Please try again later.', isProblem: true };
  }
}
