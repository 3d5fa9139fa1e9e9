import { Text } from '@mantine/core';
import type { RegistrationMode as Mode } from '@tribehall/contract/site/account-settings';
import { DoorClosed, MailOpen } from 'lucide-react';
import { Notice } from '../../../components/notices/notice.tsx';

type Props = { mode: Mode | undefined; hasInvitation: boolean };

/** Whether a form makes sense at all. */
export function mayRegister({ mode, hasInvitation }: Props): boolean {
  return mode !== 'closed' && (mode !== 'invitation' || hasInvitation);
}

/** What visitors should know before they type anything. */
export function RegistrationMode({ mode, hasInvitation }: Props) {
  if (mode === 'closed')
    return (
      <Notice icon={DoorClosed} title="Registration is closed">
        <Text>No one can create an account here right now.</Text>
      </Notice>
    );
  if (hasInvitation) return <Text>You were invited. Create your account below.</Text>;
  if (mode === 'invitation')
    return (
      <Notice icon={MailOpen} title="You need an invitation">
        <Text>Ask an Admin for a link, then open it to register.</Text>
      </Notice>
    );
  if (mode === 'approval') return <Text>An Admin has to approve your account. You can log in after that.</Text>;
  return null;
}
