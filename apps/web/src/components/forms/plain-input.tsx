import type { ComponentPropsWithRef } from 'react';
import classes from './plain-input.module.css';

type Props = Omit<ComponentPropsWithRef<'input'>, 'className'> & {
  /** For a number between words. */
  isShort?: boolean;
};

/** A bare field that looks like the others, for popovers and rows. */
export function PlainInput({ isShort = false, ...inputProps }: Props) {
  return <input {...inputProps} className={classes.input} data-short={isShort || undefined} />;
}
