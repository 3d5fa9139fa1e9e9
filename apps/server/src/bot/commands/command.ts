import type {
  ChatInputCommandInteraction,
  RESTPostAPIChatInputApplicationCommandsJSONBody as CommandBody,
} from 'discord.js';
import type { Ctx } from '../../context.ts';
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
