import { NotBuiltYet } from '../../components/not-built-yet.tsx';
import { Page } from '../../components/page.tsx';

export function SkibapbotPage() {
  return (
    <Page title="Bot Dashboard">
      <NotBuiltYet plan="Here you will see the host of the bot, its songs and its download tool." />
    </Page>
  );
}
