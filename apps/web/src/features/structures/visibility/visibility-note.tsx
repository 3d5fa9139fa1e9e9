import { Text } from '@mantine/core';
import { Lock, Users } from 'lucide-react';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import type { StructuresInfo } from '../structure-set.ts';

type Props = { serverId: string; info: Pick<StructuresInfo, 'sight' | 'visibleTo' | 'tribe'>; isLinked: boolean };

/** Tells other players why they don't see everything. */
export function VisibilityNote({ serverId, info: { sight, visibleTo, tribe }, isLinked }: Props) {
  if (sight === 'all') return null;
  if (sight === 'tribe') {
    return (
      <Text c="dimmed">
        You see what {tribe === null ? 'your tribe' : <PlainText text={tribe.name} />} built. On this server, players
        only see their own tribe.
      </Text>
    );
  }
  if (visibleTo === 'admins') {
    return <Notice icon={Lock} title="Only admins of this server can see its structures." />;
  }
  return (
    <Notice
      icon={Users}
      title="On this server, players see the structures of their own tribe."
      action={
        <LinkButton to="/arkbot/servers/$serverId" params={{ serverId }} variant="default">
          {isLinked ? 'View your character' : 'Link your character'}
        </LinkButton>
      }
    >
      <Text c="dimmed">
        {isLinked
          ? "Your character isn't in the latest save yet. It will appear after it has joined the server and the world has been saved."
          : "Link your character on the server's page, so that we know your tribe."}
      </Text>
    </Notice>
  );
}
