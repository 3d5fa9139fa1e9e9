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
