import { Input } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { SelectBox } from '../../../components/forms/select-box.tsx';

type Props = {
  label: string;
  value: string;
  error?: string | undefined;
  description?: string | undefined;
  onChange: (value: string) => void;
  /** The options. */
  children: ReactNode;
};

/** A native select in a form, with its error below it. */
export function LabelledSelect({ label, value, error, description, onChange, children }: Props) {
  const id = useId();
  return (
    <Input.Wrapper id={id} label={label} error={error} description={description}>
      <div>
        <SelectBox
          id={id}
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {children}
        </SelectBox>
      </div>
    </Input.Wrapper>
  );
}
