import { useNavigate, useSearch } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { Page } from '../../components/page.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { AuditIndicator } from '../../features/audit/components/audit-indicator.tsx';
import { AuditList } from '../../features/audit/components/audit-list.tsx';

export function AuditPage() {
  const { search = '' } = useSearch({ from: '/main/user/owner/audit' });
  const navigate = useNavigate();
  return (
    <Page title="Audit" aside={<AuditIndicator />}>
      <SearchField
        label="Search the audit log"
        value={search}
        onSearch={(value) => void navigate({ to: paths.audit, search: { search: value }, replace: true })}
      />
      <AuditList search={search} />
    </Page>
  );
}
