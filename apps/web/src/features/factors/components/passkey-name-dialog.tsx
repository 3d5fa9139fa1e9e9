import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { fieldErrors } from '../../../lib/api/api-error.ts';

type Props = {
  title: string;
  /** What happens next. */
  about?: string;
  name: string;
  submitLabel: string;
  isPending: boolean;
  error: unknown;
  onSubmit: (name: string) => void;
  onClose: () => void;
};

/** Names a passkey, new or known. */
export function PasskeyNameDialog({ title, about, submitLabel, isPending, error, onSubmit, onClose, ...props }: Props) {
  const [name, setName] = useState(props.name);
  const [isEmpty, setIsEmpty] = useState(false);
  const nameError = fieldErrors(error)['name'];
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    setIsEmpty(name.trim() === '');
    if (name.trim() !== '' && !isPending) onSubmit(name.trim());
  };
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isPending={isPending}
      error={nameError === undefined ? error : null}
      onSubmit={submit}
      onClose={onClose}
    >
      {about === undefined ? null : <Text>{about}</Text>}
      <TextInput
        label="Name"
        description="Where it is stored: your laptop, phone or security key"
        error={isEmpty ? 'Give the passkey a name.' : nameError}
        value={name}
        name="passkeyName"
        autoComplete="off"
        maxLength={50}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
