import classes from './progress-line.module.css';

type Props = {
  label: string;
  /** Of `max`; null where there is no telling. */
  value: number | null;
  max?: number;
};

/** How far something has come. */
export function ProgressLine({ label, value, max = 100 }: Props) {
  return (
    <progress
      className={classes.progress}
      aria-label={label}
      max={max}
      {...(value !== null && { value: Math.min(value, max) })}
    />
  );
}
