import type { ComponentPropsWithRef } from 'react';
import classes from './check-mark.module.css';

type Props = Omit<ComponentPropsWithRef<'input'>, 'className' | 'type'> & { type?: 'checkbox' | 'radio' };

/** A native checkbox or radio button that looks like the other fields: there may be thousands. */
export function CheckMark({ type = 'checkbox', ...inputProps }: Props) {
  return <input {...inputProps} type={type} className={classes.mark} />;
}
