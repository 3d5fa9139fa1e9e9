import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { LinkButton } from '../components/buttons/link-button.tsx';
import { Page } from '../components/layout/page.tsx';
import { meQuery } from '../features/users/users.queries.ts';

const lookAgainMs = 5000;

/** Not every right comes with a live message (joining a Discord guild does not), so the user is refetched regularly. */
export function ForbiddenPage() {
  useQuery({ ...meQuery, refetchInterval: lookAgainMs });
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <Page title="Forbidden">
      <Text>You do not have sufficient permissions to view {path}.</Text>
      <HomeButton />
    </Page>
  );
}

export function DiscordUnlinkedPage() {
  return (
    <Page title="Ski Bap Bot">
      <Text>Discord is not linked.</Text>
      <div>
        <LinkButton to="/account">To account</LinkButton>
      </div>
    </Page>
  );
}

export function NotFoundPage() {
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <Page title="Not Found">
      <Text>There is nothing at {path}.</Text>
      <HomeButton />
    </Page>
  );
}

export function ErrorPage() {
  return (
    <Page title="Error">
      <Text>An unknown error accurred.</Text>
      <HomeButton />
    </Page>
  );
}

function HomeButton() {
  return (
    <div>
      <LinkButton to="/" variant="default">
        Back to home
      </LinkButton>
    </div>
  );
}
