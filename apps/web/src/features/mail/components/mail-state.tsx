import { PlainText } from '../../../components/display/plain-text.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import type { Tone } from '../../../lib/servers/server-states.ts';
import type { Mail } from '../mail.queries.ts';

const tones = { waiting: 'busy', delivered: 'good', failed: 'danger' } as const satisfies Record<Mail['state'], Tone>;

/** Dot and word, with the reason of a failure. */
export function MailState({ mail: { state, reason } }: { mail: Pick<Mail, 'state' | 'reason'> }) {
  return (
    <>
      <StatusDot tone={tones[state]} word={state} />
      {reason === null ? null : (
        <>
          {' '}
          <PlainText text={reason} />
        </>
      )}
    </>
  );
}
