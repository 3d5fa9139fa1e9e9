import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import { usePreloaded } from '../../../components/layout/use-preloaded.ts';
import { PickerDialog } from '../../../components/dialogs/picker-dialog.tsx';
import { clusterQuery } from '../clusters.queries.ts';

const ClusterChoices = lazyPart(() => import('./cluster-choices.tsx').then((module) => module.ClusterChoices));

export function ClusterPicker() {
  const { clusterId } = useParams({ strict: false });
  const { data: cluster } = useQuery({ ...clusterQuery(clusterId ?? ''), enabled: clusterId !== undefined });
  usePreloaded(ClusterChoices.preload);
  return (
    <PickerDialog buttonLabel={cluster?.name ?? 'Select a cluster...'} title="Select a cluster">
      {(close) => <ClusterChoices currentId={clusterId} onDone={close} />}
    </PickerDialog>
  );
}
