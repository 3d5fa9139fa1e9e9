import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './home-panel.module.css';

type Props = {
  title: ReactNode;
  /** At the end of the title's line. */
  aside?: ReactNode;
  /** For content that is no list of rows. */
  isPadded?: boolean;
  children: ReactNode;
};

/** A card of Home: a title, and rows from edge to edge. */
export function HomePanel({ title, aside, isPadded = false, children }: Props) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={2} id={id} className={classes.title ?? ''}>
          {title}
        </Title>
        {aside === undefined ? null : <div className={classes.aside}>{aside}</div>}
      </div>
      <div className={classes.body} data-padded={isPadded || undefined}>
        {children}
      </div>
    </section>
  );
}
