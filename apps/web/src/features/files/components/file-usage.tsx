import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ProgressBar } from '../../../components/display/progress-bar.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { formatBytes } from '../../../lib/text/format.ts';
import { usageQuery } from '../files.queries.ts';

const warnFrom = 0.9;

/** How much room all files take together, and how much there is. */
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
              {isWarning ? ' – delete what nobody needs any more' : ''}
            </Text>
            <ProgressBar label="Room taken by files" value={bytes} max={quotaBytes} isWarning={isWarning} />
          </Stack>
        );
      }}
    </QueryRegion>
  );
}
