import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../app/paths.ts';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { MissingNotice } from '../../../components/notices/missing-notice.tsx';
import { hasCode } from '../../../lib/api/api-error.ts';
import { useRememberedId, useStoredText } from '../../../lib/storage/stored-text.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { lastServer } from '../last-server.ts';
import { serverQuery } from '../servers.queries.ts';

/** In place of a server that does not exist: the way back to the one that was looked at before. */
export function ServerUnknown() {
  const lastId = useStoredText(lastServer);
  const { data: last, error } = useQuery({ ...serverQuery(lastId ?? ''), enabled: lastId !== null });
  useRememberedId(lastServer, lastId, hasCode(error, 'NOT_FOUND') ? false : undefined);
  const back = last && (
    <LinkButton to={paths.server} params={{ serverId: last.id }}>
      Open {visibleText(last.name)}
    </LinkButton>
  );
  return (
    <MissingNotice noun="server" back={back} choose={<LinkButton to={paths.servers}>Select a server</LinkButton>} />
  );
}
