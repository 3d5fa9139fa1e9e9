import { useNavigate, useSearch } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { Page } from '../../components/page.tsx';
import { LogPanel } from '../../features/logs/components/log-panel.tsx';
import { readFilter, writeFilter } from '../../features/logs/log-filter.ts';

export function LogsPage() {
  const params = useSearch({ from: '/main/user/owner/logs' });
  const navigate = useNavigate();
  return (
    <Page title="Logs">
      <LogPanel
        filter={readFilter(params)}
        onFilter={(filter) => void navigate({ to: paths.logs, search: writeFilter(filter), replace: true })}
      />
    </Page>
  );
}
