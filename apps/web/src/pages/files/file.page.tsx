import { isAdmin } from '@tribehall/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { linkOptions, useParams } from '@tanstack/react-router';
import { Page } from '../../components/layout/page.tsx';
import { ActivityPanel } from '../../features/audit/components/activity-panel.tsx';
import { FileView } from '../../features/files/details/file-view.tsx';
import { useFilesLive } from '../../features/files/files.live.ts';
import { detailsQuery } from '../../features/files/files.queries.ts';
import { useMe } from '../../features/users/users.queries.ts';
import { hasCode } from '../../lib/api/api-error.ts';
import { token } from '../../lib/api/session.ts';
import { useStoredText } from '../../lib/storage/stored-text.ts';
import { visibleText } from '../../lib/text/visible-text.ts';

const files = { text: 'Files', link: linkOptions({ to: '/files' }) };

/** Also open to visitors: the portal decides who may open which file. */
export function FilePage() {
  const { fileId } = useParams({ from: '/main/files/$fileId' });
  const { data, error } = useQuery(detailsQuery(fileId));
  const isLoggedIn = useStoredText(token) !== null;
  const me = useMe();
  const canList = isAdmin(me?.roles ?? []);
  useFilesLive(canList);
  // A file that is no longer visible to the viewer loses its name too.
  const isHidden = data === undefined || hasCode(error, 'NOT_FOUND');
  const title = isHidden ? 'File details' : visibleText(data.fileName);
  return (
    <Page title={title} {...(canList && { crumbs: [files, { text: title }] })}>
      <FileView key={`${fileId} ${isLoggedIn}`} fileId={fileId} username={me?.username} isLoggedIn={isLoggedIn} />
      {canList && !isHidden ? <ActivityPanel key={fileId} object={{ kind: 'file', id: fileId }} /> : null}
    </Page>
  );
}
