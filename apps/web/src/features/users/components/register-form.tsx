import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { PasswordField, RepeatPasswordField } from '../../../components/forms/password-field.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { registerRules } from '../account-rules.ts';
import { useRegister } from '../users.mutations.ts';

type Props = { email?: string | undefined; setup?: string | undefined; onRegistered: () => void };

export function RegisterForm({ email = '', setup, onRegistered }: Props) {
  const register = useRegister();
  const form = useForm({
    initialValues: { email, password: '', repeatPassword: '', username: '' },
    validate: registerRules,
  });
  const formError = useFormErrors(form, register.error);
  const submit = form.onSubmit(({ repeatPassword: _, ...account }) =>
    register.mutate({ ...account, ...(setup !== undefined && { setup }) }, { onSuccess: onRegistered }),
  );
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="lg">
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="email"
          required
          withAsterisk={false}
          {...form.getInputProps('email')}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <RepeatPasswordField {...form.getInputProps('repeatPassword')} />
        <TextInput
          label="Username"
          name="username"
          autoComplete="nickname"
          required
          withAsterisk={false}
          {...form.getInputProps('username')}
        />
        {formError === null ? null : <ErrorNotice error={formError} />}
        <Button type="submit" loading={register.isPending} fullWidth>
          Register
        </Button>
      </Stack>
    </form>
  );
}
