import type { PasswordInputProps } from '@mantine/core';
import { PasswordField } from './password-field.tsx';

/** Its label says so when the two passwords differ, as specified. */
export function RepeatPasswordField({ error, ...props }: PasswordInputProps) {
  const isMismatch = typeof error === 'string';
  return (
    <PasswordField
      label={isMismatch ? error : 'Repeat password'}
      labelProps={isMismatch ? { c: 'var(--mantine-color-error)' } : {}}
      error={isMismatch}
      {...props}
      name="repeatPassword"
      autoComplete="new-password"
    />
  );
}
