import { NotBuiltYet } from '../../../components/not-built-yet.tsx';
import { Page } from '../../../components/page.tsx';

export function ServerStructuresPage() {
  return (
    <Page title="Structures">
      <NotBuiltYet plan="Here you will see what stands on this server, by tribe, owner and class." />
    </Page>
  );
}
