import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import classes from './icon-button.module.css';

type Props = Omit<ComponentPropsWithRef<'button'>, 'type' | 'className' | 'disabled' | 'children' | 'aria-label'> & {
  icon: LucideIcon;
  label: string;
  /** A disabled button stays focusable, so that the arrow keys can pass over it. */
  isDisabled?: boolean;
};

/** A small button for rows and toolbars, with an icon and an accessible name. */
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
