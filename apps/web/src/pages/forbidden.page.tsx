import { Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { LinkButton } from '../components/link-button.tsx';
import { Page } from '../components/page.tsx';

export function ForbiddenPage() {
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <Page title="Forbidden">
      <Text>You do not have sufficient permissions to view {path}.</Text>
      <div>
        <LinkButton to={paths.home} variant="default">
          To home
        </LinkButton>
      </div>
    </Page>
  );
}
