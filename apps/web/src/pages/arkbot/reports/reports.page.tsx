import { reportStates, type ReportState } from '@tribehall/contract/shared/report-states';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { LiveStatus } from '../../../components/display/live-indicator.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { ReportFilterBar } from '../../../features/reports/components/report-filters.tsx';
import { ReportList } from '../../../features/reports/components/report-list.tsx';
import { applyChanges } from '../../../lib/browser/search-params.ts';
import type { ReportFilters } from '../../../features/reports/reports.queries.ts';

type Params = { state?: string; server?: string; mine?: string; search?: string };

/** Reports about players, for those who moderate. */
export function ReportsPage() {
  const filters = readFilters(useSearch({ from: '/main/user/arkbot/reports' }));
  const navigate = useNavigate();
  return (
    <Page title="Reports" aside={<LiveStatus />}>
      <ReportFilterBar
        filters={filters}
        onFilters={(next) =>
          void navigate({
            to: '/arkbot/reports',
            search: (latest: Params) => applyChanges(latest, toParams(filters), toParams(next)),
            replace: true,
            resetScroll: false,
          })
        }
      />
      <ReportList
        filters={filters}
        onOpen={(reportId) => void navigate({ to: '/arkbot/reports/$reportId', params: { reportId } })}
      />
    </Page>
  );
}

/** Open ones, unless the address says otherwise. */
function readFilters({ state, server, mine, search = '' }: Params): ReportFilters {
  const known = reportStates.find((one) => one === state);
  return { state: state === 'all' ? undefined : (known ?? 'open'), serverId: server, isMine: mine === 'yes', search };
}

function toParams({ state, serverId, isMine, search }: ReportFilters): Params {
  const shown: ReportState | 'all' = state ?? 'all';
  return {
    ...(shown !== 'open' && { state: shown }),
    ...(serverId && { server: serverId }),
    ...(isMine && { mine: 'yes' }),
    ...(search && { search }),
  };
}
