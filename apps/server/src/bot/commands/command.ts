import type {
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  RESTPostAPIChatInputApplicationCommandsJSONBody as CommandBody,
} from 'discord.js';
import type { Ctx } from '../../context.ts';
import type { Actor } from '../../modules/audit/audit.service.ts';
import type { Rounds } from '../blokken/rounds.ts';
import type { GuildChannelsReader } from '../guild-channels.ts';

export type CommandInteraction = ChatInputCommandInteraction<'cached'>;

export type CommandParts = { ctx: Ctx; channels: GuildChannelsReader; rounds: Rounds };

export type CompletionInteraction = AutocompleteInteraction<'cached'>;
export type Choice = { name: string; value: string };

export type SlashCommand = {
  body: CommandBody;
  /** Whether only the person who used the command sees the reply. */
  isPrivate: boolean;
  /** Returns the text of the reply; may take its time. */
  run: (parts: CommandParts, interaction: CommandInteraction) => Promise<string>;
  /** What the option that is being typed can be. */
  complete?: (parts: CommandParts, interaction: CompletionInteraction) => Promise<Choice[]>;
};

/** The person who used the command, with their display name in the guild. */
export function userOf({ user, member }: CommandInteraction): { discordId: string; name: string } {
  return { discordId: user.id, name: member.displayName };
}

/** The same for the audit: a person on Discord, with or without an account on the portal. */
export function actorOf(interaction: CommandInteraction): Actor {
  const { discordId, name } = userOf(interaction);
  return { userId: null, username: name, address: `discord:${discordId}` };
}
