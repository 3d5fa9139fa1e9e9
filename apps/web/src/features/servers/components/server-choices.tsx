import { Button, Group } from '@mantine/core';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { PickerFilter } from '../../../components/dialogs/picker-filter.tsx';
import type { Favorites } from '../servers.mutations.ts';
import { ServerAddForm } from './server-add-form.tsx';
import { ServerGrid } from './server-grid.tsx';

type Props = { favorites: Favorites; canAdd: boolean; currentId: string | undefined; onDone: () => void };

/** The content of the picker: the list with its filter, or the form to add a server. */
export function ServerChoices({ favorites, canAdd, currentId, onDone }: Props) {
  const navigate = useNavigate();
  const router = useRouter();
  const grid = useRef<HTMLDivElement>(null);
  const [filter, setFilter] = useState('');
  const [isAdding, setIsAdding] = useState(false);
  const choose = (serverId: string) => {
    onDone();
    // The index redirects to the last server: going back to it would lead here again.
    const { pathname, searchStr } = router.state.location;
    const replace = pathname === '/arkbot/servers' && searchStr === '';
    void navigate({ to: '/arkbot/servers/$serverId', params: { serverId }, replace });
  };
  if (isAdding) return <ServerAddForm onOpen={choose} onCancel={() => setIsAdding(false)} />;
  return (
    <>
      <Group align="end" justify="space-between" gap="md" wrap="nowrap">
        <PickerFilter
          label="Filter by name"
          filter={filter}
          onFilter={setFilter}
          onLeave={() => grid.current?.focus()}
        />
        {canAdd ? (
          <Button variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={() => setIsAdding(true)}>
            Add server
          </Button>
        ) : null}
      </Group>
      <ServerGrid ref={grid} filter={filter} favorites={favorites} currentId={currentId} onChoose={choose} />
    </>
  );
}
