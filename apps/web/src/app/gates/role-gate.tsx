import { Outlet } from '@tanstack/react-router';
import { useMe } from '../../features/users/users.queries.ts';
import { ForbiddenPage } from '../../pages/forbidden.page.tsx';

type Props = { isAllowed: (roles: readonly number[]) => boolean };

/** Looks again whenever the user changes, so that a role taken away closes the page at once. */
export function RoleGate({ isAllowed }: Props) {
  const me = useMe();
  if (me === undefined) return null;
  return isAllowed(me.roles) ? <Outlet /> : <ForbiddenPage />;
}
