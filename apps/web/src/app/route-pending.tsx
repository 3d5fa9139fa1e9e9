import { Skeleton, Stack } from '@mantine/core';

/** While the code of a page is on its way. */
export function RoutePending() {
  return (
    <Stack gap="lg" aria-busy>
      <Skeleton height={29} width={240} />
      <Skeleton height={120} />
    </Stack>
  );
}
