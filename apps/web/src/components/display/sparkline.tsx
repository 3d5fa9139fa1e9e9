import classes from './sparkline.module.css';

type Props = {
  /** At equal distances in time; null where the value is not known. */
  values: readonly (number | null)[];
  /** The upper end of the scale; at least the highest value. */
  top?: number;
};

const size = { width: 120, height: 28 };

/** A value over time, as a shape. Hidden from screen readers: a number beside it says what it is now. */
export function Sparkline({ values, top = 1 }: Props) {
  const most = Math.max(top, ...values.map((value) => value ?? 0));
  const x = (index: number) => ((index / Math.max(values.length - 1, 1)) * size.width).toFixed(1);
  const y = (value: number) => (size.height - 1 - (value / most) * (size.height - 2)).toFixed(1);
  const lines = runsOf(values).map((run) => run.map(({ index, value }) => `${x(index)} ${y(value)}`).join('L'));
  const areas = runsOf(values).map((run, at) => {
    const [first, last] = [run[0]?.index ?? 0, run.at(-1)?.index ?? 0];
    return `M${x(first)} ${size.height}L${lines[at]}L${x(last)} ${size.height}Z`;
  });
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      className={classes.sparkline}
      aria-hidden
    >
      <path d={areas.join('')} className={classes.area} />
      <path d={lines.map((line) => `M${line}`).join('')} className={classes.line} />
    </svg>
  );
}

type Known = { index: number; value: number };

/** The values between gaps. */
function runsOf(values: readonly (number | null)[]): Known[][] {
  const runs: Known[][] = [];
  let previous: number | null = null;
  for (const [index, value] of values.entries()) {
    if (value !== null) {
      if (previous === null) runs.push([]);
      runs.at(-1)?.push({ index, value });
    }
    previous = value;
  }
  return runs;
}
