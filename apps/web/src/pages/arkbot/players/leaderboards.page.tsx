import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../../components/layout/page.tsx';
import { LeaderboardChoices } from '../../../features/people/leaderboards/leaderboard-choices.tsx';
import { LeaderboardTable } from '../../../features/people/leaderboards/leaderboard-table.tsx';
import {
  readLeaderboardFilters,
  writeLeaderboardFilters,
  type LeaderboardParams,
} from '../../../features/people/leaderboards/measures.ts';
import { applyChanges } from '../../../lib/browser/search-params.ts';

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
            search: (latest: LeaderboardParams) =>
              applyChanges(latest, writeLeaderboardFilters(filters), writeLeaderboardFilters(next)),
            replace: true,
            resetScroll: false,
          })
        }
      />
      <LeaderboardTable filters={filters} />
    </Page>
  );
}
