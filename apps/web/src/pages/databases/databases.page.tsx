import { NotBuiltYet } from '../../components/not-built-yet.tsx';
import { Page } from '../../components/page.tsx';

export function DatabasesPage() {
  return (
    <Page title="Databases">
      <NotBuiltYet plan="Here you will find the JSON databases of the bot." />
    </Page>
  );
}
