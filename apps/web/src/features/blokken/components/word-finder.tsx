import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PageSection } from '../../../components/layout/page-section.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { useSolve } from '../blokken.mutations.ts';
import { roundsQuery, wordsQuery } from '../blokken.queries.ts';
import { SolveResult } from './solve-result.tsx';
import { WordList } from './word-list.tsx';
import { isExplained, WordsProblem } from './words-problem.tsx';

/** The words that can be made of the characters; a click hands one in. */
export function WordFinder({ characters }: { characters: string }) {
  const query = useQuery({ ...wordsQuery(characters), enabled: characters !== '' });
  const { data: rounds = [] } = useQuery(roundsQuery);
  const solve = useSolve();
  // What went wrong in an earlier round is of no use in a new one.
  const hasBegun = rounds.some(({ id }) => solve.context?.roundIds.includes(id) === false);
  const choose = (word: string) => {
    if (!solve.isPending) solve.mutate(word);
  };
  return (
    <PageSection title="Words">
      <SolveResult word={solve.data?.word} error={hasBegun ? null : solve.error} />
      {characters === '' ? (
        <Text c="dimmed">Type the letters you have. A click on a word hands it in as the solution.</Text>
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
