import { CircleAlert, PartyPopper } from 'lucide-react';
import { Notice } from '../../../components/notices/notice.tsx';
import { errorMessage } from '../../../lib/api/api-error.ts';

type Props = { word: string | undefined; error: unknown };

/** What became of the word that was handed in. */
export function SolveResult({ word, error }: Props) {
  if (error !== null) return <Notice icon={CircleAlert} role="alert" title={errorMessage(error)} />;
  if (word === undefined) return null;
  return <Notice icon={PartyPopper} role="status" title={`Game solved. Word was ${word}.`} />;
}
