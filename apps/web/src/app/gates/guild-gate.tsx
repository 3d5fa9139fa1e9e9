import { Outlet } from '@tanstack/react-router';
import { useMe } from '../../features/users/users.queries.ts';
import { DiscordUnlinkedPage } from '../../pages/discord-unlinked.page.tsx';
import { ForbiddenPage } from '../../pages/forbidden.page.tsx';

/** The Ski Bap pages are for members of one Discord guild. The server decides who is one. */
export function GuildGate() {
  const me = useMe();
  if (me === undefined) return null;
  if (me.connections.discord === undefined) return <DiscordUnlinkedPage />;
  return me.isGuildMember ? <Outlet /> : <ForbiddenPage />;
}
