import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, PartyPopper, TriangleAlert } from 'lucide-react';
import { PageSection } from '../../../components/layout/page-section.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { ApiError, apiStatus, errorMessage, fieldErrors } from '../../../lib/api/api-error.ts';
import { useSolve } from '../blokken.mutations.ts';
import { roundsQuery, wordsQuery } from '../blokken.queries.ts';
import classes from './word-finder.module.css';

/** The words that can be made of the characters; a click submits one. */
export function WordFinder({ characters }: { characters: string }) {
  const query = useQuery({ ...wordsQuery(characters), enabled: characters !== '' });
  const { data: rounds = [] } = useQuery(roundsQuery);
  const solve = useSolve();
  // An error from an earlier round says nothing about a new one.
  const hasBegun = rounds.some(({ id }) => solve.context?.roundIds.includes(id) === false);
  const choose = (word: string) => {
    if (!solve.isPending) solve.mutate(word);
  };
  return (
    <PageSection title="Words">
      <SolveResult word={solve.data?.word} error={hasBegun ? null : solve.error} />
      {characters === '' ? (
        <Text c="dimmed">Type the letters you have. Click a word to submit it as the solution.</Text>
      ) : isExplained(query.error) ? (
        <WordsProblem error={query.error} />
      ) : (
        <QueryRegion query={query} skeletonHeight={200}>
          {(words) =>
            words.length === 0 ? <Text c="dimmed">No words found.</Text> : <WordList words={words} onChoose={choose} />
          }
        </QueryRegion>
      )}
    </PageSection>
  );
}

/** Errors that other characters would solve: a retry does not help. */
function isExplained(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return error.status === apiStatus.payloadTooLarge || 'characters' in fieldErrors(error);
}

function WordsProblem({ error }: { error: ApiError }) {
  const isTooMany = error.status === apiStatus.payloadTooLarge;
  return (
    <Notice icon={TriangleAlert} role="status" title={fieldErrors(error)['characters'] ?? errorMessage(error)}>
      {isTooMany ? <Text>{foundCount(error)}</Text> : null}
    </Notice>
  );
}

/** How many words there are where they are too many to list; -1 means too many to count. */
function foundCount(error: unknown): string {
  const details = error instanceof ApiError ? error.details : undefined;
  const found = typeof details === 'object' && details !== null && 'found' in details ? details.found : undefined;
  return typeof found === 'number' && found >= 0 ? `Found ${found}` : 'Found a lot';
}

type Props = { word: string | undefined; error: unknown };

/** The result of the submitted word. */
function SolveResult({ word, error }: Props) {
  if (error !== null) return <Notice icon={CircleAlert} role="alert" title={errorMessage(error)} />;
  if (word === undefined) return null;
  return <Notice icon={PartyPopper} role="status" title={`Game solved. Word was ${word}.`} />;
}

type WordListProps = { words: string[]; onChoose: (word: string) => void };

/** Words grouped by length, longest first. Plain elements: there can be two thousand. */
function WordList({ words, onChoose }: WordListProps) {
  const lengths = [...new Set(words.map((word) => word.length))];
  const groups = lengths.map((length) => ({ length, group: words.filter((word) => word.length === length) }));
  return groups.map(({ length, group }) => (
    <section key={length} className={classes.group} aria-label={headingOf(length)}>
      <h3 className={classes.heading}>
        {headingOf(length)} <span className={classes.count}>{group.length}</span>
      </h3>
      <ul className={classes.words}>
        {group.map((word) => (
          <li key={word}>
            <button type="button" className={classes.word} onClick={() => onChoose(word)}>
              {word}
            </button>
          </li>
        ))}
      </ul>
    </section>
  ));
}

function headingOf(length: number): string {
  return length === 1 ? '1 letter' : `${length} letters`;
}
