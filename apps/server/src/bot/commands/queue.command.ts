import { SlashCommandBuilder } from 'discord.js';
import { readGuildQueue, type QueueEntry } from '../../modules/music/queue/queue.service.ts';
import { cut, harmlessName } from '../harmless-text.ts';
import type { SlashCommand } from './command.ts';

const maxListed = 10;
const maxTitleLength = 80;
const maxNameLength = 40;

export const queueCommand: SlashCommand = {
  body: new SlashCommandBuilder().setName('queue').setDescription('Show the current song and the queue').toJSON(),
  isPrivate: true,
  run: async ({ ctx }, { guildId }) => {
    const { current, entries, problem } = await readGuildQueue(ctx, guildId);
    if (!current && entries.length === 0) return problem ?? 'The queue is empty. Add a song with /play.';
    const listed = entries.slice(0, maxListed).map((entry, index) => `${index + 1}\\. ${describe(entry)}`);
    const more = entries.length - listed.length;
    return [
      ...(problem ? [problem] : []),
      ...(current ? [`Now: ${describe(current)}`] : []),
      ...listed,
      ...(more > 0 ? [`and ${more} more`] : []),
    ].join('\n');
  },
};

function describe({ title, duration, requestedBy }: QueueEntry): string {
  const length = duration === null ? '' : ` (${toClock(duration)})`;
  const name = cut(harmlessName(requestedBy.name), maxNameLength);
  return `**${cut(harmlessName(title), maxTitleLength)}**${length}, requested by ${name}`;
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}

function toClock(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}` : `${minutes}:${twoDigits(rest)}`;
}
