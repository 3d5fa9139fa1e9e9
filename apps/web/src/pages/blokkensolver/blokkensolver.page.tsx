import { NotBuiltYet } from '../../components/not-built-yet.tsx';
import { Page } from '../../components/page.tsx';

export function BlokkensolverPage() {
  return (
    <Page title="Blokken Solver">
      <NotBuiltYet plan="Here you will find the words that can be made of the given characters and hand one in." />
    </Page>
  );
}
