import { Button } from '@mantine/core';
import { Star } from 'lucide-react';
import { useToggleFavorite, type Favorites } from '../servers.mutations.ts';

type Props = { serverId: string; favorites: Favorites };

export function ServerStar({ serverId, favorites }: Props) {
  const toggle = useToggleFavorite(favorites);
  const isFavorite = favorites.serverIds.includes(serverId);
  return (
    <Button
      variant="default"
      aria-pressed={isFavorite}
      leftSection={<Star size={16} aria-hidden fill={isFavorite ? 'var(--th-accent)' : 'none'} />}
      onClick={() => toggle(serverId)}
    >
      Favourite
    </Button>
  );
}
