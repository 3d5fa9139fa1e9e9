import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../components/layout/page.tsx';
import { LogPanel } from '../../features/logs/components/log-panel.tsx';
import { changesOf, isSameStep, readFilter, writeFilter, type LogFilter } from '../../features/logs/log-filter.ts';
import type { LogParams } from '../../features/logs/log-params.ts';

export function LogsPage() {
  const params = useSearch({ from: '/main/user/owner/logs' });
  const navigate = useNavigate();
  const filter = readFilter(params);
  // The address may be ahead of what is shown: of two quick choices, the second does not take back the first.
  const setFilter = (next: LogFilter) => {
    const changes = changesOf(filter, next);
    void navigate({
      to: '/logs',
      search: (latest: LogParams) => writeFilter({ ...readFilter(latest), ...changes }),
      replace: isSameStep(filter, next),
    });
  };
  return (
    <Page title="Logs">
      <LogPanel filter={filter} onFilter={setFilter} />
    </Page>
  );
}
