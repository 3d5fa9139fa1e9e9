import { Outlet } from '@tanstack/react-router';
import { QueryRegion } from '../../components/layout/query-region.tsx';
import { useMeQuery } from '../../features/users/users.queries.ts';

/** The pages below know who looks. That someone is logged in at all, the router has seen to. */
export function UserGate() {
  const query = useMeQuery();
  return <QueryRegion query={query}>{() => <Outlet />}</QueryRegion>;
}
