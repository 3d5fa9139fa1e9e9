import { PasswordInput, type PasswordInputProps } from '@mantine/core';

type Props = PasswordInputProps & { autoComplete: 'current-password' | 'new-password' };

/** A password that can be revealed; `autoComplete` tells password managers which one it is. */
export function PasswordField(props: Props) {
  return (
    <PasswordInput
      required
      withAsterisk={false}
      visibilityToggleFocusable
      rightSectionWidth={44}
      visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
      {...props}
      aria-invalid={Boolean(props.error)}
    />
  );
}

/** The label shows the mismatch, as specified. */
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
