import { Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { visibleLines } from '../../../lib/text/visible-text.ts';
import { useChangeReport } from '../reports.mutations.ts';
import type { Report } from '../reports.queries.ts';
import { ReportTextForm } from './report-text-form.tsx';
import classes from './reports.module.css';

/** How an answer reaches the reporter. */
const ways = {
  mail: 'It arrives as mail: a whisper in the game, now or when the reporter comes online.',
  notification: 'The reporter has no linked character and gets a notification in the portal.',
  none: "It can't be delivered: the portal doesn't know who reported this. The answer is only stored.",
} as const satisfies Record<Report['answeredBy'], string>;

/** The answer that the reporter gets. */
export function ReportAnswer({ report }: { report: Report }) {
  const answer = useChangeReport(report.id);
  const [isClosing, setIsClosing] = useState(true);
  return (
    <Panel title="Answer">
      <Stack gap="md">
        {report.answer === null ? null : (
          <WrittenText text={report.answer.text} author={report.answer.by} at={report.answer.at} />
        )}
        {report.state === 'closed' ? (
          <Text c="dimmed">This report is closed. Reopen it to answer.</Text>
        ) : (
          <ReportTextForm
            label={report.answer === null ? 'Answer to the reporter' : 'Another answer to the reporter'}
            description={ways[report.answeredBy]}
            submitLabel="Send answer"
            isPending={answer.isPending}
            error={answer.error}
            onSubmit={(text, onSuccess) => answer.mutate({ kind: 'answer', text, isClosing }, { onSuccess })}
          >
            <Checkbox
              label="Close the report"
              checked={isClosing}
              onChange={(event) => setIsClosing(event.currentTarget.checked)}
            />
          </ReportTextForm>
        )}
      </Stack>
    </Panel>
  );
}

/** What moderators write to each other. */
export function ReportComments({ report }: { report: Report }) {
  const comment = useChangeReport(report.id);
  return (
    <Panel title="Comments">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          Only moderators see comments.
        </Text>
        {report.comments.length === 0 ? null : (
          <ul className={classes.comments}>
            {report.comments.map(({ id, text, author, at }) => (
              <li key={id}>
                <WrittenText text={text} author={author} at={at} />
              </li>
            ))}
          </ul>
        )}
        <ReportTextForm
          label="Add a comment"
          submitLabel="Add comment"
          isPending={comment.isPending}
          error={comment.error}
          onSubmit={(text, onSuccess) => comment.mutate({ kind: 'comment', text }, { onSuccess })}
        />
      </Stack>
    </Panel>
  );
}

function WrittenText({ text, author, at }: { text: string; author: string; at: string }) {
  return (
    <>
      <bdi className={classes.text}>{visibleLines(text)}</bdi>
      <span className={classes.by}>
        <PlainText text={author} /> · <TimeAgo at={at} />
      </span>
    </>
  );
}
