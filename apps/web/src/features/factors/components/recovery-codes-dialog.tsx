import { Button, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useReturnFocus } from '../../../components/dialogs/use-return-focus.ts';
import { saveText } from '../../../lib/browser/download.ts';

type Props = { codes: readonly string[]; onClose: () => void };

/** New recovery codes, shown this once. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const { copy, copied, error } = useClipboard({ timeout: 2000 });
  const text = `${codes.join('\n')}\n`;
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title="Your recovery codes"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
      <Stack gap="lg">
        <Text>
          Save these codes now: they aren&rsquo;t shown again. Each one logs you in once if you lose your device.
        </Text>
        <SimpleGrid component="ol" aria-label="Recovery codes" cols={{ base: 1, xs: 2 }} m={0} p={0}>
          {codes.map((code) => (
            <Text key={code} component="li" ff="monospace" style={{ listStyle: 'none' }}>
              {code}
            </Text>
          ))}
        </SimpleGrid>
        <Group gap="sm">
          <Button variant="default" onClick={() => copy(text)}>
            Copy
          </Button>
          <Button variant="default" onClick={() => saveText('tribehall-recovery-codes.txt', 'text/plain', text)}>
            Download
          </Button>
          <Text role="status" size="sm" c="dimmed">
            {copied ? 'Codes copied.' : error === null ? '' : "Your browser doesn't allow copying here."}
          </Text>
        </Group>
        <Group justify="flex-end">
          <Button onClick={onClose}>I saved them</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
