import { Input } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { SelectBox } from './select-box.tsx';

type Props = {
  label: string;
  value: string;
  error?: ReactNode;
  description?: string | undefined;
  onChange: (value: string) => void;
  /** It has the focus when its dialog opens. */
  isFirst?: boolean;
  /** The options. */
  children: ReactNode;
};

/** A native select in a form, with its description above and its error below it. */
export function LabelledSelect({ label, value, error, description, onChange, isFirst = false, children }: Props) {
  const id = useId();
  const notes = [description !== undefined && `${id}-description`, error !== undefined && `${id}-error`];
  return (
    <Input.Wrapper id={id} label={label} error={error} description={description}>
      <div>
        <SelectBox
          id={id}
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby={notes.filter(Boolean).join(' ') || undefined}
          data-autofocus={isFirst || undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {children}
        </SelectBox>
      </div>
    </Input.Wrapper>
  );
}
