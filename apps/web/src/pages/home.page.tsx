import { Box, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QueryRegion } from '../components/layout/query-region.tsx';
import { useMeQuery } from '../features/users/users.queries.ts';
import { token } from '../lib/api/session.ts';
import { codeQuery } from '../lib/code/code-query.ts';
import { useStoredText } from '../lib/storage/stored-text.ts';
import { LandingPage } from './landing/landing.page.tsx';

/** Loaded at the same time as the user. */
export const userHomeCode = codeQuery('home', () => import('./home/user-home.page.tsx'));

/** Whoever has a session never sees the landing page, not even while the user is being loaded. */
export function HomePage() {
  const isLoggedIn = useStoredText(token) !== null;
  return isLoggedIn ? <UserHome /> : <LandingPage />;
}

function UserHome() {
  const me = useMeQuery();
  const code = useQuery(userHomeCode);
  return (
    <QueryRegion query={me} skeleton={<Loading />}>
      {(user) => (
        <QueryRegion query={code} skeleton={<Loading />}>
          {({ UserHomePage }) => <UserHomePage me={user} />}
        </QueryRegion>
      )}
    </QueryRegion>
  );
}

/** A heading, and so much space that the footer does not come into view. */
function Loading() {
  return (
    <Box mih="100vh">
      <Skeleton height={28} width={240} />
    </Box>
  );
}
