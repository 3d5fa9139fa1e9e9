import type { ReactNode } from 'react';
import classes from './player-link.module.css';
import { isPlainClick } from './use-bare-link.ts';

type Props = { href: string; children: ReactNode };

/** The link of a row that does the same when clicked anywhere: here for the keyboard, for new tabs and for copying. */
export function RowLink({ href, children }: Props) {
  return (
    <a
      href={href}
      className={classes.link}
      onClick={(event) => {
        if (isPlainClick(event)) event.preventDefault();
        else event.stopPropagation();
      }}
    >
      {children}
    </a>
  );
}
