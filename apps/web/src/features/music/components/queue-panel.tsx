import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { LiveStatus } from '../../../components/display/live-indicator.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { useQueueLive } from '../music.live.ts';
import { queueQuery, type MusicQueue } from '../music.queries.ts';
import { useQueueActions } from '../queue.mutations.ts';
import { NowPlaying, playerStateLooks } from './now-playing.tsx';
import { PlayerControls } from './player-controls.tsx';
import { QueueEntries } from './queue-entries.tsx';
import classes from './queue-panel.module.css';

/** The voice channel's current song and queue, the same for everyone. */
export function QueuePanel() {
  const titleId = useId();
  const query = useQuery(queueQuery);
  useQueueLive();
  return (
    <section className={classes.panel} aria-labelledby={titleId}>
      <Group justify="space-between" mb="md">
        <Title order={2} id={titleId}>
          Queue
        </Title>
        <LiveStatus />
      </Group>
      <QueryRegion query={query} skeletonHeight={240}>
        {(queue) => <Queue queue={queue} />}
      </QueryRegion>
    </section>
  );
}

function Queue({ queue }: { queue: MusicQueue }) {
  const actions = useQueueActions();
  const { problem, current, entries } = queue;
  return (
    <Stack gap="lg">
      {problem === null ? null : <Notice icon={TriangleAlert} title={problem} role="status" />}
      {current === null ? null : <NowPlaying current={current} queue={queue} />}
      {current === null && queue.state === 'connecting' ? <StatusDot {...playerStateLooks.connecting} /> : null}
      {current === null && entries.length === 0 ? (
        <Text c="dimmed">Nothing is playing. Send a video to start.</Text>
      ) : null}
      <PlayerControls queue={queue} actions={actions} />
      <QueueEntries entries={entries} actions={actions} />
    </Stack>
  );
}
