import classes from './line-chart.module.css';

/** `at` in milliseconds since 1970. */
export type ChartPoint = { at: number; value: number };

type Props = {
  /** Each run is one line; between runs there is no data. */
  runs: readonly (readonly ChartPoint[])[];
  from: { at: number; label: string };
  to: number;
  /** The upper end of the scale. */
  top: number;
  isSmall?: boolean;
};

const size = { width: 720, height: 120 };

/** A value over time. Hidden from screen readers: a text beside it says the same. */
export function LineChart({ runs, from, to, top, isSmall = false }: Props) {
  const x = (at: number) => (((at - from.at) / Math.max(to - from.at, 1)) * size.width).toFixed(1);
  const y = (value: number) => ((1 - value / top) * size.height).toFixed(1);
  const lineOf = (run: readonly ChartPoint[]) => `M${run.map(({ at, value }) => `${x(at)} ${y(value)}`).join('L')}`;
  return (
    <div className={classes.chart} data-small={isSmall} aria-hidden>
      <span className={classes.top}>{top}</span>
      <span className={classes.zero}>0</span>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} preserveAspectRatio="none" className={classes.plot}>
        <path
          d={runs
            .filter((run) => run.length > 0)
            .map(lineOf)
            .join('')}
          className={classes.line}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span className={classes.from}>{from.label}</span>
      <span className={classes.to}>now</span>
    </div>
  );
}
