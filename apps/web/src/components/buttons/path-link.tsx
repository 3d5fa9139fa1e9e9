import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { splitPath } from '../../lib/text/split-path.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { PlainText } from '../display/plain-text.tsx';
import classes from './path-link.module.css';

type Props = {
  /** A page of this site. */
  href: string;
  /** The text: a name with the folders before it. */
  path: string;
};

/** A bare `<a>`: the router's own links are too expensive in virtualized rows. */
export function PathLink({ href, path }: Props) {
  const navigate = useNavigate();
  const { folders, base } = splitPath(path);
  // Labelled as a whole: screen readers would pause between the two parts.
  const label = visibleText(path);
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void navigate({ href });
  };
  return (
    <a className={classes.link} href={href} title={label} aria-label={label} onClick={open}>
      {folders === '' ? null : (
        <span className={classes.folders}>
          <PlainText text={folders} />
        </span>
      )}
      <span className={classes.base}>
        <PlainText text={base} />
      </span>
    </a>
  );
}

/** Clicks with a modifier key or another button open a new tab, which is up to the browser. */
function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
