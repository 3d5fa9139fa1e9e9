import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { LogFilter } from '../log-filter.ts';
import { fromLocalField, toLocalField } from '../log-time.ts';

type Props = { filter: LogFilter; onFilter: (filter: LogFilter) => void };

/** From when to when, in local time. An empty field sets no bound. */
export function LogOwnTimes({ filter, onFilter }: Props) {
  const { after, before } = filter;
  const isTurned = after !== undefined && before !== undefined && after >= before;
  const change = (times: Pick<LogFilter, 'after' | 'before'>) => onFilter({ ...filter, ...times, at: undefined });
  return (
    <>
      <TimeField key={`after ${after}`} label="From" value={after} onTime={(time) => change({ after: time, before })} />
      <TimeField
        key={`before ${before}`}
        label="To"
        value={before}
        error={isTurned ? 'This is before the start.' : undefined}
        onTime={(time) => change({ after, before: time })}
      />
    </>
  );
}

type FieldProps = {
  label: string;
  value: string | undefined;
  error?: string | undefined;
  onTime: (time: string | undefined) => void;
};

/** Half a time is none yet: it counts when the field is left, or on Enter. */
function TimeField({ label, value, error, onTime }: FieldProps) {
  const [text, setText] = useState(() => toLocalField(value));
  const apply = () => {
    const time = fromLocalField(text);
    if (time !== value) onTime(time);
  };
  return (
    <TextInput
      type="datetime-local"
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
