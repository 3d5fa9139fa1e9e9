import { Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { LinkButton } from '../components/buttons/link-button.tsx';
import { Page } from '../components/layout/page.tsx';

export function NotFoundPage() {
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <Page title="Not Found">
      <Text>There is nothing at {path}.</Text>
      <div>
        <LinkButton to={paths.home} variant="default">
          To home
        </LinkButton>
      </div>
    </Page>
  );
}
