import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { matchesWords } from './matches.ts';
import type { RecentItem } from './recent-items.ts';

export const groupTitles = {
  recent: 'Recently opened',
  players: 'Players',
  servers: 'Servers',
  clusters: 'Clusters',
  tribes: 'Tribes',
  files: 'Files',
  databases: 'Databases',
  pages: 'Pages',
  actions: 'Actions',
} as const;

export type PaletteItem = {
  /** Unique in the list. */
  id: string;
  name: string;
  /** Around a user's name: `Ban`, `…`. */
  before?: string;
  after?: string;
  /** Beside the name, dimmed. */
  note?: ReactNode;
  /** Words by which it is found besides its name. */
  keywords?: string;
  mark: LucideIcon | { playerId: string; name: string };
  /** What it is, in a word. */
  kind: string;
  isDangerous?: boolean;
  /** An action that is so common that it is offered with the best hit. */
  isCommon?: boolean;
  /** What can be done with it. */
  actions?: readonly PaletteItem[];
  /** Remembered when it is opened. */
  recent?: RecentItem;
} & ({ href: string } | { run: () => void });

export type PaletteGroup = { title: string; items: readonly PaletteItem[] };

/** Pages and actions are in the browser: they are found while typing. */
export function filterItems(items: readonly PaletteItem[], text: string): PaletteItem[] {
  return items.filter(({ before = '', name, keywords = '' }) => matchesWords(`${before} ${name} ${keywords}`, text));
}

export function hrefOf(item: PaletteItem): string | undefined {
  return 'href' in item ? item.href : undefined;
}
