import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { isJoinAddress } from '@tribehall/contract/shared/join-address';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { useChangeJoin } from '../servers.mutations.ts';
import type { Server } from '../servers.queries.ts';

type Props = { server: Server; onClose: () => void };
type Values = { maxPlayers: string; joinAddress: string };

/** How many can play at once and where players connect to: the agent cannot know either. */
export function ServerJoinDialog({ server, onClose }: Props) {
  const change = useChangeJoin(server.id);
  const form = useForm<Values>({
    initialValues: { maxPlayers: String(server.maxPlayers ?? ''), joinAddress: server.joinAddress ?? '' },
    validate: { maxPlayers: maxPlayersError, joinAddress: joinAddressError },
  });
  const formError = useFormErrors(form, change.error);
  const finish = () => {
    toastSuccess('Join details saved.');
    onClose();
  };
  return (
    <FormDialog
      title="Join details"
      submitLabel="Save"
      isPending={change.isPending}
      error={formError}
      onSubmit={form.onSubmit((values) => change.mutate(toBody(values), { onSuccess: finish }))}
      onClose={onClose}
    >
      <TextInput
        label="Maximum number of players"
        description="Leave empty if it isn't limited or you don't want to show it."
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('maxPlayers')}
      />
      <TextInput
        label="Address"
        description="Host and port where players connect, such as play.example.org:7777. Every user can see it."
        maxLength={260}
        autoComplete="off"
        {...form.getInputProps('joinAddress')}
      />
    </FormDialog>
  );
}

function toBody({ maxPlayers, joinAddress }: Values) {
  return {
    maxPlayers: maxPlayers.trim() === '' ? null : Number(maxPlayers),
    joinAddress: joinAddress.trim() === '' ? null : joinAddress.trim(),
  };
}

function maxPlayersError(text: string): string | null {
  const isFine = text.trim() === '' || (/^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 1000);
  return isFine ? null : 'Enter a number from 1 to 1000.';
}

function joinAddressError(text: string): string | null {
  const isFine = text.trim() === '' || isJoinAddress(text.trim());
  return isFine ? null : 'Enter a host and a port, such as play.example.org:7777.';
}
