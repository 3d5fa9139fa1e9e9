import { NotBuiltYet } from '../../../components/not-built-yet.tsx';
import { Page } from '../../../components/page.tsx';

export function ServerPage() {
  return (
    <Page title="Server Information">
      <NotBuiltYet plan="Here you will see the state of this server and link your character." />
    </Page>
  );
}
