import { PlainText } from '../../../components/display/plain-text.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { outcomeLook } from '../outcomes.ts';

export function AuditOutcome({ outcome }: { outcome: string }) {
  const look = outcomeLook(outcome);
  return look === undefined ? <PlainText text={outcome} /> : <StatusDot {...look} />;
}
