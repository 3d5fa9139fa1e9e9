import type {
  ChatInputCommandInteraction,
  RESTPostAPIChatInputApplicationCommandsJSONBody as CommandBody,
} from 'discord.js';
import type { Ctx } from '../../context.ts';
import type { Actor } from '../../modules/audit/audit.service.ts';
import type { Rounds } from '../blokken/rounds.ts';
import type { GuildChannelsReader } from '../guild-channels.ts';

export type Given = ChatInputCommandInteraction<'cached'>;

export type CommandParts = { ctx: Ctx; channels: GuildChannelsReader; rounds: Rounds };

/** A slash command. */
export type Command = {
  body: CommandBody;
  /** Whether only whoever gave it sees the answer. */
  isPrivate: boolean;
  /** Answers what is said in return; it may take its time. */
  run: (parts: CommandParts, given: Given) => Promise<string>;
};

/** How someone is called in the guild. */
export function giver({ user, member }: Given): { discordId: string; name: string } {
  return { discordId: user.id, name: member.displayName };
}

/** The same for the audit: someone on Discord, whether or not they have an account of the portal. */
export function actorOf(given: Given): Actor {
  const { discordId, name } = giver(given);
  return { userId: null, username: name, address: `discord:${discordId}` };
}
