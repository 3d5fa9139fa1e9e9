import { Text } from '@mantine/core';
import { paths } from '../app/paths.ts';
import { LinkButton } from '../components/buttons/link-button.tsx';
import { Page } from '../components/layout/page.tsx';

export function DiscordUnlinkedPage() {
  return (
    <Page title="Ski Bap Bot">
      <Text>Discord is not linked.</Text>
      <div>
        <LinkButton to={paths.account}>To account</LinkButton>
      </div>
    </Page>
  );
}
