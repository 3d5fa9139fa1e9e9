import { NotBuiltYet } from '../../components/not-built-yet.tsx';
import { Page } from '../../components/page.tsx';

export function LogsPage() {
  return (
    <Page title="Logs">
      <NotBuiltYet plan="Here you will read and follow the logs of the portal, the bot and every agent." />
    </Page>
  );
}
