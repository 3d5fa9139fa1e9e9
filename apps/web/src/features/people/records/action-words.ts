import {
  Ban,
  CircleDot,
  Flag,
  Link,
  Mail,
  Skull,
  SquareTerminal,
  StickyNote,
  Undo2,
  UserX,
  type LucideIcon,
} from 'lucide-react';
import { errorText } from '@tribehall/contract/errors';
import type { Tone } from '../../../lib/servers/server-states.ts';
import type { PersonAction } from '../people.queries.ts';

type Look = {
  /** Of the icon. */
  label: string;
  /** What follows the name of the one who did it. */
  words: string;
  /** The same after "tried to", where the game may refuse it. */
  attempt?: string;
  icon: LucideIcon;
  tone?: 'danger' | 'warning' | 'info';
};

/** The audit's actions about a player, in words. */
const looks: Readonly<Record<string, Look>> = {
  'players.kill': {
    label: 'Kill',
    words: 'killed the character',
    attempt: 'kill the character',
    icon: Skull,
    tone: 'danger',
  },
  'players.kick': {
    label: 'Kick',
    words: 'kicked the player',
    attempt: 'kick the player',
    icon: UserX,
    tone: 'warning',
  },
  'players.ban': { label: 'Ban', words: 'banned the player', attempt: 'ban the player', icon: Ban, tone: 'danger' },
  'players.unban': { label: 'Unban', words: 'lifted the ban', attempt: 'lift the ban', icon: Undo2 },
  'players.console': {
    label: 'Console command',
    words: 'ran a console command',
    attempt: 'run a console command',
    icon: SquareTerminal,
    tone: 'info',
  },
  'players.link': { label: 'Link', words: 'linked the character with an account', icon: Link },
  'players.unlink': { label: 'Unlink', words: 'unlinked the character from its account', icon: Link },
  'players.flags': { label: 'Flags', words: 'changed the flags', icon: Flag },
  'mail.send': { label: 'Mail', words: 'sent mail', icon: Mail },
  'mail.takeBack': { label: 'Mail', words: 'withdrew mail', icon: Mail },
  'notes.add': { label: 'Note', words: 'added a note', icon: StickyNote },
  'notes.edit': { label: 'Note', words: 'edited a note', icon: StickyNote },
  'notes.remove': { label: 'Note', words: 'removed a note', icon: StickyNote },
  'notes.restore': { label: 'Note', words: 'restored a note', icon: StickyNote },
};

/** One that is not known here has the name that it has in the audit. */
export function lookOf({ action, outcome }: Pick<PersonAction, 'action' | 'outcome'>): Look {
  const known = Object.hasOwn(looks, action) ? looks[action] : undefined;
  const { attempt, ...look } = known ?? { label: 'Action', words: `did “${action}”`, icon: CircleDot };
  const hasFailed = !['done', 'confirmed', 'sent'].includes(outcome);
  return hasFailed && attempt !== undefined ? { ...look, words: `tried to ${attempt}` } : look;
}

/** The receipt of an action; undefined where there is nothing to confirm. */
export function outcomeOf({ outcome }: Pick<PersonAction, 'outcome'>): { tone: Tone; text: string } | undefined {
  if (outcome === 'done') return undefined;
  if (outcome === 'confirmed') return { tone: 'good', text: 'confirmed by the game' };
  if (outcome === 'sent') return { tone: 'busy', text: 'sent, not confirmed by the game' };
  const reason = Object.hasOwn(errorText, outcome) ? errorText[outcome as keyof typeof errorText] : outcome;
  return { tone: 'danger', text: `failed: ${reason}` };
}
