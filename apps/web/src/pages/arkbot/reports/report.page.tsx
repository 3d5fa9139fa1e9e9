import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions, useParams } from '@tanstack/react-router';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { LiveStatus } from '../../../components/display/live-indicator.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { MissingNotice } from '../../../components/notices/missing-notice.tsx';
import { ReportDetails } from '../../../features/reports/components/report-details.tsx';
import { ReportAnswer, ReportComments } from '../../../features/reports/components/report-discussion.tsx';
import { reportQuery } from '../../../features/reports/reports.queries.ts';
import { hasCode } from '../../../lib/api/api-error.ts';
import { headingText } from '../../../lib/text/visible-text.ts';

const reports = { text: 'Reports', link: linkOptions({ to: '/arkbot/reports' }) };

export function ReportPage() {
  const { reportId } = useParams({ from: '/main/user/arkbot/reports/$reportId' });
  const query = useQuery(reportQuery(reportId));
  const isMissing = hasCode(query.error, 'NOT_FOUND');
  const name = query.data === undefined ? '' : headingText(query.data.player.name) || 'Unnamed player';
  const title = name === '' ? 'Report' : `Report about ${name}`;
  return (
    <Page title={title} crumbs={[reports, { text: name || 'Report' }]} aside={<LiveStatus />}>
      {isMissing ? (
        <MissingNotice
          noun="report"
          back={null}
          choose={<LinkButton to="/arkbot/reports">See all reports</LinkButton>}
        />
      ) : (
        <QueryRegion query={query} skeletonHeight={320}>
          {(report) => (
            <Stack key={report.id} gap="lg">
              <ReportDetails report={report} />
              <ReportAnswer report={report} />
              <ReportComments report={report} />
            </Stack>
          )}
        </QueryRegion>
      )}
    </Page>
  );
}
