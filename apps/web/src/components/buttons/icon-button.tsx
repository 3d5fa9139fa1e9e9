import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import classes from './icon-button.module.css';

type Props = Omit<ComponentPropsWithRef<'button'>, 'type' | 'className' | 'disabled' | 'children' | 'aria-label'> & {
  icon: LucideIcon;
  label: string;
  /** It keeps the focus then, so that a row of them can be walked. */
  isDisabled?: boolean;
};

/** A plain small button for rows and bars, known by its picture and its name. */
export function IconButton({ icon: Icon, label, isDisabled = false, onClick, ...buttonProps }: Props) {
  return (
    <button
      type="button"
      title={label}
      {...buttonProps}
      aria-label={label}
      aria-disabled={isDisabled || undefined}
      className={classes.button}
      onClick={isDisabled ? undefined : onClick}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}
