import type { ReactNode } from 'react';
import { useBareLink } from '../../components/buttons/use-bare-link.ts';
import type { Tone } from '../../lib/servers/server-states.ts';
import classes from './attention-cards.module.css';

export type Card = { key: string; tone: Tone; title: ReactNode; detail: ReactNode; href: string };

/** Something that needs an admin, as a link to where it is put right. */
export function AttentionCard({ tone, title, detail, href }: Omit<Card, 'key'>) {
  return (
    <li>
      <a className={classes.card} data-tone={tone} {...useBareLink(href)}>
        <b>{title}</b>
        <span className={classes.detail}>{detail}</span>
      </a>
    </li>
  );
}
