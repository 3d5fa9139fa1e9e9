import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../components/layout/page.tsx';
import { SearchField } from '../../components/forms/search-field.tsx';
import { UserList } from '../../features/users/components/user-list.tsx';

export function UsersPage() {
  const { search = '', page = '1' } = useSearch({ from: '/main/user/owner/users' });
  const navigate = useNavigate();
  const pageNumber = /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1;
  return (
    <Page title="Users">
      <SearchField
        label="Search by name or email"
        value={search}
        onSearch={(value) => void navigate({ to: '/users', search: { search: value }, replace: true })}
      />
      <UserList
        search={search}
        page={pageNumber}
        onPage={(next) => void navigate({ to: '/users', search: { search, page: String(next) } })}
      />
    </Page>
  );
}
