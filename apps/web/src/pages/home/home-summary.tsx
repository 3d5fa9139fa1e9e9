import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TimeAgo } from '../../components/display/time-ago.tsx';
import { onlineQuery, type OnlinePerson } from '../../features/people/people.queries.ts';
import { formatCount } from '../../lib/text/format-count.ts';

type Props = { previousVisitAt: string | null | undefined };

/** How many play now, and when the user was last here; what is not known is left out. */
export function HomeSummary({ previousVisitAt }: Props) {
  const { data: people } = useQuery(onlineQuery);
  return (
    <Text c="dimmed" mt={4} mih={22}>
      {people === undefined ? null : countText(people)}
      {people === undefined || !previousVisitAt ? null : ' · '}
      {previousVisitAt ? (
        <>
          you were last here <TimeAgo at={previousVisitAt} />
        </>
      ) : null}
    </Text>
  );
}

function countText(people: readonly OnlinePerson[]): string {
  if (people.length === 0) return 'No survivors online';
  const servers = new Set(people.map(({ server }) => server.id)).size;
  const survivors = people.length === 1 ? '1 survivor' : `${formatCount(people.length)} survivors`;
  return `${survivors} online on ${servers === 1 ? '1 server' : `${formatCount(servers)} servers`}`;
}
