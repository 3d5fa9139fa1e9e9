import classes from './progress-bar.module.css';

type Props = {
  label: string;
  /** Of `max`; null where there is no telling. */
  value: number | null;
  max?: number;
  /** It has come too far for comfort. */
  isWarning?: boolean;
};

/** How far something has come. */
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
