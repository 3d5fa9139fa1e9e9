import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { PasswordField, RepeatPasswordField } from '../../../components/forms/password-field.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { requireSame, requireText } from '../account-rules.ts';
import { useSetFirstPassword } from '../users.mutations.ts';

/** For an account that was created with Discord. The email address is asked for if there is none. */
export function SetPasswordForm({ email }: { email: string }) {
  const setPassword = useSetFirstPassword();
  const form = useForm({
    initialValues: { email, newPassword: '', repeatPassword: '' },
    validate: {
      email: (value) => requireText(value.trim(), 'Email'),
      newPassword: (value) => requireText(value, 'New password'),
      repeatPassword: (value, { newPassword }) => requireSame(value, newPassword),
    },
  });
  const formError = useFormErrors(form, setPassword.error);
  const submit = form.onSubmit(({ repeatPassword: _, ...body }) =>
    setPassword.mutate({ ...body, email: body.email.trim() }, { onSuccess: () => toastSuccess('Password set.') }),
  );
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="lg" maw={480}>
        <Text>You log in with Discord. With a password you can also log in without it.</Text>
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          readOnly={email !== ''}
          {...form.getInputProps('email')}
        />
        <PasswordField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          {...form.getInputProps('newPassword')}
        />
        <RepeatPasswordField {...form.getInputProps('repeatPassword')} />
        {formError === null ? null : <ErrorNotice error={formError} />}
        <div>
          <Button type="submit" loading={setPassword.isPending}>
            Set password
          </Button>
        </div>
      </Stack>
    </form>
  );
}
