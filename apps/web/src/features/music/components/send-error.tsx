import { CircleAlert } from 'lucide-react';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { errorMessage, hasCode } from '../../../lib/api/api-error.ts';

/** Why a video could not be sent to the queue. */
export function SendError({ error }: { error: Error }) {
  if (!hasCode(error, 'DISCORD_UNLINKED')) return <ErrorNotice error={error} />;
  const link = <LinkButton to="/account">Link Discord</LinkButton>;
  return <Notice icon={CircleAlert} title={errorMessage(error)} role="alert" action={link} />;
}
