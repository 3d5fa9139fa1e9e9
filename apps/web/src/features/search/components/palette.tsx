import { Modal, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useId, useRef } from 'react';
import { onEscape } from '../../../components/dialogs/on-escape.ts';
import { useReturnFocus } from '../../../components/dialogs/use-return-focus.ts';
import type { PaletteItem } from '../palette-items.ts';
import { usePalette, type PaletteContent, type PaletteState } from '../use-palette.ts';
import { PaletteField } from './palette-field.tsx';
import { PaletteList, type PlayerMark } from './palette-list.tsx';
import { PaletteNotice } from './palette-notice.tsx';
import classes from './palette.module.css';

type Props = PaletteContent & {
  typedAhead: () => string;
  PlayerMark: PlayerMark;
  onChoose: (item: PaletteItem) => void;
  onClose: () => void;
};

/** Searches everything from anywhere. */
export function Palette({ PlayerMark, onClose, ...options }: Props) {
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const palette = usePalette(options);
  useReturnFocus();
  const retry = () => {
    palette.search.retry();
    // The button is about to disappear.
    field.current?.focus();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      onKeyDown={onEscape(palette.subject === undefined ? onClose : palette.back)}
      closeOnEscape={false}
      withCloseButton={false}
      size={640}
      padding={0}
      centered={false}
      yOffset="10dvh"
      fullScreen={isNarrow}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
      // Described by its body, as dialogs are, it would be read out whole.
      attributes={{ content: { 'aria-label': 'Search', 'aria-describedby': undefined } }}
    >
      <PaletteField palette={palette} listId={listId} field={field} onClose={onClose} />
      <div className={classes.results}>
        <PaletteNotice palette={palette} onRetry={retry} />
        <PaletteList palette={palette} listId={listId} PlayerMark={PlayerMark} />
      </div>
      <PaletteHints palette={palette} />
      <VisuallyHidden role="status">{countText(palette)}</VisuallyHidden>
    </Modal>
  );
}

/** While a search is running, nothing is announced. */
function countText({ text, subject, search, groups }: PaletteState): string {
  const amount = groups.reduce((sum, { items }) => sum + items.length, 0);
  if (subject !== undefined) return `${amount} ${amount === 1 ? 'action' : 'actions'}`;
  if (text.trim() === '' || !search.isSettled) return '';
  if (amount === 0) return 'No results';
  return `${amount} ${amount === 1 ? 'result' : 'results'}`;
}

/** The keys, for those who have some. */
function PaletteHints({ palette: { selection, subject } }: { palette: PaletteState }) {
  const hasActions = (selection.active?.actions ?? []).length > 0;
  return (
    <div className={classes.hints} aria-hidden>
      <span>
        <kbd className={classes.key}>↑↓</kbd> move
      </span>
      <span>
        <kbd className={classes.key}>Enter</kbd> open
      </span>
      <span className={classes.hint} data-off={!hasActions || undefined}>
        <kbd className={classes.key}>Tab</kbd> actions
      </span>
      <span className={classes.scope}>
        {subject === undefined ? 'Finds past names, survivors, IDs and Discord names' : 'Esc goes back'}
      </span>
    </div>
  );
}
