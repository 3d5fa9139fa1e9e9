import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { isLasting, kindWords, reachText, stateLook } from '../sanction-words.ts';
import { useAcknowledge } from '../sanctions.mutations.ts';
import { ownSanctionsQuery, type OwnSanction } from '../sanctions.queries.ts';
import classes from './own-sanctions.module.css';

/** What was imposed on the user's own characters. Warnings can be confirmed as read. */
export function OwnSanctions() {
  return (
    <QueryRegion query={useQuery(ownSanctionsQuery)} skeletonHeight={48}>
      {(sanctions) =>
        sanctions.length === 0 ? (
          <Text c="dimmed">None of your characters was warned, muted, kicked or banned.</Text>
        ) : (
          <ul className={classes.list}>
            {sanctions.map((sanction) => (
              <li key={sanction.id} className={classes.item}>
                <OwnSanctionItem sanction={sanction} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryRegion>
  );
}

function OwnSanctionItem({ sanction }: { sanction: OwnSanction }) {
  const { id, kind, state, reach, reason, createdAt, endsAt, acknowledgedAt } = sanction;
  const acknowledge = useAcknowledge();
  return (
    <Stack gap="xs">
      <Group gap="md">
        <span>
          <b>{kindWords[kind].noun}</b> on <PlainText text={reachText(reach)} />, <TimeAgo at={createdAt} />
        </span>
        <StatusDot {...stateLook(sanction)} />
      </Group>
      {reason === '' ? null : (
        <Text>
          <PlainText text={reason} />
        </Text>
      )}
      {isLasting(kind) && state === 'active' ? (
        <Text c="dimmed">
          {endsAt === null ? (
            'Until an admin lifts it.'
          ) : (
            <>
              Ends <TimeAgo at={endsAt} />.
            </>
          )}
        </Text>
      ) : null}
      {kind === 'warning' && acknowledgedAt === null ? (
        <div>
          <Button variant="default" loading={acknowledge.isPending} onClick={() => acknowledge.mutate(id)}>
            I have read this
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}
