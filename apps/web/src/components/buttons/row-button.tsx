import type { ComponentPropsWithRef } from 'react';
import classes from './row-button.module.css';

/** A plain button for rows: cheap enough for long lists. */
export function RowButton(props: Omit<ComponentPropsWithRef<'button'>, 'type' | 'className'>) {
  return <button type="button" {...props} className={classes.button} />;
}
