import type { CSSProperties } from 'react';
import { ChartReader, type ChartReading } from './chart-reader.tsx';
import classes from './line-chart.module.css';

/** `at` in milliseconds since 1970. */
export type ChartPoint = { at: number; value: number };

type Props = {
  /** Each run is one line; between runs there is no data. */
  runs: readonly (readonly ChartPoint[])[];
  from: number;
  to: number;
  /** Labels at the side, each with a grid line; the last one is the upper end of the scale. */
  values: readonly number[];
  /** Labels below. */
  times: readonly { at: number; label: string }[];
  isSmall?: boolean;
  /** Lets people read the value at a time, with the pointer or the arrow keys. Without it, the chart is only a picture. */
  reading?: ChartReading;
};

const size = { width: 720, height: 120 };

/** A value over time. Screen readers do not get the picture: a text beside it says the same. */
export function LineChart({ runs, from, to, values, times, isSmall = false, reading }: Props) {
  const top = Math.max(values.at(-1) ?? 0, 1);
  const shareOf = (at: number) => (at - from) / Math.max(to - from, 1);
  const x = (at: number) => (shareOf(at) * size.width).toFixed(1);
  const y = (value: number) => ((1 - value / top) * size.height).toFixed(1);
  const lineOf = (run: readonly ChartPoint[]) => `M${run.map(({ at, value }) => `${x(at)} ${y(value)}`).join('L')}`;
  return (
    <div className={classes.chart} data-small={isSmall} data-readable={reading !== undefined}>
      <div className={classes.values} aria-hidden>
        <span className={classes.widest}>{top}</span>
        {values.map((value) => (
          <span key={value} className={classes.value} style={share(1 - value / top)}>
            {value}
          </span>
        ))}
      </div>
      <div className={classes.plot}>
        <svg
          viewBox={`0 0 ${size.width} ${size.height}`}
          preserveAspectRatio="none"
          className={classes.lines}
          aria-hidden
        >
          <path
            d={[
              ...values.map((value) => `M0 ${y(value)}H${size.width}`),
              ...times.map(({ at }) => `M${x(at)} 0V${size.height}`),
            ].join('')}
            className={classes.grid}
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={runs
              .filter((run) => run.length > 0)
              .map(lineOf)
              .join('')}
            className={classes.line}
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {reading === undefined ? null : <ChartReader {...reading} from={from} to={to} />}
      </div>
      <div className={classes.times} aria-hidden>
        {times.map(({ at, label }) => (
          <span
            key={at}
            className={classes.time}
            data-end={at === from ? 'from' : at === to ? 'to' : undefined}
            style={share(shareOf(at))}
          >
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}

function share(part: number): CSSProperties {
  return { '--share': `${(part * 100).toFixed(2)}%` } as CSSProperties;
}
