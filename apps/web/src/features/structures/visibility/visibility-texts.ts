import type { StructureSight } from '@tribehall/contract';

/** Who sees what of a server, in words. */
export const sightTexts = {
  members: {
    label: 'Everyone',
    effect: 'Whoever is logged in here sees all bases. Right for PvE, or where nobody attacks anybody.',
  },
  tribes: {
    label: 'Each their own tribe',
    effect: 'With a linked character one sees what the own tribe built. Right for PvP.',
  },
  admins: { label: 'Only admins', effect: 'Nobody else sees structures, tribes or survivors.' },
} as const satisfies Record<StructureSight, { label: string; effect: string }>;
