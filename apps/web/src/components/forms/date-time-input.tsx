import { TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import classes from './date-time-input.module.css';

type Props = Omit<ComponentProps<typeof TextInput>, 'type' | 'classNames'>;

/** A date and time, in the style of the other fields. The choice itself is the browser's: a phone has a good one. */
export function DateTimeInput(props: Props) {
  return (
    <TextInput
      {...props}
      type="datetime-local"
      classNames={{ label: classes.label ?? '', input: classes.input ?? '' }}
    />
  );
}
