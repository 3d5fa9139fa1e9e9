import { linkOptions, useNavigate, useParams } from '@tanstack/react-router';
import { Page } from '../../components/layout/page.tsx';
import type { ConfirmationProps } from '../../features/terminal/components/terminal-panel.tsx';
import { RecordingView } from '../../features/terminal/recordings/recording-view.tsx';
import { PasswordConfirmDialog } from '../../features/users/components/password-confirm-dialog.tsx';

const above = [
  { text: 'Terminal', link: linkOptions({ to: '/terminal' }) },
  { text: 'Recordings', link: linkOptions({ to: '/terminal/recordings' }) },
];

export function RecordingPage() {
  const { recordingId } = useParams({ from: '/main/user/owner/terminal/recordings/$recordingId' });
  const navigate = useNavigate();
  return (
    <Page title="Recording" crumbs={[...above, { text: 'Recording' }]}>
      <RecordingView
        key={recordingId}
        id={recordingId}
        Confirmation={Confirmation}
        onLeave={() => void navigate({ to: '/terminal/recordings' })}
      />
    </Page>
  );
}

function Confirmation(props: ConfirmationProps) {
  return (
    <PasswordConfirmDialog
      confirmLabel="Confirm"
      reason="Enter your password to continue. It has been a while since you last confirmed it."
      {...props}
    />
  );
}
