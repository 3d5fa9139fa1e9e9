import { useState } from 'react';
import { fromLocalField, isUnreadableTime, toLocalField } from '../../lib/text/local-field.ts';
import { DateTimeInput } from './date-time-input.tsx';

type Props = {
  label: string;
  /** As ISO text; stored in the URL. */
  value: string | undefined;
  error?: string | undefined;
  onTime: (time: string | undefined) => void;
};

/** A date and time in local time. Applied when it is left or on Enter, since a half-typed time is not valid. */
export function DateTimeField({ label, value, error, onTime }: Props) {
  const [text, setText] = useState(() => toLocalField(value));
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    setText(toLocalField(value));
  }
  const apply = (entered: string) => {
    if (entered !== toLocalField(value) && !isUnreadableTime(entered)) onTime(fromLocalField(entered));
  };
  return (
    <DateTimeInput
      label={label}
      value={text}
      error={error}
      onChange={setText}
      onLeave={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(text);
      }}
    />
  );
}
