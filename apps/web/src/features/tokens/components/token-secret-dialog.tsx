import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { CopyField } from '../../../components/forms/copy-field.tsx';

type Props = { secret: string; onClose: () => void };

/** The only time that a token is shown. A click beside the dialog does not close it. */
export function TokenSecretDialog({ secret, onClose }: Props) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Your new API token"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
      <Stack gap="lg">
        <Text>Copy the token now. It isn't shown again, and the portal doesn't store it.</Text>
        <CopyField label="Token" value={secret} />
        <CopyField
          label="Example"
          value={`curl -H 'Authorization: Bearer ${secret}' ${window.location.origin}/api/users/me`}
        />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
