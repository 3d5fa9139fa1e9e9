import { Button, Modal, Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useLoginAgain, useLogout } from '../users.mutations.ts';
import { useMe } from '../users.queries.ts';
import { LoginForm } from './login-form.tsx';

const nothing = () => undefined;

/** Covers a page whose session has ended while something was typed there, and keeps it for the same user. */
export function SessionEndedDialog() {
  const router = useRouter();
  const me = useMe();
  const login = useLoginAgain();
  const logOut = useLogout();
  const leave = () => {
    logOut();
    void router.navigate({ to: '/login' });
  };
  return (
    <Modal
      opened
      onClose={nothing}
      fullScreen
      transitionProps={{ duration: 0 }}
      closeOnEscape={false}
      withCloseButton={false}
      title="Log in again"
    >
      <Stack gap="lg" maw={400} mx="auto">
        <Text role="alert">Your session has ended. Please log in again.</Text>
        <Text c="dimmed">What you typed is still there.</Text>
        <LoginForm email={me?.email} login={login} onLoggedIn={nothing} />
        <Button variant="subtle" onClick={leave}>
          Discard it and log out
        </Button>
      </Stack>
    </Modal>
  );
}
