import type { ModeratorPower } from '@tribehall/contract';

/** What moderators may do, in words; in the order in which it is offered. */
export const powerWords: Record<ModeratorPower, { label: string; effect: string }> = {
  history: { label: 'See the history', effect: 'When players were online, what happened to them, and tribe logs.' },
  kick: { label: 'Kick', effect: 'Kick players and kill their characters.' },
  warn: { label: 'Warn', effect: 'Send warnings to players.' },
  mute: { label: 'Mute', effect: 'Mute players in the shared chat.' },
  ban: { label: 'Ban', effect: 'Ban and unban players.' },
  mail: { label: 'Mail', effect: 'Write to players without having a character there, and read mail to them.' },
  console: { label: 'Use the console', effect: 'Run any game command.' },
  structures: { label: 'See structures', effect: "Everyone's structures and tribes." },
};

export const powerNames = Object.keys(powerWords) as ModeratorPower[];

type Held = { powers: readonly ModeratorPower[]; maxBanDays: number | null };

/** "Kick, ban up to 7 days". */
export function describePowers({ powers, maxBanDays }: Held): string {
  const labels = powerNames.filter((power) => powers.includes(power)).map((power) => labelOf(power, maxBanDays));
  const [first = '', ...rest] = labels;
  return [first, ...rest.map((label) => label[0]?.toLowerCase() + label.slice(1))].join(', ');
}

function labelOf(power: ModeratorPower, maxBanDays: number | null): string {
  const { label } = powerWords[power];
  if (power !== 'ban' || maxBanDays === null) return label;
  return `${label} up to ${maxBanDays} ${maxBanDays === 1 ? 'day' : 'days'}`;
}
