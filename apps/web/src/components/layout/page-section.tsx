import { Stack, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

/** A titled, full-width section of a page, for tables. */
export function PageSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      {children}
    </Stack>
  );
}
