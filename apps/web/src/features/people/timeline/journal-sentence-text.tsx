import { PlayerLink } from '../../../components/buttons/player-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import type { JournalEntry } from '../people.queries.ts';
import { sentenceOf, type SentencePart } from './journal-sentence.ts';

/** `playerId`: whose page it is on; without one, everybody is named. */
type Props = { entry: JournalEntry; playerId?: string };

/** An entry in words, with links to the players in it. */
export function JournalSentence({ entry, playerId = '' }: Props) {
  return sentenceOf(entry, playerId).map((part, index) => <Part key={index} part={part} />);
}

function Part({ part }: { part: SentencePart }) {
  if (typeof part === 'string') return part;
  if (!part.playerId) return <PlainText text={part.name} />;
  return <PlayerLink playerId={part.playerId} name={part.name} />;
}
