import { Button, Checkbox, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { PasswordField, RepeatPasswordField } from '../../../components/forms/password-field.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { requireSame, requireText } from '../account-rules.ts';
import { useResetPassword } from './own-account.queries.ts';

export function ResetPasswordForm({ code, onDone }: { code: string; onDone: () => void }) {
  const resetPassword = useResetPassword();
  const form = useForm({
    initialValues: { newPassword: '', repeatPassword: '', revokeTokens: false },
    validate: {
      newPassword: (value) => requireText(value, 'New password'),
      repeatPassword: (value, { newPassword }) => requireSame(value, newPassword),
    },
  });
  const formError = useFormErrors(form, resetPassword.error);
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ newPassword, revokeTokens }) =>
        resetPassword.mutate({ code, newPassword, ...(revokeTokens && { revokeTokens }) }, { onSuccess: onDone }),
      )}
    >
      <Stack gap="lg">
        <PasswordField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          {...form.getInputProps('newPassword')}
        />
        <RepeatPasswordField {...form.getInputProps('repeatPassword')} />
        <Checkbox
          label="Also revoke all my API tokens"
          description="If someone else may have had access to your account."
          {...form.getInputProps('revokeTokens', { type: 'checkbox' })}
        />
        {formError === null ? null : <ErrorNotice error={formError} />}
        <Button type="submit" loading={resetPassword.isPending} fullWidth>
          Set new password
        </Button>
      </Stack>
    </form>
  );
}
