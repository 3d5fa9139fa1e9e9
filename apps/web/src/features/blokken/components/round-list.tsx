import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PageSection } from '../../../components/page-section.tsx';
import { QueryRegion } from '../../../components/query-region.tsx';
import { RowButton } from '../../../components/row-button.tsx';
import { TimeLeft } from '../../../components/time-left.tsx';
import { useRoundsLive } from '../blokken.live.ts';
import { roundsQuery, type Round } from '../blokken.queries.ts';
import classes from './round-list.module.css';

type Props = { onLetters: (letters: string) => void };

/** The rounds that run now; one click takes their letters. */
export function RoundList({ onLetters }: Props) {
  useRoundsLive();
  const query = useQuery(roundsQuery);
  return (
    <PageSection title="Running rounds">
      <QueryRegion query={query} skeletonHeight={36}>
        {(rounds) =>
          rounds.length === 0 ? (
            <Text c="dimmed">No round runs. The command /blokken starts one in a Discord channel.</Text>
          ) : (
            <ul className={classes.rounds}>
              {rounds.map((round) => (
                <RoundRow key={round.id} round={round} onLetters={onLetters} />
              ))}
            </ul>
          )
        }
      </QueryRegion>
    </PageSection>
  );
}

function RoundRow({ round: { letters, endsAt }, onLetters }: Props & { round: Round }) {
  return (
    <li className={classes.round}>
      <span className={classes.letters}>{letters.toUpperCase()}</span>
      <span className={classes.time}>
        <TimeLeft endsAt={endsAt} />
      </span>
      <RowButton aria-label={`Use the letters ${letters.toUpperCase()}`} onClick={() => onLetters(letters)}>
        Use letters
      </RowButton>
    </li>
  );
}
