import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../../components/layout/page.tsx';
import { LeaderboardChoices } from '../../../features/people/leaderboards/leaderboard-choices.tsx';
import { LeaderboardTable } from '../../../features/people/leaderboards/leaderboard-table.tsx';
import { readLeaderboardFilters, writeLeaderboardFilters } from '../../../features/people/leaderboards/measures.ts';

export function LeaderboardsPage() {
  const filters = readLeaderboardFilters(useSearch({ from: '/main/user/arkbot/leaderboards' }));
  const navigate = useNavigate();
  return (
    <Page title="Leaderboards">
      <LeaderboardChoices
        filters={filters}
        onFilters={(next) =>
          void navigate({
            to: '/arkbot/leaderboards',
            search: writeLeaderboardFilters(next),
            replace: true,
            resetScroll: false,
          })
        }
      />
      <LeaderboardTable filters={filters} />
    </Page>
  );
}
