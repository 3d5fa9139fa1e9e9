import { NotBuiltYet } from '../../components/not-built-yet.tsx';
import { Page } from '../../components/page.tsx';

export function FilePage() {
  return (
    <Page title="File details">
      <NotBuiltYet plan="Here you will see a file, who uploaded it, and download it." />
    </Page>
  );
}
