import { NotBuiltYet } from '../../components/not-built-yet.tsx';
import { Page } from '../../components/page.tsx';

export function FilesPage() {
  return (
    <Page title="Files">
      <NotBuiltYet plan="Here you will upload files, choose who may open them, and find them again." />
    </Page>
  );
}
