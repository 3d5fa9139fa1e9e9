import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../components/layout/page.tsx';
import { LogPanel } from '../../features/logs/components/log-panel.tsx';
import { isSameStep, readFilter, writeFilter, type LogFilter } from '../../features/logs/log-filter.ts';
import type { LogParams } from '../../features/logs/log-params.ts';
import { applyChanges } from '../../lib/browser/search-params.ts';

export function LogsPage() {
  const params = useSearch({ from: '/main/user/owner/logs' });
  const navigate = useNavigate();
  const filter = readFilter(params);
  const setFilter = (next: LogFilter) =>
    void navigate({
      to: '/logs',
      search: (latest: LogParams) => applyChanges(latest, writeFilter(filter), writeFilter(next)),
      replace: isSameStep(filter, next),
    });
  return (
    <Page title="Logs">
      <LogPanel filter={filter} onFilter={setFilter} />
    </Page>
  );
}
