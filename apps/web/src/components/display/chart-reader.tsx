import { useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import classes from './chart-reader.module.css';

export type ChartReading = {
  /** Accessible name. */
  label: string;
  /** The time and the value there. */
  textAt: (at: number) => string;
};

type Props = ChartReading & { from: number; to: number };

/** Presses of an arrow key from one end to the other. */
const presses = 48;
const steps: Partial<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -presses / 8,
  PageUp: presses / 8,
  Home: -presses,
  End: presses,
};

/** Lies over a plot and says what is at the pointer, the finger or the time that the arrow keys chose. */
export function ChartReader({ label, textAt, from, to }: Props) {
  // A share of the width, not a time: the chart moves on while it is being read.
  const [chosen, setChosen] = useState<number>();
  const share = chosen ?? 1;
  const text = textAt(from + share * (to - from));
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (width > 0) setChosen(within((clientX - left) / width));
  };
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setChosen(within((Math.round(share * presses) + step) / presses));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className={classes.reader}
      style={{ '--share': `${(share * 100).toFixed(2)}%` } as CSSProperties}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-valuetext={text}
      onPointerDown={point}
      onPointerMove={point}
      // A finger that is lifted leaves, too: its value stays to be read.
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setChosen(undefined)}
      onFocus={() => setChosen(share)}
      onBlur={() => setChosen(undefined)}
      onKeyDown={press}
    >
      {chosen === undefined ? null : (
        <>
          <span className={classes.mark} />
          <span className={classes.text}>{text}</span>
        </>
      )}
    </div>
  );
}

function within(share: number): number {
  return Math.max(0, Math.min(share, 1));
}
