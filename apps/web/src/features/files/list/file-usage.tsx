import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ProgressBar } from '../../../components/display/progress-bar.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { formatBytes } from '../../../lib/text/format.ts';
import { usageQuery } from '../files.queries.ts';

const warnFrom = 0.9;

/** Storage used by all files, out of the quota. */
export function FileUsage() {
  const query = useQuery(usageQuery);
  return (
    <QueryRegion query={query} skeletonHeight={32}>
      {({ bytes, quotaBytes }) => {
        const isWarning = bytes >= quotaBytes * warnFrom;
        return (
          <Stack gap="xs" maw={480}>
            <Text size="sm">
              {formatBytes(bytes)} of {formatBytes(quotaBytes)} used
              {isWarning ? ' – delete files you no longer need' : ''}
            </Text>
            <ProgressBar label="Storage used by files" value={bytes} max={quotaBytes} isWarning={isWarning} />
          </Stack>
        );
      }}
    </QueryRegion>
  );
}
