import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { TextLink } from '../components/buttons/text-link.tsx';
import { Page } from '../components/layout/page.tsx';
import { QueryRegion } from '../components/layout/query-region.tsx';
import { siteQuery } from '../features/site/site.queries.ts';
import { ForgotPasswordForm } from '../features/users/own-account/forgot-password-form.tsx';

export function ForgotPasswordPage() {
  const { email } = useSearch({ from: '/auth/forgot-password' });
  const query = useQuery(siteQuery);
  return (
    <Page title="Forgot your password?">
      <Stack gap="lg">
        <QueryRegion query={query}>
          {({ resetsBy, isDiscordLoginOn }) => (
            <>
              {resetsBy.email || resetsBy.discord ? <ForgotPasswordForm email={email} by={resetsBy} /> : null}
              <Text c="dimmed">
                {resetsBy.email || resetsBy.discord ? 'No message? ' : ''}
                Ask an Admin of this portal: they can give you a link to set a new password.
                {isDiscordLoginOn ? ' If Discord is linked to your account, you can also log in with Discord.' : ''}
              </Text>
            </>
          )}
        </QueryRegion>
        <TextLink to="/login" search={{ ...(email && { email }) }} size="sm">
          Back to log in
        </TextLink>
      </Stack>
    </Page>
  );
}
