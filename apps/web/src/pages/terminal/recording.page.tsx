import { useQuery } from '@tanstack/react-query';
import { linkOptions, useNavigate, useParams } from '@tanstack/react-router';
import { Page } from '../../components/layout/page.tsx';
import type { ConfirmationProps } from '../../features/terminal/components/terminal-panel.tsx';
import { castCommand } from '../../features/terminal/recordings/asciicast.ts';
import { RecordingView } from '../../features/terminal/recordings/recording-view.tsx';
import { castQuery } from '../../features/terminal/recordings/recordings.queries.ts';
import { PasswordConfirmDialog } from '../../features/users/components/password-confirm-dialog.tsx';
import { formatDateTime } from '../../lib/text/format.ts';
import { visibleText } from '../../lib/text/visible-text.ts';

const above = [
  { text: 'Terminal', link: linkOptions({ to: '/terminal' }) },
  { text: 'Recordings', link: linkOptions({ to: '/terminal/recordings' }) },
];

const maxTitle = 80;

export function RecordingPage() {
  const { recordingId } = useParams({ from: '/main/user/owner/terminal/recordings/$recordingId' });
  const navigate = useNavigate();
  // Read by the view below.
  const { data: command = '' } = useQuery({ ...castQuery(recordingId), select: castCommand, enabled: false });
  const startedAt = startOf(recordingId);
  const title = command === '' ? unnamed(startedAt) : shortened(visibleText(command));
  return (
    <Page title={title} subject={command === '' ? undefined : startedAt} crumbs={[...above, { text: title }]}>
      <RecordingView
        key={recordingId}
        id={recordingId}
        Confirmation={Confirmation}
        onLeave={() => void navigate({ to: '/terminal/recordings' })}
      />
    </Page>
  );
}

/** An ID begins with the time of the recording. */
function startOf(recordingId: string): string | undefined {
  const at = Number(/^(\d{13})-/.exec(recordingId)?.[1]);
  return Number.isNaN(at) ? undefined : formatDateTime(new Date(at).toISOString());
}

function unnamed(startedAt: string | undefined): string {
  return startedAt === undefined ? 'Recording' : `Recording of ${startedAt}`;
}

/** A command can be a whole script. */
function shortened(command: string): string {
  return command.length > maxTitle ? `${command.slice(0, maxTitle - 1)}…` : command;
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
