import { Button, Group, useComputedColorScheme } from '@mantine/core';
import { Download, Pause, Play } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { SegmentedChoice } from '../../../components/forms/segmented-choice.tsx';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import { saveText } from '../../../lib/browser/download.ts';
import { useStoredText } from '../../../lib/storage/stored-text.ts';
import { formatLength } from '../../../lib/text/format.ts';
import panelClasses from '../components/terminal-panel.module.css';
import { RangeSlider } from '../../../components/forms/range-slider.tsx';
import type { TerminalScreen } from '../terminal-screen.ts';
import { terminalWrap } from '../terminal-settings.ts';
import { parseCast } from './asciicast.ts';
import classes from './recording-player.module.css';
import { speeds, usePlayback } from './use-playback.ts';

const TerminalView = lazyPart(() => import('../components/terminal-view.tsx').then((module) => module.TerminalView));

/** Replays a recording where its command ran: on the screen of the terminal. */
export function RecordingPlayer({ id, text }: { id: string; text: string }) {
  const cast = useMemo(() => parseCast(text), [text]);
  const [screen, setScreen] = useState<TerminalScreen>();
  const isDark = useComputedColorScheme('dark') === 'dark';
  const isWrapped = useStoredText(terminalWrap) !== 'no';
  const playback = usePlayback(screen, cast);
  return (
    <section className={panelClasses.panel} aria-label="Replay">
      <div className={panelClasses.output}>
        <TerminalView isDark={isDark} isWrapped={isWrapped} onScreen={setScreen} />
      </div>
      <div className={classes.bar}>
        <PlaybackBar seconds={cast.seconds} {...playback} />
        <Group gap="sm">
          <SegmentedChoice label="Speed" choices={speeds} value={playback.speed} onChange={playback.setSpeed} />
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Download size={14} aria-hidden />}
            onClick={() => saveText(`${id}.cast`, 'application/x-asciicast', text)}
          >
            Download
          </Button>
        </Group>
      </div>
    </section>
  );
}

type BarProps = {
  seconds: number;
  position: number;
  isPlaying: boolean;
  toggle: () => void;
  seek: (seconds: number) => void;
};

function PlaybackBar({ seconds, position, isPlaying, toggle, seek }: BarProps) {
  const id = useId();
  const times = `${formatLength(position)} of ${formatLength(seconds)}`;
  const Icon = isPlaying ? Pause : Play;
  return (
    <div className={classes.playback}>
      <Button size="compact-sm" leftSection={<Icon size={14} aria-hidden />} onClick={toggle}>
        {isPlaying ? 'Pause' : 'Play'}
      </Button>
      <RangeSlider
        id={id}
        aria-label="Position"
        aria-valuetext={times}
        max={Math.max(seconds, 0.001)}
        step="any"
        value={position}
        onChange={(event) => seek(event.currentTarget.valueAsNumber)}
      />
      <output htmlFor={id} className={classes.times}>
        {times}
      </output>
    </div>
  );
}
