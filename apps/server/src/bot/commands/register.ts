import {
  Routes,
  type APIApplicationCommandOption,
  type RESTGetAPIApplicationGuildCommandsResult as KnownCommands,
} from 'discord.js';
import type { ReadyClient } from '../gateway/connection.ts';
import type { Command } from './command.ts';

type Told = Pick<Command['body'], 'name' | 'description' | 'options' | 'default_member_permissions'>;

/** Tells a guild the commands, where it does not know them as they are: Discord limits how often they may change. */
export async function register(client: ReadyClient, guildId: string, commands: readonly Command[]): Promise<void> {
  const route = Routes.applicationGuildCommands(client.application.id, guildId);
  const known = (await client.rest.get(route)) as KnownCommands;
  const bodies = commands.map(({ body }) => body);
  if (fingerprint(known) !== fingerprint(bodies)) await client.rest.put(route, { body: bodies });
}

/** Discord answers with more than it was told. */
function fingerprint(commands: readonly Told[]): string {
  const told = commands.map((command) => [
    command.name,
    command.description,
    command.default_member_permissions ?? null,
    (command.options ?? []).map(outline),
  ]);
  return JSON.stringify(told.toSorted(([a], [b]) => String(a).localeCompare(String(b))));
}

function outline(option: APIApplicationCommandOption): unknown[] {
  const { type, name, description, required = false } = option;
  const choices = 'choices' in option ? (option.choices ?? []).map((choice) => [choice.name, choice.value]) : [];
  const channelTypes = 'channel_types' in option ? (option.channel_types ?? []) : [];
  const maxLength = 'max_length' in option ? option.max_length : null;
  return [type, name, description, required, choices, channelTypes, maxLength];
}
