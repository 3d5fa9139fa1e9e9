import { isAdmin } from '@tribehall/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Page } from '../../components/layout/page.tsx';
import { FileView } from '../../features/files/details/file-view.tsx';
import { useFilesLive } from '../../features/files/files.live.ts';
import { detailsQuery } from '../../features/files/files.queries.ts';
import { useMe } from '../../features/users/users.queries.ts';
import { token } from '../../lib/api/session.ts';
import { useStoredText } from '../../lib/storage/stored-text.ts';
import { visibleText } from '../../lib/text/visible-text.ts';

/** Also open to visitors: the portal decides who may open which file. */
export function FilePage() {
  const { fileId } = useParams({ from: '/main/files/$fileId' });
  const { data } = useQuery(detailsQuery(fileId));
  const isLoggedIn = useStoredText(token) !== null;
  const me = useMe();
  useFilesLive(me !== undefined && isAdmin(me.roles));
  return (
    <Page title="File details" {...(data !== undefined && { tabTitle: visibleText(data.fileName) })}>
      <FileView key={`${fileId} ${isLoggedIn}`} fileId={fileId} username={me?.username} isLoggedIn={isLoggedIn} />
    </Page>
  );
}
