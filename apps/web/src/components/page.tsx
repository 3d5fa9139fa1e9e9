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
  children?: ReactNode;
};

export function Page({ title, tabTitle = title, aside, children }: Props) {
  useDocumentTitle(`${tabTitle} · Tribehall`);
  return (
    <Stack gap="lg" className={classes.page ?? ''}>
      <Group justify="space-between" gap="md">
        <Title order={1}>{title}</Title>
        {aside}
      </Group>
      {children}
    </Stack>
  );
}
