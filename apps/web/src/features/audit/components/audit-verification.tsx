import { Button, Group, Stack, Text } from '@mantine/core';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { CopyField } from '../../../components/forms/copy-field.tsx';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { useVerifyAudit, type Verification } from '../audit.mutations.ts';
import { formatCount } from '../../../lib/text/format-count.ts';

/** Has the portal recompute all hashes, and reports the result. */
export function AuditVerification({ onOpen }: { onOpen: (id: string) => void }) {
  const verify = useVerifyAudit();
  return (
    <Stack gap="md">
      <Group gap="md">
        <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate()}>
          Verify
        </Button>
        <Text c="dimmed">Each entry contains a hash of the previous one, so no change goes unnoticed.</Text>
      </Group>
      {verify.error === null ? null : <ErrorNotice error={verify.error} onRetry={() => verify.mutate()} />}
      {verify.data === undefined ? null : <Result result={verify.data} onOpen={onOpen} />}
    </Stack>
  );
}

function Result({ result, onOpen }: { result: Verification; onOpen: (id: string) => void }) {
  const { entries, removedTo, head, broken } = result;
  const checked = entries === 1 ? '1 entry was checked' : `${formatCount(entries)} entries were checked`;
  if (broken !== null) {
    const show = (
      <Button variant="default" onClick={() => onOpen(broken.id)}>
        Show entry {broken.id}
      </Button>
    );
    return (
      <Notice icon={ShieldAlert} role="alert" title={`Entry ${broken.id} is broken.`} action={show}>
        <Text>{broken.reason}</Text>
        <Text c="dimmed">{checked} before it and no problem was found.</Text>
      </Notice>
    );
  }
  return (
    <Notice icon={ShieldCheck} role="status" title={`${checked}: nothing was changed, removed or inserted.`}>
      {removedTo === null ? null : <Text>Entries up to {removedTo} were removed because of their age.</Text>}
      {head === null ? null : (
        <>
          <Text c="dimmed">Store the head somewhere else. It can later prove that nothing before it was changed.</Text>
          <CopyField label="Head" value={`${head.id}:${head.hash}`} />
        </>
      )}
    </Notice>
  );
}
