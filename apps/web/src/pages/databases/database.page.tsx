import { useParams } from '@tanstack/react-router';
import { NotBuiltYet } from '../../components/not-built-yet.tsx';
import { Page } from '../../components/page.tsx';

export function DatabasePage() {
  const { file, _splat } = useParams({ from: '/main/user/owner/databases/$file/$' });
  const name = [file, _splat].filter((part) => part !== undefined && part !== '').join('/');
  return (
    <Page title={name} tabTitle={`${name} · Databases`}>
      <NotBuiltYet plan="Here you will read and change this database, as a whole or the part of one guild." />
    </Page>
  );
}
