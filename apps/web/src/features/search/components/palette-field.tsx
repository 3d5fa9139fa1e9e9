import { VisuallyHidden } from '@mantine/core';
import { Search, X } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import type { PaletteState } from '../use-palette.ts';
import { optionIdOf } from './palette-list.tsx';
import classes from './palette.module.css';

type Props = {
  palette: PaletteState;
  listId: string;
  field: RefObject<HTMLInputElement | null>;
  onClose: () => void;
};

const label = 'Search players, servers, tribes, files and pages';

/** The field keeps the focus; the arrow keys move in the list. */
export function PaletteField({ palette, listId, field, onClose }: Props) {
  const { text, subject, selection } = palette;
  const hasItems = selection.active !== undefined;
  return (
    <div className={classes.head}>
      <Search size={18} className={classes.icon} aria-hidden />
      {subject === undefined ? null : (
        <span className={classes.subject}>
          <PlainText text={subject.name} />
        </span>
      )}
      <input
        ref={field}
        className={classes.field}
        role="combobox"
        aria-label={subject === undefined ? label : `Actions for ${subject.name}`}
        aria-expanded={hasItems}
        aria-controls={hasItems ? listId : undefined}
        aria-activedescendant={selection.active && optionIdOf(listId, selection.active)}
        aria-autocomplete="list"
        placeholder={subject === undefined ? 'Search…' : 'Choose an action'}
        value={text}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        data-autofocus
        data-search-field
        onChange={(event) => palette.setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (!event.nativeEvent.isComposing && handleKey(event, palette)) event.preventDefault();
        }}
      />
      <button type="button" className={classes.close} onClick={onClose}>
        <VisuallyHidden>Close </VisuallyHidden>
        <kbd className={classes.key}>Esc</kbd>
        <X size={20} aria-hidden />
      </button>
    </div>
  );
}

/** Returns whether the key was for the list, and not for the text. */
function handleKey(event: KeyboardEvent<HTMLInputElement>, palette: PaletteState): boolean {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  const isModified = ctrlKey || metaKey;
  if (key === 'Enter' && !altKey) {
    palette.openActive(isModified);
    return true;
  }
  if (isModified || shiftKey || altKey) return false;
  const run = keysOf(palette, event.currentTarget)[key];
  run?.();
  return run !== undefined;
}

function keysOf(palette: PaletteState, field: HTMLInputElement): Record<string, (() => unknown) | undefined> {
  const { text, subject, selection } = palette;
  const { active } = selection;
  const isAtEnd = field.selectionStart === text.length && field.selectionEnd === text.length;
  const showActions = active?.actions?.length ? () => palette.showActions(active) : undefined;
  const goBack = subject !== undefined && text === '' ? palette.back : undefined;
  return {
    ArrowDown: () => selection.move('next'),
    ArrowUp: () => selection.move('previous'),
    Home: () => selection.move('first'),
    End: () => selection.move('last'),
    Tab: showActions,
    ArrowRight: isAtEnd ? showActions : undefined,
    ArrowLeft: goBack,
    Backspace: goBack,
  };
}
