import { ApplicationCommandType, type RESTPostAPIChatInputApplicationCommandsJSONBody } from 'discord-api-types/v10';
import type { Command } from './records.ts';
import { touch, type Scene } from './scene.ts';
import { nextSnowflake } from './snowflake.ts';

/** Replaces all commands of a scope: the guild's id, or `global`. The id of a name stays the same. */
export function registerCommands(
  scene: Scene,
  scope: string,
  wanted: readonly RESTPostAPIChatInputApplicationCommandsJSONBody[],
): Command[] {
  const before = scene.commands.get(scope) ?? [];
  const commands = wanted.map((command) => toCommand(scene, scope, command, before));
  scene.commands.set(scope, commands);
  touch(scene);
  return commands;
}

/** What someone in the guild may call: its own commands first. */
export function commandsInGuild({ commands, guild }: Scene): Command[] {
  const own = commands.get(guild.id) ?? [];
  const global = (commands.get('global') ?? []).filter(({ name }) => !own.some((other) => other.name === name));
  return [...own, ...global];
}

function toCommand(
  scene: Scene,
  scope: string,
  { name, description, options, default_member_permissions }: RESTPostAPIChatInputApplicationCommandsJSONBody,
  before: readonly Command[],
): Command {
  return {
    id: before.find((known) => known.name === name)?.id ?? nextSnowflake(),
    application_id: scene.application.id,
    version: nextSnowflake(),
    type: ApplicationCommandType.ChatInput,
    name,
    description,
    default_member_permissions: default_member_permissions ?? null,
    nsfw: false,
    ...(options ? { options } : {}),
    ...(scope === 'global' ? {} : { guild_id: scope }),
  };
}
