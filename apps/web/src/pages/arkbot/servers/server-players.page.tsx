import { NotBuiltYet } from '../../../components/not-built-yet.tsx';
import { Page } from '../../../components/page.tsx';

export function ServerPlayersPage() {
  return (
    <Page title="Online Players">
      <NotBuiltYet plan="Here you will see who plays on this server, and mail, kill or ban them where you may." />
    </Page>
  );
}
