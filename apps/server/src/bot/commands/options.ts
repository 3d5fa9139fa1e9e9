import { sanctionLimits } from '@tribehall/contract';
import type { SlashCommandIntegerOption, SlashCommandStringOption } from 'discord.js';

/** Options that several commands have. */
export const serverOption = (isRequired: boolean) => (option: SlashCommandStringOption) =>
  option
    .setName('server')
    .setDescription('Which server')
    .setRequired(isRequired)
    .setAutocomplete(true)
    .setMaxLength(100);

export const playerOption = (option: SlashCommandStringOption) =>
  option
    .setName('player')
    .setDescription('A name or player ID')
    .setRequired(true)
    .setAutocomplete(true)
    .setMaxLength(100);

export const daysOption = (option: SlashCommandIntegerOption) =>
  option
    .setName('days')
    .setDescription('How long; until it is lifted if you leave this out')
    .setMinValue(1)
    .setMaxValue(Math.floor(sanctionLimits.maxMinutes / (24 * 60)));

export const textOption =
  (name: string, description: string, { isRequired, maxLength }: { isRequired: boolean; maxLength: number }) =>
  (option: SlashCommandStringOption) =>
    option.setName(name).setDescription(description).setRequired(isRequired).setMaxLength(maxLength);
