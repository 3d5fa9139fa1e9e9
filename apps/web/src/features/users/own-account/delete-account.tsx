import { Button, List, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { PasswordField } from '../../../components/forms/password-field.tsx';
import { fieldErrors } from '../../../lib/api/api-error.ts';
import { useDeleteAccount } from './own-account.queries.ts';

type Props = { username: string; hasPassword: boolean; onDeleted: () => void };

export function DeleteAccount(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Stack gap="md" align="flex-start">
      <Text>Deletes your account for good. You'll see what happens to your data first.</Text>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Delete my account…
      </Button>
      {isOpen ? <DeleteAccountDialog {...props} onClose={() => setIsOpen(false)} /> : null}
    </Stack>
  );
}

function DeleteAccountDialog({ username, hasPassword, onDeleted, onClose }: Props & { onClose: () => void }) {
  const deleteAccount = useDeleteAccount(onDeleted);
  const [typedName, setTypedName] = useState('');
  const [password, setPassword] = useState('');
  const errors = fieldErrors(deleteAccount.error);
  const isOfField = errors['password'] !== undefined || errors['username'] !== undefined;
  return (
    <ConfirmDialog
      isOpen
      title="Delete my account"
      confirmLabel="Delete my account"
      isDangerous
      isDisabled={typedName !== username || (hasPassword && password === '')}
      isPending={deleteAccount.isPending}
      error={isOfField ? null : deleteAccount.error}
      onConfirm={() => deleteAccount.mutate({ username: typedName, ...(hasPassword && { password }) })}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>You are logged out everywhere at once. This can't be undone.</Text>
        <div>
          <Text fw={600}>Deleted</Text>
          <List size="sm">
            <List.Item>your email address, password, roles and moderator powers</List.Item>
            <List.Item>the links to your Discord account and characters, and your favorite servers</List.Item>
            <List.Item>your notifications, the mail you sent, and uploads that aren't finished</List.Item>
          </List>
        </div>
        <div>
          <Text fw={600}>Stays, without your name</Text>
          <List size="sm">
            <List.Item>files you uploaded</List.Item>
            <List.Item>reports you made from the portal</List.Item>
          </List>
        </div>
        <div>
          <Text fw={600}>Stays, with your name</Text>
          <List size="sm">
            <List.Item>chat messages, until they are too old to be kept</List.Item>
            <List.Item>notes, bans and answers you wrote as an Admin or moderator</List.Item>
            <List.Item>the audit log</List.Item>
            <List.Item>what happened to your characters in the games: ask an Admin to erase that</List.Item>
          </List>
        </div>
        <TextInput
          label={`Type ${username} to confirm`}
          autoComplete="off"
          value={typedName}
          error={errors['username']}
          onChange={(event) => setTypedName(event.currentTarget.value)}
        />
        {hasPassword ? (
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            value={password}
            error={errors['password']}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        ) : (
          <Text size="sm">You have no password: if you logged in a while ago, log in with Discord again first.</Text>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
