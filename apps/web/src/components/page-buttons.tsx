import { Button, Group, Text } from '@mantine/core';

type Props = { page: number; pageCount: number; onPage: (page: number) => void };

/** Nothing where one page holds all. */
export function PageButtons({ page, pageCount, onPage }: Props) {
  if (pageCount <= 1 && page === 1) return null;
  return (
    <Group gap="sm" component="nav" aria-label="Pages">
      <Button variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Text size="sm">
        Page {page} of {Math.max(pageCount, 1)}
      </Text>
      <Button variant="default" disabled={page >= pageCount} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </Group>
  );
}
