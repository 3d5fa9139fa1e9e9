import { Text } from '@mantine/core';
import { paths } from '../app/paths.ts';
import { LinkButton } from '../components/buttons/link-button.tsx';
import { Page } from '../components/layout/page.tsx';

export function ErrorPage() {
  return (
    <Page title="Error">
      <Text>An unknown error accurred.</Text>
      <div>
        <LinkButton to={paths.home} variant="default">
          To home
        </LinkButton>
      </div>
    </Page>
  );
}
