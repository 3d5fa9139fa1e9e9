import { Button, Checkbox, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { PasswordField, RepeatPasswordField } from '../../../components/forms/password-field.tsx';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { requireSame, requireText } from '../account-rules.ts';
import { useChangePassword } from '../users.mutations.ts';

/** `username` helps password managers to update the right entry. */
export function ChangePasswordForm({ email }: { email: string }) {
  const changePassword = useChangePassword();
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', repeatPassword: '', revokeTokens: false },
    validate: {
      currentPassword: (value) => requireText(value, 'Current password'),
      newPassword: (value) => requireText(value, 'New password'),
      repeatPassword: (value, { newPassword }) => requireSame(value, newPassword),
    },
  });
  const formError = useFormErrors(form, changePassword.error);
  const finish = () => {
    const { revokeTokens } = form.getValues();
    form.reset();
    toastSuccess(
      revokeTokens
        ? 'Password changed. Every other session has ended, and your API tokens no longer work.'
        : 'Password changed. Every other session has ended.',
    );
  };
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ currentPassword, newPassword, revokeTokens }) =>
        changePassword.mutate(
          { currentPassword, newPassword, ...(revokeTokens && { revokeTokens }) },
          { onSuccess: finish },
        ),
      )}
    >
      <Stack gap="lg" maw={480}>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
        <PasswordField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          {...form.getInputProps('newPassword')}
        />
        <RepeatPasswordField {...form.getInputProps('repeatPassword')} />
        <Checkbox
          label="Also revoke all my API tokens"
          description="If someone else may have had access to your account. Scripts and bots that use them stop working."
          {...form.getInputProps('revokeTokens', { type: 'checkbox' })}
        />
        {formError === null ? null : <ErrorNotice error={formError} />}
        <div>
          <Button type="submit" loading={changePassword.isPending}>
            Change password
          </Button>
        </div>
      </Stack>
    </form>
  );
}
