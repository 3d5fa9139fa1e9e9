import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { useCreateCluster } from '../clusters.mutations.ts';
import { ClusterNameDialog } from './cluster-name-dialog.tsx';

type Props = { isAllowed: boolean; reasonId: string };

/** Creates a cluster and opens it. `reasonId` is the element that says why it is not allowed. */
export function ClusterCreateButton({ isAllowed, reasonId }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const create = useCreateCluster();
  const navigate = useNavigate();
  const router = useRouter();
  const finish = ({ id, name }: { id: string; name: string }) => {
    close();
    toastSuccess(`${name} created.`);
    const { pathname, searchStr } = router.state.location;
    const replace = pathname === '/arkbot/clusters' && searchStr === '';
    void navigate({ to: '/arkbot/clusters/$clusterId', params: { clusterId: id }, replace });
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<Plus size={16} aria-hidden />}
        disabled={!isAllowed}
        aria-describedby={reasonId}
        onClick={() => {
          create.reset();
          open();
        }}
      >
        Create cluster
      </Button>
      {isOpen ? (
        <ClusterNameDialog
          title="Create a cluster"
          submitLabel="Create"
          isPending={create.isPending}
          error={create.error}
          onSubmit={(name) => create.mutate(name, { onSuccess: finish })}
          onClose={close}
        />
      ) : null}
    </>
  );
}
