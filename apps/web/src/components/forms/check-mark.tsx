import type { ComponentPropsWithRef } from 'react';

type Props = Omit<ComponentPropsWithRef<'input'>, 'className' | 'type'> & { type?: 'checkbox' | 'radio' };

/** A native checkbox or radio button that looks like the other fields, by styles.css: there may be thousands. */
export function CheckMark({ type = 'checkbox', ...inputProps }: Props) {
  return <input {...inputProps} type={type} data-mark="" />;
}
