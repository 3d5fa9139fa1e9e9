import { Button, Group } from '@mantine/core';
import { Pause, Play, SkipForward } from 'lucide-react';
import { SegmentedChoice } from '../../../components/forms/segmented-choice.tsx';
import type { MusicQueue } from '../music.queries.ts';
import type { useQueueActions } from '../queue.mutations.ts';
import classes from './player-controls.module.css';
import { VolumeSlider } from './volume-slider.tsx';

const loopNames = { off: 'Off', one: 'One', all: 'All' } as const satisfies Record<MusicQueue['loop'], string>;

type Props = { queue: MusicQueue; actions: Pick<ReturnType<typeof useQueueActions>, 'change' | 'skip'> };

/** The controls apply to everyone in the channel. */
export function PlayerControls({ queue, actions: { change, skip } }: Props) {
  const { state, current, loop, volume } = queue;
  const isPaused = state === 'paused';
  return (
    <div className={classes.controls}>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={isPaused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />}
          disabled={current === null || (state !== 'playing' && !isPaused)}
          onClick={() => change.mutate({ isPaused: !isPaused })}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
        <Button
          variant="default"
          leftSection={<SkipForward size={16} aria-hidden />}
          disabled={current === null}
          loading={skip.isPending}
          onClick={() => {
            if (current !== null) skip.mutate(current);
          }}
        >
          Skip
        </Button>
      </Group>
      <div className={classes.pair}>
        <span className={classes.label} aria-hidden>
          Loop
        </span>
        <SegmentedChoice
          label="Loop"
          choices={loopNames}
          value={loop}
          onChange={(next) => change.mutate({ loop: next })}
        />
      </div>
      <VolumeSlider volume={volume} onChange={(next) => change.mutate({ volume: next })} />
    </div>
  );
}
