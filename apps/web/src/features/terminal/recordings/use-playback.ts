import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { TerminalScreen } from '../terminal-screen.ts';
import type { Cast } from './asciicast.ts';
import { createReplay } from './replay.ts';

export const speeds = { '1': '1×', '2': '2×', '5': '5×', '20': '20×' } as const;
export type Speed = keyof typeof speeds;

const stepMs = 50;

/** Plays a recording on a screen, as soon as there is one. */
export function usePlayback(screen: TerminalScreen | undefined, cast: Cast) {
  const [position, setPosition] = useState(0);
  const [isPlaying, setIsPlaying] = useState(true);
  const [speed, setSpeed] = useState<Speed>('1');
  const replay = useMemo(() => (screen === undefined ? undefined : createReplay(screen, cast)), [screen, cast]);

  const advance = useEffectEvent((seconds: number) => {
    const next = Math.min(cast.seconds, position + seconds * Number(speed));
    setPosition(next);
    if (next >= cast.seconds) setIsPlaying(false);
    return replay?.showUntil(next);
  });
  useEffect(() => {
    if (!isPlaying || replay === undefined) return undefined;
    let last = performance.now();
    let isDrawing = false;
    const step = () => {
      // A screen that is still busy is not given more.
      if (isDrawing) return;
      const now = performance.now();
      const passed = (now - last) / 1000;
      last = now;
      isDrawing = true;
      void advance(passed)?.finally(() => (isDrawing = false));
    };
    step();
    const timer = setInterval(step, stepMs);
    return () => clearInterval(timer);
  }, [isPlaying, replay]);

  const seek = (seconds: number) => {
    setPosition(seconds);
    void replay?.showUntil(seconds);
  };
  return {
    position,
    isPlaying,
    speed,
    setSpeed,
    seek,
    toggle: () => {
      // At the end, it starts over.
      if (!isPlaying && position >= cast.seconds) seek(0);
      setIsPlaying(!isPlaying);
    },
  };
}
