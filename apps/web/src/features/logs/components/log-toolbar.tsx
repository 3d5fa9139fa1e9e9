import { Button, Checkbox, Group } from '@mantine/core';
import { Download } from 'lucide-react';
import { LiveIndicator } from '../../../components/display/live-indicator.tsx';
import { FilterFold } from '../../../components/forms/filter-fold.tsx';
import { useLiveState } from '../../../lib/live/use-live.ts';
import { useStoredText } from '../../../lib/storage/stored-text.ts';
import type { LogFilter } from '../log-filter.ts';
import { logWrap } from '../log-wrap.ts';
import { useDownloadLogs } from '../logs.mutations.ts';
import type { LogLinesView } from '../use-log-lines.ts';
import { LogJump } from './log-jump.tsx';
import classes from './log-panel.module.css';

type Props = { view: LogLinesView; filter: LogFilter; onFilter: (filter: LogFilter) => void };

export function LogToolbar({ view: { isFollowing, mayFollow, follow, pause }, filter, onFilter }: Props) {
  const liveState = useLiveState();
  const isWrapped = useStoredText(logWrap) !== 'no';
  const download = useDownloadLogs(filter);
  return (
    <div className={classes.bar}>
      <Group gap="lg">
        <LiveIndicator state={isFollowing ? liveState : 'paused'} />
        <Checkbox
          label="Follow"
          checked={isFollowing}
          disabled={!mayFollow}
          onChange={(event) => (event.currentTarget.checked ? follow() : pause())}
        />
        <Checkbox
          label="Wrap lines"
          checked={isWrapped}
          onChange={(event) => logWrap.set(event.currentTarget.checked ? null : 'no')}
        />
      </Group>
      <FilterFold label="More">
        <Group gap="sm" align="start">
          <LogJump filter={filter} onFilter={onFilter} />
          <Button
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            Download
          </Button>
        </Group>
      </FilterFold>
    </div>
  );
}
