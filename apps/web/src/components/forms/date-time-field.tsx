import { useState } from 'react';
import { fromLocalField, toLocalField } from '../../lib/text/format.ts';
import { DateTimeInput } from './date-time-input.tsx';

type Props = {
  label: string;
  /** As ISO text; stored in the URL. */
  value: string | undefined;
  error?: string | undefined;
  onTime: (time: string | undefined) => void;
};

/** A date and time in local time. Applied on blur or Enter, since a half-typed time is not valid. */
export function DateTimeField({ label, value, error, onTime }: Props) {
  const [text, setText] = useState(() => toLocalField(value));
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    setText(toLocalField(value));
  }
  const apply = () => {
    if (text !== toLocalField(value)) onTime(fromLocalField(text));
  };
  return (
    <DateTimeInput
      step={1}
      label={label}
      value={text}
      error={error}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    />
  );
}
