import { PasswordInput, type PasswordInputProps } from '@mantine/core';

type Props = PasswordInputProps & { autoComplete: 'current-password' | 'new-password' };

/** A password that can be looked at; password managers are told which one it is. */
export function PasswordField(props: Props) {
  return (
    <PasswordInput
      required
      withAsterisk={false}
      visibilityToggleFocusable
      rightSectionWidth={44}
      visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
      {...props}
      aria-invalid={Boolean(props.error)}
    />
  );
}

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
