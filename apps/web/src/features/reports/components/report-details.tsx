import { Button, Group, Stack } from '@mantine/core';
import { PlayerLink } from '../../../components/buttons/player-link.tsx';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { Facts } from '../../../components/display/facts.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { visibleLines } from '../../../lib/text/visible-text.ts';
import { useChangeReport } from '../reports.mutations.ts';
import type { Report } from '../reports.queries.ts';
import { ReportStateMark } from './report-state.tsx';
import classes from './reports.module.css';

const sources = { portal: 'in the portal', discord: 'on Discord', game: 'in the game' } as const satisfies Record<
  Report['source'],
  string
>;

/** What was reported, by whom, and who takes care of it. */
export function ReportDetails({ report }: { report: Report }) {
  const { text, player, server, reporter, assignee, state, source, createdAt } = report;
  return (
    <Panel title="Report">
      <Stack gap="md">
        <bdi className={classes.text}>{visibleLines(text)}</bdi>
        <Facts>
          <dt>Player</dt>
          <dd>
            {player.id === null ? (
              <PlainText text={player.name} />
            ) : (
              <PlayerLink playerId={player.id} name={player.name} />
            )}
          </dd>
          <dt>Server</dt>
          <dd>{server === null ? 'None' : <PlainText text={server.name} />}</dd>
          <dt>Reported by</dt>
          <dd>
            {reporter.playerId === null ? (
              <PlainText text={reporter.name} />
            ) : (
              <PlayerLink playerId={reporter.playerId} name={reporter.name} />
            )}{' '}
            {sources[source]}, <TimeAgo at={createdAt} />
          </dd>
          <dt>State</dt>
          <dd>
            <ReportStateMark state={state} />
          </dd>
          <dt>Assigned to</dt>
          <dd>{assignee === null ? 'No one' : assignee.isYou ? 'You' : <PlainText text={assignee.name} />}</dd>
        </Facts>
        {player.id === null ? null : <TimelineLink playerId={player.id} serverId={server?.id} at={createdAt} />}
        <ReportActions report={report} />
      </Stack>
    </Panel>
  );
}

const hourMs = 60 * 60 * 1000;

type TimelineProps = { playerId: string; serverId: string | null | undefined; at: string };

/** What the player did around that time. */
function TimelineLink({ playerId, serverId, at }: TimelineProps) {
  const around = (ms: number) => new Date(Date.parse(at) + ms).toISOString();
  const span = { period: 'custom', from: around(-2 * hourMs), until: around(hourMs) };
  return (
    <div>
      <TextLink
        to="/arkbot/players/$playerId"
        params={{ playerId }}
        search={{ view: 'timeline', ...span, ...(serverId && { server: serverId }) }}
      >
        The player's timeline at that time
      </TextLink>
    </div>
  );
}

function ReportActions({ report: { id, assignee, state } }: { report: Report }) {
  const change = useChangeReport(id);
  const isMine = assignee?.isYou === true;
  return (
    <Group gap="sm">
      <Button
        variant="default"
        loading={change.isPending && change.variables.kind === 'assign'}
        onClick={() => change.mutate({ kind: 'assign', isMine: !isMine })}
      >
        {isMine ? 'Unassign' : 'Assign to me'}
      </Button>
      {state === 'closed' ? null : (
        <Button variant="default" onClick={() => change.mutate({ kind: 'close' })}>
          Close report
        </Button>
      )}
      {state === 'open' ? null : (
        <Button variant="default" onClick={() => change.mutate({ kind: 'reopen' })}>
          Reopen report
        </Button>
      )}
    </Group>
  );
}
