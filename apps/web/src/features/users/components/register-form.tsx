import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CircleAlert, Hourglass } from 'lucide-react';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { PasswordField, RepeatPasswordField } from '../../../components/forms/password-field.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { errorMessage, hasCode } from '../../../lib/api/api-error.ts';
import { registerRules } from '../account-rules.ts';
import { useRegister } from '../users.mutations.ts';

type Props = {
  email?: string | undefined;
  setup?: string | undefined;
  /** The code of an invitation. */
  invitation?: string | undefined;
  onRegistered: () => void;
};

export function RegisterForm({ email = '', setup, invitation, onRegistered }: Props) {
  const register = useRegister();
  const form = useForm({
    initialValues: { email, password: '', repeatPassword: '', username: '' },
    validate: registerRules,
  });
  const formError = useFormErrors(form, register.error);
  const submit = form.onSubmit(({ repeatPassword: _, ...account }) =>
    register.mutate(
      { ...account, ...(setup !== undefined && { setup }), ...(invitation !== undefined && { invitation }) },
      { onSuccess: onRegistered },
    ),
  );
  if (hasCode(register.error, 'APPROVAL_PENDING'))
    return <Notice icon={Hourglass} role="status" title={errorMessage(register.error)} />;
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
        {formError === null ? null : <RegisterError error={formError} hasInvitation={invitation !== undefined} />}
        <Button type="submit" loading={register.isPending} fullWidth>
          Register
        </Button>
      </Stack>
    </form>
  );
}

/** An invitation that gives nothing any more has no field of its own: it came with the link. */
function RegisterError({ error, hasInvitation }: { error: unknown; hasInvitation: boolean }) {
  if (hasInvitation && hasCode(error, 'INVALID_CODE'))
    return <Notice icon={CircleAlert} role="alert" title={errorMessage(error)} />;
  return <ErrorNotice error={error} />;
}
