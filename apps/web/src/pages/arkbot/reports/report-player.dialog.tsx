import { useQuery } from '@tanstack/react-query';
import { personQuery } from '../../../features/people/people.queries.ts';
import { ReportDialog } from '../../../features/reports/components/report-dialog.tsx';

type Props = { player: { id: string; name: string }; onClose: () => void };

/** The report dialog over any page, for one of the servers where the user may know of the player. */
export function ReportPlayerDialog({ player: { id, name }, onClose }: Props) {
  const { data: person, isPending } = useQuery(personQuery(id));
  if (isPending) return null;
  const servers = person?.servers.map(({ server }) => server) ?? [];
  return <ReportDialog reported={{ playerId: id, name: person?.name ?? name }} servers={servers} onClose={onClose} />;
}
