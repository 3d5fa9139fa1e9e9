import { errorText } from '@tribehall/contract/errors';
import type { Tone } from '../../lib/servers/server-states.ts';

const looks: Readonly<Record<string, { word: string; tone: Tone }>> = {
  done: { word: 'Done', tone: 'good' },
  confirmed: { word: 'Confirmed by the game', tone: 'good' },
  sent: { word: 'Sent, not confirmed', tone: 'busy' },
  started: { word: 'Started', tone: 'busy' },
  refused: { word: 'Refused', tone: 'danger' },
};

/** The outcome in words; undefined where it is a text already. */
export function outcomeLook(outcome: string): { word: string; tone: Tone } | undefined {
  if (Object.hasOwn(looks, outcome)) return looks[outcome];
  if (!Object.hasOwn(errorText, outcome)) return undefined;
  return { word: `Failed: ${errorText[outcome as keyof typeof errorText]}`, tone: 'danger' };
}
