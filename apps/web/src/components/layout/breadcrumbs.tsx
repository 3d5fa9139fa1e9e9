import { createLink, type LinkOptions } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import { PlainText } from '../display/plain-text.tsx';
import classes from './breadcrumbs.module.css';

/** A page above this one, or this page: the last one has no link. */
export type Crumb = { text: string; link?: LinkOptions };

const CrumbLink = createLink(CrumbAnchor);

/** The way from a list to this page. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className={classes.nav}>
      <ol className={classes.list}>
        {crumbs.map(({ text, link }, index) => (
          // A page can have the name of the one above it.
          <li key={index} className={classes.crumb}>
            {link === undefined ? (
              <span aria-current="page">
                <PlainText text={text} />
              </span>
            ) : (
              <CrumbLink {...link}>
                <PlainText text={text} />
              </CrumbLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The router would mark the link to a page above as the current one. */
function CrumbAnchor({ 'aria-current': _, children, ...anchorProps }: ComponentPropsWithRef<'a'>) {
  return (
    <a {...anchorProps} className={classes.link}>
      {children}
    </a>
  );
}
