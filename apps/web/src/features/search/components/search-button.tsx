import { Search } from 'lucide-react';
import { searchShortcut } from '../use-search-shortcut.ts';
import classes from './search-button.module.css';

type Props = { isOpen: boolean; onOpen: () => void; onIntent: () => void };

/** Looks like a field on wide screens; the palette has the real one. */
export function SearchButton({ isOpen, onOpen, onIntent }: Props) {
  return (
    <button
      type="button"
      className={classes.button}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-keyshortcuts={searchShortcut.aria}
      onClick={onOpen}
      onPointerEnter={onIntent}
      onFocus={onIntent}
    >
      <Search size={16} aria-hidden />
      <span className={classes.label}>Search players, servers, tribes, files…</span>
      <kbd className={classes.keys} aria-hidden>
        {searchShortcut.keys}
      </kbd>
    </button>
  );
}
