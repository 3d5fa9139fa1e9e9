import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { isLasting } from '../sanction-words.ts';
import type { ListedSanction } from '../sanctions.queries.ts';

type Props = { sanction: Pick<ListedSanction, 'kind' | 'endsAt' | 'lifted'> };

/** When a sanction ends or has ended. */
export function SanctionEnd({ sanction: { kind, endsAt, lifted } }: Props) {
  if (lifted !== null) return <TimeAgo at={lifted.at} />;
  if (endsAt !== null) return <TimeAgo at={endsAt} />;
  return isLasting(kind) ? 'Permanent' : '';
}
