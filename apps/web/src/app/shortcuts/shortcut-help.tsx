import { Modal } from '@mantine/core';
import { Fragment, useId } from 'react';
import { useReturnFocus } from '../../components/dialogs/use-return-focus.ts';
import { searchShortcut } from '../../features/search/use-search-shortcut.ts';
import type { PageShortcut } from './page-shortcuts.ts';
import classes from './shortcut-help.module.css';

type Props = { pages: readonly PageShortcut[]; onClose: () => void };
type Row = { keys: readonly string[]; name: string };

const general: readonly Row[] = [
  { keys: [searchShortcut.keys], name: 'Search, and everything you can do' },
  { keys: ['/'], name: 'Search' },
  { keys: ['s'], name: 'Switch to another server' },
  { keys: ['?'], name: 'Show these shortcuts' },
  { keys: ['Esc'], name: 'Close a dialog or panel' },
];

/** Lists the shortcuts of all pages. */
export function ShortcutHelp({ pages, onClose }: Props) {
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title="Keyboard shortcuts"
      size={640}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
      <div className={classes.columns}>
        <ShortcutList title="Anywhere" rows={general} />
        <ShortcutList title="Go to" rows={pages.map(({ key, name }) => ({ keys: ['g', key], name }))} />
      </div>
    </Modal>
  );
}

function ShortcutList({ title, rows }: { title: string; rows: readonly Row[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {title}
      </h3>
      <dl className={classes.list}>
        {rows.map(({ keys, name }) => (
          <div key={name} className={classes.row}>
            <dt>
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index === 0 ? null : ' then '}
                  <kbd className={classes.key}>{key}</kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{name}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
