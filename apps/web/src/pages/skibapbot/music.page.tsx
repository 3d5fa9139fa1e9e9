import { NotBuiltYet } from '../../components/not-built-yet.tsx';
import { Page } from '../../components/page.tsx';

export function MusicPage() {
  return (
    <Page title="Music">
      <NotBuiltYet plan="Here you will search songs, send them to the voice channel, or download them." />
    </Page>
  );
}
