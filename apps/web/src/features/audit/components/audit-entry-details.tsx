import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PlayerLink } from '../../../components/buttons/player-link.tsx';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { Facts } from '../../../components/display/facts.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { formatDateTime } from '../../../lib/text/format.ts';
import { visibleLines } from '../../../lib/text/visible-text.ts';
import { actionName } from '../action-names.ts';
import type { AuditEntry } from '../audit-filters.ts';
import { auditEntryQuery } from '../audit.queries.ts';
import { AuditOutcome } from './audit-outcome.tsx';
import classes from './audit-entry-details.module.css';

/** All fields of one entry. */
export function AuditEntryDetails({ id }: { id: string }) {
  return (
    <QueryRegion query={useQuery(auditEntryQuery(id))}>
      {(entry) =>
        entry === null ? (
          <Text c="dimmed">This entry doesn't exist, or was removed because of its age.</Text>
        ) : (
          <Entry entry={entry} />
        )
      }
    </QueryRegion>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { id, at, actor, address, action, target, outcome, details, hash } = entry;
  const name = actionName(action);
  const playerId = details?.['playerId'];
  const apiToken = details?.['apiToken'];
  const recording = details?.['recording'];
  return (
    <Stack gap="md" className={classes.entry ?? ''}>
      {name === undefined ? null : <p className={classes.action}>{name}</p>}
      <Facts>
        <dt>Entry</dt>
        <dd>{id}</dd>
        <dt>Time</dt>
        <dd>
          {formatDateTime(at)}
          <span className={classes.dimmed}>
            {' '}
            (<TimeAgo at={at} />)
          </span>
        </dd>
        <TextFact term="Actor" text={actor} />
        {typeof apiToken === 'string' ? <TextFact term="API token" text={apiToken} /> : null}
        {address === '' ? null : <TextFact term="From" text={address} />}
        <TextFact term="Action" text={action} />
        <TextFact term="Target" text={target} />
        <dt>Outcome</dt>
        <dd>
          <AuditOutcome outcome={outcome} />
        </dd>
        {typeof playerId === 'string' ? (
          <div>
            <dt>Player</dt>
            <dd>
              <PlayerLink playerId={playerId} name={playerId} />
            </dd>
          </div>
        ) : null}
        {typeof recording === 'string' ? (
          <div>
            <dt>Recording</dt>
            <dd>
              <TextLink to="/terminal/recordings/$recordingId" params={{ recordingId: recording }}>
                Replay the output
              </TextLink>
            </dd>
          </div>
        ) : null}
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

function TextFact({ term, text }: { term: string; text: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <PlainText text={text} />
      </dd>
    </div>
  );
}
