import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { visibleLines } from '../../../lib/text/visible-text.ts';
import { ownReportsQuery, type OwnReport } from '../reports.queries.ts';
import { ReportStateMark } from './report-state.tsx';
import classes from './reports.module.css';

/** What the user reported, with the answers. */
export function OwnReports() {
  const query = useQuery(ownReportsQuery);
  return (
    <QueryRegion query={query} skeletonHeight={80}>
      {(reports) =>
        reports.length === 0 ? (
          <Text c="dimmed">
            You haven't reported anyone. To report a player, open their page and choose Report, or write !report in the
            game.
          </Text>
        ) : (
          <ul className={classes.own}>
            {reports.map((report) => (
              <li key={report.id}>
                <OwnReportItem report={report} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryRegion>
  );
}

function OwnReportItem({ report: { player, server, state, createdAt, text, answer } }: { report: OwnReport }) {
  return (
    <>
      <Text fw={600}>
        <PlainText text={player.name} />
      </Text>
      <span className={classes.by}>
        <ReportStateMark state={state} /> · <TimeAgo at={createdAt} />
        {server === null ? null : (
          <>
            {' · '}
            <PlainText text={server.name} />
          </>
        )}
      </span>
      <bdi className={classes.text}>{visibleLines(text)}</bdi>
      {answer === null ? null : (
        <div className={classes.answer}>
          <bdi className={classes.text}>{visibleLines(answer.text)}</bdi>
          <span className={classes.by}>
            Answered <TimeAgo at={answer.at} />
          </span>
        </div>
      )}
    </>
  );
}
