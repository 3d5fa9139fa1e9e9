import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Attention } from '../../features/home/home.queries.ts';
import { queueQuery } from '../../features/music/music.queries.ts';
import { agentQuery } from '../../features/servers/servers.queries.ts';
import type { User } from '../../features/users/users.queries.ts';
import { isModerator } from '../../features/sanctions/sanction-powers.ts';
import { useModerationPowers } from '../arkbot/use-moderation-powers.ts';
import { AttentionCard } from './attention-card.tsx';
import classes from './attention-cards.module.css';
import { agentCards, loginCards, registrationCards, reportCards, serverCards, songCards } from './attention.tsx';

const refetchMs = 60_000;

/** What the cards need besides the portal's own list, for those who may get cards. */
function useSources({ isGuildMember }: User, isWanted = true) {
  const agent = useQuery({ ...agentQuery(), enabled: isWanted });
  const queue = useQuery({ ...queueQuery, enabled: isWanted && isGuildMember, refetchInterval: refetchMs });
  return { agent, queue };
}

/** Whether these are loading for the first time: a card that came late would move what is below it. */
export function useAttentionPending(me: User): boolean {
  const { agent, queue } = useSources(me, isModerator(useModerationPowers()));
  // What failed is fetched again when the cards appear, and must not make them disappear.
  return [agent, queue].some(({ isLoading, isFetched, failureCount }) => isLoading && !isFetched && failureCount === 0);
}

type Props = { attention: Attention; me: User };

/** What needs an admin, as cards that lead to the place; one line where nothing does. */
export function AttentionCards({ attention, me }: Props) {
  const { agent, queue } = useSources(me);
  const cards = [
    ...serverCards(attention),
    ...reportCards(attention),
    ...registrationCards(attention),
    ...loginCards(attention),
    ...agentCards(attention, agent.data),
    ...songCards(queue.data),
  ];
  if (cards.length === 0) return <p className={classes.fine}>Everything is fine. Nothing needs you right now.</p>;
  return (
    <section>
      <VisuallyHidden component="h2">What needs you</VisuallyHidden>
      <ul className={classes.cards}>
        {cards.map(({ key, ...card }) => (
          <AttentionCard key={key} {...card} />
        ))}
      </ul>
    </section>
  );
}
