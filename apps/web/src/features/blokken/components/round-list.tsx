import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PageSection } from '../../../components/layout/page-section.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import { useRoundsLive } from '../blokken.live.ts';
import { roundsQuery, type Round } from '../blokken.queries.ts';
import classes from './round-list.module.css';
import { useEffect, useState } from 'react';
import { formatLength } from '../../../lib/text/format.ts';

type Props = { onLetters: (letters: string) => void };

/** The running rounds; a click takes over their letters. */
export function RoundList({ onLetters }: Props) {
  useRoundsLive();
  const query = useQuery(roundsQuery);
  return (
    <PageSection title="Running rounds">
      <QueryRegion query={query} skeletonHeight={36}>
        {(rounds) =>
          rounds.length === 0 ? (
            <Text c="dimmed">No round is running. Start one with /blokken in a Discord channel.</Text>
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
        <TimeRemaining endsAt={endsAt} />
      </span>
      <RowButton aria-label={`Use the letters ${letters.toUpperCase()}`} onClick={() => onLetters(letters)}>
        Use letters
      </RowButton>
    </li>
  );
}

function TimeRemaining({ endsAt }: { endsAt: string }) {
  const end = Date.parse(endsAt);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const remainingMs = end - now;
  return (
    <span role="timer">{remainingMs <= 0 ? 'Time is up' : `${formatLength(Math.ceil(remainingMs / 1000))} left`}</span>
  );
}
