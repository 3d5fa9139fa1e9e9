import type { StructureVisibility } from '@tribehall/contract';

/** The choices of who may see a server's structures. */
export const visibilityTexts = {
  members: {
    label: 'Everyone',
    effect: 'Everyone who is logged in sees all bases. Best for PvE.',
  },
  tribes: {
    label: 'Own tribe only',
    effect: 'Players with a linked character see what their own tribe built. Best for PvP.',
  },
  admins: { label: 'Only admins', effect: 'No one else sees structures, tribes or survivors.' },
} as const satisfies Record<StructureVisibility, { label: string; effect: string }>;
