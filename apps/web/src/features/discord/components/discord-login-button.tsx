import { Button } from '@mantine/core';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { useStartDiscordLogin } from '../discord.mutations.ts';
import { useLeaving } from '../use-leaving.ts';

type Props = {
  /** Where the login leads. */
  redirect: string | undefined;
};

/** Sends the browser to Discord, which sends it back to be logged in. */
export function DiscordLoginButton({ redirect = '/' }: Props) {
  const start = useStartDiscordLogin();
  const isLeaving = useLeaving(start.isSuccess);
  return (
    <>
      {start.error === null ? null : <ErrorNotice error={start.error} />}
      <Button variant="default" fullWidth loading={start.isPending || isLeaving} onClick={() => start.mutate(redirect)}>
        Continue with Discord
      </Button>
    </>
  );
}
