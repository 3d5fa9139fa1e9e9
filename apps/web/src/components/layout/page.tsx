import { Group, Stack, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './page.module.css';

type Props = {
  title: string;
  /** The title of the browser tab, where it differs from the heading. */
  tabTitle?: string;
  /** Before the heading: a face. */
  mark?: ReactNode;
  /** Beside the heading: an indicator or the most common action. */
  aside?: ReactNode;
  /** For content that profits from width, such as a map. */
  isWide?: boolean;
  children?: ReactNode;
};

export function Page({ title, tabTitle = title, mark, aside, isWide = false, children }: Props) {
  useDocumentTitle(`${tabTitle} · Tribehall`);
  const heading = <Title order={1}>{title}</Title>;
  return (
    <Stack gap="lg" className={classes.page ?? ''} data-wide={isWide}>
      <Group justify="space-between" gap="md">
        {mark === undefined ? (
          heading
        ) : (
          <Group gap="md" wrap="nowrap" miw={0}>
            {mark}
            {heading}
          </Group>
        )}
        {aside}
      </Group>
      {children}
    </Stack>
  );
}
