import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { personQuery } from '../../features/people/people.queries.ts';

type Props = { id: string; onReport: (player: { id: string; name: string }) => void; onClose: () => void };

/** Below the card of someone else. For the mouse: with the keyboard, the search and the player's page offer the same. */
export function PlayerReport({ id, onReport }: Props) {
  const { data: person } = useQuery(personQuery(id));
  if (person === undefined || person.isYou) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      mt="sm"
      tabIndex={-1}
      leftSection={<Flag size={14} aria-hidden />}
      onClick={() => onReport({ id, name: person.name })}
    >
      Report…
    </Button>
  );
}
