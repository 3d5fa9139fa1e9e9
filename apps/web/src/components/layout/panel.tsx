import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './panel.module.css';

type Props = {
  title: string;
  /** It holds a table, which needs the page's full width. */
  isWide?: boolean;
  children: ReactNode;
};

/** A titled card on a page. */
export function Panel({ title, isWide = false, children }: Props) {
  const id = useId();
  return (
    <section className={classes.panel} data-wide={isWide || undefined} aria-labelledby={id}>
      <Title order={2} id={id} mb="md">
        {title}
      </Title>
      {children}
    </section>
  );
}
