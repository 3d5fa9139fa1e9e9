import { useNavigate, useSearch } from '@tanstack/react-router';
import { SidePanel } from '../../components/dialogs/side-panel.tsx';
import { LiveStatus } from '../../components/display/live-indicator.tsx';
import { Page } from '../../components/layout/page.tsx';
import type { AuditFilters } from '../../features/audit/audit-filters.ts';
import { AuditEntryDetails } from '../../features/audit/components/audit-entry-details.tsx';
import { AuditFilterBar } from '../../features/audit/components/audit-filter-bar.tsx';
import { AuditList } from '../../features/audit/components/audit-list.tsx';
import { AuditVerification } from '../../features/audit/components/audit-verification.tsx';
import { applyChanges } from '../../lib/browser/search-params.ts';

type Params = AuditFilters & { entry?: string };

export function AuditPage() {
  const params = useSearch({ from: '/main/user/owner/audit' });
  const { entry, ...filters } = params;
  const navigate = useNavigate();
  const show = (next: AuditFilters) =>
    void navigate({
      to: '/audit',
      search: (latest: Params) => applyChanges<Params>(latest, params, next),
      replace: true,
    });
  const open = (id: string) => void navigate({ to: '/audit', search: (latest: Params) => ({ ...latest, entry: id }) });
  const panel =
    entry === undefined ? undefined : { title: 'Entry', content: <AuditEntryDetails key={entry} id={entry} /> };
  return (
    <Page title="Audit" aside={<LiveStatus />}>
      <AuditVerification onOpen={open} />
      <AuditFilterBar filters={filters} onFilters={show} />
      <SidePanel panel={panel} onClose={() => show(filters)}>
        <AuditList filters={filters} onFilters={show} onOpen={open} />
      </SidePanel>
    </Page>
  );
}
