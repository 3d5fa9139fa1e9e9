import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { CircleAlert, Lock, MapPinOff, Unlink } from 'lucide-react';
import { LinkButton } from '../components/buttons/link-button.tsx';
import { Page } from '../components/layout/page.tsx';
import { Notice } from '../components/notices/notice.tsx';
import { meQuery } from '../features/users/users.queries.ts';

const lookAgainMs = 5000;

/** Not every right comes with a live message (joining a Discord guild does not), so the user is refetched regularly. */
export function ForbiddenPage() {
  useQuery({ ...meQuery, refetchInterval: lookAgainMs });
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <Page title="Forbidden">
      <Notice icon={Lock} title={`You do not have sufficient permissions to view ${path}.`} action={<HomeButton />} />
    </Page>
  );
}

export function DiscordUnlinkedPage() {
  return (
    <Page title="Ski Bap Bot">
      <Notice icon={Unlink} title="Discord is not linked." action={<LinkButton to="/account">To account</LinkButton>} />
    </Page>
  );
}

export function NotFoundPage() {
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <Page title="Not Found">
      <Notice icon={MapPinOff} title={`There is nothing at ${path}.`} action={<HomeButton />} />
    </Page>
  );
}

export function ErrorPage() {
  return (
    <Page title="Error">
      <Notice icon={CircleAlert} title="An unknown error accurred." action={<HomeButton />} />
    </Page>
  );
}

function HomeButton() {
  return (
    <LinkButton to="/" variant="default">
      Back to home
    </LinkButton>
  );
}
