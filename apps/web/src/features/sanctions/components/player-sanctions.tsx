import { Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { PageList } from '../../../components/layout/page-list.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { useSanctionsLive } from '../sanctions.live.ts';
import { activeCountQuery, playerSanctionsQuery } from '../sanctions.queries.ts';
import { columnsOfPlayer, sanctionsMinWidth } from './sanction-columns.tsx';
import { formatCount } from '../../../lib/text/format-count.ts';

/** Everything imposed on a player, as far as the user may see it; a row opens its receipt. */
export function PlayerSanctions({ playerId }: { playerId: string }) {
  const query = useInfiniteQuery(playerSanctionsQuery(playerId));
  const navigate = useNavigate();
  useSanctionsLive();
  return (
    <PageList
      query={query}
      itemsOf={({ sanctions }) => sanctions}
      empty={<Text c="dimmed">This player was never warned, muted, kicked or banned.</Text>}
    >
      {(sanctions) => (
        <DataTable
          id="player-sanctions"
          label="Sanctions, newest first"
          size="small"
          rows={sanctions}
          columns={columnsOfPlayer}
          minWideWidth={sanctionsMinWidth}
          onChoose={({ id }) =>
            void navigate({ to: '/arkbot/bans', search: { kind: 'all', player: playerId, sanction: id } })
          }
        />
      )}
    </PageList>
  );
}

/** Beside the player's name: how many sanctions hold now. */
export function ActiveSanctions({ playerId }: { playerId: string }) {
  const { data: count = 0 } = useQuery(activeCountQuery(playerId));
  useSanctionsLive();
  if (count === 0) return null;
  return (
    <TextLink to="/arkbot/players/$playerId" params={{ playerId }} search={{ view: 'sanctions' }} resetScroll={false}>
      <StatusDot tone="danger" word={`${formatCount(count)} active ${count === 1 ? 'sanction' : 'sanctions'}`} />
    </TextLink>
  );
}
