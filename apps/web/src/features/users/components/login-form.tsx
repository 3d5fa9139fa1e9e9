import { Button, Divider, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { PasswordField } from '../../../components/forms/password-field.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import { registerRules } from '../account-rules.ts';
import { secondStepOf, type SecondStep } from '../log-in.ts';
import type { useLogin } from '../users.mutations.ts';

const SecondStepForm = lazyPart(() => import('./second-step-form.tsx').then((module) => module.SecondStepForm));

type Props = {
  email?: string | undefined;
  login: ReturnType<typeof useLogin>;
  onLoggedIn: () => void;
};

/** By password, and where the account has one, the second factor; or by a passkey alone. */
export function LoginForm({ email = '', login, onLoggedIn }: Props) {
  const form = useForm({
    initialValues: { email, password: '' },
    validate: { email: registerRules.email, password: registerRules.password },
  });
  const [step, setStep] = useState<SecondStep>();
  const formError = useFormErrors(form, step ? null : login.error);
  const isPasskeyUsed = login.variables !== undefined && 'isPasskey' in login.variables;
  const back = () => {
    login.reset();
    setStep(undefined);
  };
  if (step) return <SecondStepForm step={step} login={login} onLoggedIn={onLoggedIn} onClose={back} />;
  const onError = (error: unknown) => setStep(secondStepOf(error));
  return (
    <form noValidate onSubmit={form.onSubmit((body) => login.mutate(body, { onSuccess: onLoggedIn, onError }))}>
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
        <Button type="submit" loading={login.isPending && !isPasskeyUsed} fullWidth>
          Log In
        </Button>
        <Divider label="or" />
        <Button
          variant="default"
          loading={login.isPending && isPasskeyUsed}
          fullWidth
          onClick={() => login.mutate({ isPasskey: true }, { onSuccess: onLoggedIn })}
        >
          Use a passkey
        </Button>
      </Stack>
    </form>
  );
}
