import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import classes from './nav-entry.module.css';

type Props = ComponentPropsWithRef<'a'> & { isDetour: boolean; isCurrent: boolean };

function NavAnchor({ isDetour, isCurrent, 'aria-current': active, children, ...anchorProps }: Props) {
  const current = isCurrent ? 'page' : active;
  return (
    <a {...anchorProps} className={classes.entry} aria-current={isDetour ? undefined : current}>
      {children}
    </a>
  );
}

/** A link of the drawer that shows when one is there. */
export const NavEntry = createLink(NavAnchor);
