import { Text } from '@mantine/core';
import { Lock, Users } from 'lucide-react';
import { paths } from '../../../app/paths.ts';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import type { StructuresInfo } from '../structure-set.ts';

type Props = { serverId: string; info: Pick<StructuresInfo, 'sight' | 'visibleTo' | 'tribe'>; isLinked: boolean };

/** For all others: why they see less than everything. Nothing where they do not. */
export function StructureSightNote({ serverId, info: { sight, visibleTo, tribe }, isLinked }: Props) {
  if (sight === 'all') return null;
  if (sight === 'tribe') {
    return (
      <Text c="dimmed">
        You see what {tribe === null ? 'your own tribe' : <PlainText text={tribe.name} />} built. Who runs this server
        shows everyone their own tribe only.
      </Text>
    );
  }
  if (visibleTo === 'admins') {
    return <Notice icon={Lock} title="Only admins of this server see its structures." />;
  }
  return (
    <Notice
      icon={Users}
      title="On this server everyone sees the structures of their own tribe."
      action={
        <LinkButton to={paths.server} params={{ serverId }} variant="default">
          {isLinked ? 'Look at your character' : 'Link your character'}
        </LinkButton>
      }
    >
      <Text c="dimmed">
        {isLinked
          ? 'Your character was not found in the save that was read last. It is there after its first login and the next save.'
          : 'Link your character on the server’s page, and the portal knows which tribe is yours.'}
      </Text>
    </Notice>
  );
}
