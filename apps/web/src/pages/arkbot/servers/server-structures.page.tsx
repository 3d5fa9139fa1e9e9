import { Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { ServerFrame } from '../../../features/servers/components/server-frame.tsx';

export function ServerStructuresPage() {
  const { serverId } = useParams({ from: '/main/user/arkbot/servers/$serverId/structures' });
  return (
    <ServerFrame key={serverId} serverId={serverId} title="Structures">
      {({ structureCount }) => (
        <Text>
          {structureCount === null
            ? 'The number of structures is not known yet: no save of this server has been read.'
            : `${structureCount.toLocaleString()} ${structureCount === 1 ? 'structure stands' : 'structures stand'} on this server.`}
        </Text>
      )}
    </ServerFrame>
  );
}
