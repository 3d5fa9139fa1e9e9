import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { hasCode } from '../../../lib/api/api-error.ts';
import { requireText } from '../account-rules.ts';
import { PasswordConfirmDialog } from '../components/password-confirm-dialog.tsx';
import type { User } from '../users.queries.ts';
import { useChangeProfile } from './own-account.queries.ts';

/**
 * The username and the email address, which an account gets with its first password. The password is asked for where it
 * was not entered lately.
 */
export function ProfileForm({ user }: { user: Pick<User, 'username' | 'email' | 'hasPassword'> }) {
  const changeProfile = useChangeProfile();
  const [isConfirming, setIsConfirming] = useState(false);
  const form = useForm({
    initialValues: { username: user.username, email: user.email },
    validate: {
      username: (value) => requireText(value.trim(), 'Username'),
      email: (value) => (user.hasPassword ? requireText(value.trim(), 'Email') : null),
    },
  });
  const isPasswordNeeded = hasCode(changeProfile.error, 'CONFIRMATION_NEEDED');
  const formError = useFormErrors(form, isPasswordNeeded ? null : changeProfile.error);
  const change = () =>
    changeProfile.mutate(user.hasPassword ? form.values : { username: form.values.username }, {
      onSuccess: ({ username, email }) => {
        form.setInitialValues({ username, email });
        form.setValues({ username, email });
        toastSuccess('Profile changed.');
      },
      onError: (error) => setIsConfirming(hasCode(error, 'CONFIRMATION_NEEDED')),
    });
  return (
    <form noValidate onSubmit={form.onSubmit(change)}>
      <Stack gap="lg" maw={480}>
        <TextInput
          label="Username"
          name="username"
          autoComplete="nickname"
          required
          withAsterisk={false}
          {...form.getInputProps('username')}
        />
        {user.hasPassword ? (
          <TextInput
            label="Email"
            type="email"
            name="email"
            autoComplete="email"
            required
            withAsterisk={false}
            {...form.getInputProps('email')}
          />
        ) : null}
        {formError === null ? null : <ErrorNotice error={formError} />}
        <div>
          <Button type="submit" loading={changeProfile.isPending} disabled={!form.isDirty()}>
            Save profile
          </Button>
        </div>
      </Stack>
      {isConfirming ? (
        <PasswordConfirmDialog
          confirmLabel="Confirm and save"
          reason="Enter your password to change your profile. It has been a while since you last confirmed it."
          onConfirmed={() => {
            setIsConfirming(false);
            change();
          }}
          onClose={() => setIsConfirming(false)}
        />
      ) : null}
    </form>
  );
}
