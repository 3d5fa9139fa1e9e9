import { Group, Stack, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './page.module.css';

type Props = {
  title: string;
  /** What the browser's tab says, where the heading alone would not do. */
  tabTitle?: string;
  /** Beside the heading: an indicator or the commonest action. */
  aside?: ReactNode;
  /** For what has more to show the more room there is: a map, not a text. */
  isWide?: boolean;
  children?: ReactNode;
};

export function Page({ title, tabTitle = title, aside, isWide = false, children }: Props) {
  useDocumentTitle(`${tabTitle} · Tribehall`);
  return (
    <Stack gap="lg" className={classes.page ?? ''} data-wide={isWide}>
      <Group justify="space-between" gap="md">
        <Title order={1}>{title}</Title>
        {aside}
      </Group>
      {children}
    </Stack>
  );
}
