import { NotBuiltYet } from '../../../components/not-built-yet.tsx';
import { Page } from '../../../components/page.tsx';

export function ClusterChatPage() {
  return (
    <Page title="Online Players">
      <NotBuiltYet plan="Here you will see who plays on this cluster, beside its chat." />
    </Page>
  );
}
