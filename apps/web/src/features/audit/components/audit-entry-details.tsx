import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Facts } from '../../../components/display/facts.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { formatDateTime } from '../../../lib/text/format.ts';
import { visibleLines } from '../../../lib/text/visible-text.ts';
import type { AuditEntry } from '../audit-filters.ts';
import { auditEntryQuery } from '../audit.queries.ts';
import classes from './audit-entry-details.module.css';

/** All fields of one entry. */
export function AuditEntryDetails({ id }: { id: string }) {
  return (
    <QueryRegion query={useQuery(auditEntryQuery(id))}>
      {(entry) => (entry === null ? <Text c="dimmed">This entry doesn't exist.</Text> : <Entry entry={entry} />)}
    </QueryRegion>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { id, at, actor, address, action, target, outcome, details, hash } = entry;
  const texts = { Actor: actor, From: address, Action: action, Target: target, Outcome: outcome };
  return (
    <Stack gap="md" className={classes.entry ?? ''}>
      <Facts>
        <dt>Entry</dt>
        <dd>{id}</dd>
        <dt>Time</dt>
        <dd>
          <time dateTime={at}>{formatDateTime(at)}</time>
        </dd>
        {Object.entries(texts).map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <PlainText text={text} />
            </dd>
          </div>
        ))}
      </Facts>
      {details === null ? null : (
        <pre className={classes.code} aria-label="Details">
          {visibleLines(JSON.stringify(details, null, 2))}
        </pre>
      )}
      <div>
        <Text c="dimmed">Hash of this entry and the previous one</Text>
        <code className={classes.code}>{hash === '' ? 'none' : hash}</code>
      </div>
    </Stack>
  );
}
