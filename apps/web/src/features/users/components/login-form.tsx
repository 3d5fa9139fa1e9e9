import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { PasswordField } from '../../../components/forms/password-field.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { registerRules } from '../account-rules.ts';
import type { useLogin } from '../users.mutations.ts';

type Props = {
  email?: string | undefined;
  login: ReturnType<typeof useLogin>;
  onLoggedIn: () => void;
};

export function LoginForm({ email = '', login, onLoggedIn }: Props) {
  const form = useForm({
    initialValues: { email, password: '' },
    validate: { email: registerRules.email, password: registerRules.password },
  });
  const formError = useFormErrors(form, login.error);
  return (
    <form noValidate onSubmit={form.onSubmit((body) => login.mutate(body, { onSuccess: onLoggedIn }))}>
      <Stack gap="lg">
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          {...form.getInputProps('email')}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        {formError === null ? null : <ErrorNotice error={formError} />}
        <Button type="submit" loading={login.isPending} fullWidth>
          Log In
        </Button>
      </Stack>
    </form>
  );
}
