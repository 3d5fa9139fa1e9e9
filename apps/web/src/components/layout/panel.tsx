import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './panel.module.css';

/** A titled card on a page. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <Title order={2} id={id} mb="md">
        {title}
      </Title>
      {children}
    </section>
  );
}
