import { NotBuiltYet } from '../../../components/not-built-yet.tsx';
import { Page } from '../../../components/page.tsx';

export function ClusterPage() {
  return (
    <Page title="Cluster Information">
      <NotBuiltYet plan="Here you will see the servers of this cluster and their states." />
    </Page>
  );
}
