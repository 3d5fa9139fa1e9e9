import { NotBuiltYet } from '../../components/not-built-yet.tsx';
import { Page } from '../../components/page.tsx';

export function TerminalPage() {
  return (
    <Page title="Terminal">
      <NotBuiltYet plan="Here you will run programs on the host of the portal." />
    </Page>
  );
}
