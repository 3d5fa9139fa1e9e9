import type { JournalKind } from '@tribehall/contract';
import type { IconTone } from '../../../components/display/toned-icon.tsx';
import {
  CircleDot,
  DoorOpen,
  Gavel,
  PawPrint,
  Shield,
  Skull,
  SquareTerminal,
  Warehouse,
  type LucideIcon,
} from 'lucide-react';

type Group = { label: string; icon: LucideIcon; kinds: readonly JournalKind[] };

/** What a timeline is filtered by; every kind of entry belongs to one. */
export const journalGroups = {
  visits: { label: 'Visits', icon: DoorOpen, kinds: ['joined', 'left'] },
  deaths: { label: 'Deaths', icon: Skull, kinds: ['died', 'killed'] },
  creatures: {
    label: 'Creatures',
    icon: PawPrint,
    kinds: ['tamed', 'creature-died', 'claimed', 'unclaimed', 'froze', 'uploaded', 'downloaded', 'starved'],
  },
  structures: { label: 'Structures', icon: Warehouse, kinds: ['demolished', 'lost', 'decayed', 'destroyed'] },
  tribe: {
    label: 'Tribe',
    icon: Shield,
    kinds: ['tribe-joined', 'tribe-left', 'tribe-promoted', 'tribe-merged', 'alliance-requested'],
  },
  commands: { label: 'Commands', icon: SquareTerminal, kinds: ['admin-command'] },
  sanctions: {
    label: 'Sanctions',
    icon: Gavel,
    kinds: ['kicked', 'warned', 'muted', 'unmuted', 'banned', 'unbanned'],
  },
  other: { label: 'Other', icon: CircleDot, kinds: ['other', 'started', 'saved', 'up', 'down'] },
} as const satisfies Record<string, Group>;

export type JournalGroup = keyof typeof journalGroups;

export const groupTones = {
  visits: undefined,
  deaths: 'danger',
  creatures: 'accent',
  structures: 'warning',
  tribe: 'info',
  commands: undefined,
  sanctions: 'danger',
  other: undefined,
} as const satisfies Record<JournalGroup, IconTone>;

export const journalGroupNames = Object.keys(journalGroups) as JournalGroup[];

const groupByKind = new Map<JournalKind, JournalGroup>(
  journalGroupNames.flatMap((name) => journalGroups[name].kinds.map((kind) => [kind, name] as const)),
);

/** A kind of a newer portal counts as other. */
export function groupOf(kind: JournalKind): JournalGroup {
  return groupByKind.get(kind) ?? 'other';
}

export function kindsOf(groups: readonly JournalGroup[]): JournalKind[] {
  return groups.flatMap((name) => [...journalGroups[name].kinds]);
}

/** From the URL: a comma-separated list, in the order of the filters. */
export function readGroups(text = ''): JournalGroup[] {
  const wanted = new Set(text.split(','));
  return journalGroupNames.filter((name) => wanted.has(name));
}
