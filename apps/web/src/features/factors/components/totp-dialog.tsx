import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { encode } from 'uqr';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { CopyField } from '../../../components/forms/copy-field.tsx';
import { fieldErrors } from '../../../lib/api/api-error.ts';
import { useConfirmTotp } from '../factors.mutations.ts';

type Props = {
  secret: string;
  uri: string;
  onTurnedOn: (recoveryCodes: readonly string[] | null) => void;
  onClose: () => void;
};

/** Shows the secret to the authenticator app and asks for its first code. */
export function TotpDialog({ secret, uri, onTurnedOn, onClose }: Props) {
  const [code, setCode] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const confirm = useConfirmTotp();
  const wrongCode = fieldErrors(confirm.error)['code'];
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    setIsEmpty(code.trim() === '');
    if (code.trim() !== '' && !confirm.isPending)
      confirm.mutate(code, { onSuccess: ({ recoveryCodes }) => onTurnedOn(recoveryCodes) });
  };
  return (
    <FormDialog
      title="Set up an authenticator app"
      submitLabel="Turn on"
      isPending={confirm.isPending}
      error={wrongCode === undefined ? confirm.error : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>Scan this with an authenticator app, or enter the key there. Then enter the code that it shows.</Text>
        <QrCode text={uri} />
        <CopyField label="Key" value={secret} />
        <TextInput
          label="Code"
          error={isEmpty ? 'Enter the code.' : wrongCode}
          value={code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maw={200}
          data-autofocus
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      </Stack>
    </FormDialog>
  );
}

/** Black on white whatever the color scheme: scanners expect that. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 3 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width={200} height={200} role="img" aria-label="QR code of the key">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
