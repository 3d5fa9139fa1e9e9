import { useState } from 'react';
import type { PaletteItem } from './palette-items.ts';

type Move = 'next' | 'previous' | 'first' | 'last';

type Selection = {
  active: PaletteItem | undefined;
  /** Whether the user chose it, and not the list. */
  isChosen: boolean;
  choose: (item: PaletteItem | undefined) => void;
  move: (to: Move) => void;
};

/** The active item of the list: the first one until the user moves, and as long as the chosen one is there. */
export function useSelection(items: readonly PaletteItem[]): Selection {
  const [chosenId, setChosenId] = useState<string>();
  const chosen = chosenId === undefined ? -1 : items.findIndex(({ id }) => id === chosenId);
  const current = Math.max(chosen, 0);
  const targets: Record<Move, number> = {
    next: (current + 1) % items.length,
    previous: (current + items.length - 1) % items.length,
    first: 0,
    last: items.length - 1,
  };
  return {
    active: items[current],
    isChosen: chosen !== -1,
    choose: (item) => setChosenId(item?.id),
    move: (to) => setChosenId(items[targets[to]]?.id),
  };
}
