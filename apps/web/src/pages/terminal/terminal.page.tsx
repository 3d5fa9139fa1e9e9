import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SquareTerminal } from 'lucide-react';
import { TextLink } from '../../components/buttons/text-link.tsx';
import { Notice } from '../../components/notices/notice.tsx';
import { Page } from '../../components/layout/page.tsx';
import { QueryRegion } from '../../components/layout/query-region.tsx';
import { TerminalPanel, type ConfirmationProps } from '../../features/terminal/components/terminal-panel.tsx';
import { terminalQuery } from '../../features/terminal/terminal.queries.ts';
import { PasswordConfirmDialog } from '../../features/users/components/password-confirm-dialog.tsx';

export function TerminalPage() {
  const query = useQuery(terminalQuery);
  return (
    <Page title="Terminal">
      <QueryRegion query={query} skeletonHeight={360}>
        {({ isOn, isRecorded, user, host }) =>
          isOn ? (
            <>
              <Text c="dimmed" size="sm">
                Commands run as {user}, without a shell. Every command is recorded in the audit log.
                {isRecorded ? (
                  <>
                    {' '}
                    <b>Their output is recorded, too:</b> see the{' '}
                    <TextLink to="/terminal/recordings">recordings</TextLink>.
                  </>
                ) : null}
              </Text>
              <TerminalPanel who={`${user}@${host}`} Confirmation={Confirmation} />
            </>
          ) : (
            <Notice icon={SquareTerminal} title="The terminal is off.">
              <Text c="dimmed">To turn it on, set TRIBEHALL_TERMINAL and restart the portal.</Text>
            </Notice>
          )
        }
      </QueryRegion>
    </Page>
  );
}

function Confirmation(props: ConfirmationProps) {
  return (
    <PasswordConfirmDialog
      confirmLabel="Confirm and run"
      reason="Enter your password to use the terminal. It has been a while since you last confirmed it."
      {...props}
    />
  );
}
