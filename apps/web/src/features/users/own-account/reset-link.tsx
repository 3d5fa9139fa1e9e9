import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CopyField } from '../../../components/forms/copy-field.tsx';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { fieldErrors } from '../../../lib/api/api-error.ts';
import { formatDateTime } from '../../../lib/text/format.ts';
import { useCreateResetLink } from './own-account.queries.ts';

type Created = { code: string; username: string; expiresAt: string };

/** For Admins: a link for someone who can't log in. */
export function ResetLinkForm() {
  const createLink = useCreateResetLink();
  const [username, setUsername] = useState('');
  const error = fieldErrors(createLink.error)['username'];
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (username.trim() !== '') createLink.mutate(username.trim());
      }}
    >
      <Stack gap="md" maw={640}>
        <Text c="dimmed">
          Create a one-time link with which someone sets a new password. Send it to them where you know it's them.
        </Text>
        <Group gap="md" align="flex-start">
          <TextInput
            aria-label="Username"
            placeholder="Username"
            autoComplete="off"
            value={username}
            error={error}
            onChange={(event) => setUsername(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={createLink.isPending}>
            Create reset link
          </Button>
        </Group>
        {error === undefined && createLink.error !== null ? <ErrorNotice error={createLink.error} /> : null}
        {createLink.data === undefined ? null : <ResetLink created={createLink.data} />}
      </Stack>
    </form>
  );
}

/** Shown once: the portal stores only a hash. */
export function ResetLink({ created: { code, username, expiresAt } }: { created: Created }) {
  return (
    <Stack gap="sm">
      <CopyField label="Reset link" value={`${location.origin}/reset-password#${code}`} />
      <Text c="dimmed" size="sm">
        For {username}, once, until {formatDateTime(expiresAt)}. Copy it now: it isn't shown again.
      </Text>
    </Stack>
  );
}
