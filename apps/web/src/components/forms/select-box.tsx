import { ChevronDown } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import classes from './select-box.module.css';

type Props = Omit<ComponentPropsWithRef<'select'>, 'className'> & {
  /** For rows. */
  isSmall?: boolean;
};

/** A native select that looks like the other fields: there may be many, and a phone has its own way to choose. */
export function SelectBox({ isSmall = false, children, ...selectProps }: Props) {
  return (
    <span className={classes.box} data-small={isSmall}>
      <select {...selectProps} className={classes.select}>
        {children}
      </select>
      <ChevronDown size={14} className={classes.arrow} aria-hidden />
    </span>
  );
}
