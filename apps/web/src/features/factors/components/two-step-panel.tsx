import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentType } from 'react';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { factorsQuery, type Factors } from '../factors.queries.ts';
import { useConfirmed, type ConfirmationProps } from '../use-confirmed.tsx';
import { AuthenticatorApp } from './authenticator-app.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const RecoveryCodesDialog = lazyPart(() =>
  import('./recovery-codes-dialog.tsx').then((module) => module.RecoveryCodesDialog),
);

/** Asks for the password, or a code where the account has an authenticator app. */
type Props = { Confirmation: ComponentType<ConfirmationProps> };

/** The second factors of the account: authenticator app, passkeys, recovery codes. */
export function TwoStepPanel({ Confirmation }: Props) {
  const query = useQuery(factorsQuery);
  return (
    <QueryRegion query={query} skeletonHeight={200}>
      {(factors) => <Sections factors={factors} Confirmation={Confirmation} />}
    </QueryRegion>
  );
}

function Sections({ factors, Confirmation }: Props & { factors: Factors }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { run, confirmation } = useConfirmed(Confirmation, factors.totp !== null);
  const hasFactor = factors.totp !== null || factors.passkeys.length > 0;
  return (
    <Stack gap="xl">
      <Text>
        With an authenticator app or a passkey, your password alone is no longer enough to log in.
        {factors.isRequired ? ' Your role needs one of them.' : ''}
      </Text>
      <AuthenticatorApp isOn={factors.totp !== null} run={run} onCodes={setCodes} />
      <PasskeyList passkeys={factors.passkeys} run={run} onCodes={setCodes} />
      {hasFactor ? <RecoveryCodes remaining={factors.recoveryCodes} run={run} onCodes={setCodes} /> : null}
      {codes === null ? null : <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
      {confirmation}
    </Stack>
  );
}
