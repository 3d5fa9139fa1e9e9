import classes from './progress-bar.module.css';

type Props = {
  label: string;
  /** Out of `max`; null where it is unknown. */
  value: number | null;
  max?: number;
  /** Close to the limit. */
  isWarning?: boolean;
};

export function ProgressBar({ label, value, max = 100, isWarning = false }: Props) {
  return (
    <progress
      className={classes.progress}
      aria-label={label}
      data-warning={isWarning || undefined}
      max={max}
      {...(value !== null && { value: Math.min(value, max) })}
    />
  );
}
