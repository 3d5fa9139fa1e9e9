import { Checkbox, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PartInput } from '@tribehall/contract';
import { startTransition, useOptimistic } from 'react';
import { ChoiceList } from '../../../components/forms/choice-list.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { useUndoableChoice } from '../../../components/notices/use-undoable-choice.ts';
import { api } from '../../../lib/api/api.ts';
import { modeWords, secondFactorWords } from '../account-words.ts';
import { siteQuery, type Site } from '../site.queries.ts';

type Settings = PartInput<'PUT /site/accounts', 'body'>;

/** Who may create an account, and who needs a second factor. For the Owner. */
export function AccountSettingsPanel() {
  const query = useQuery(siteQuery);
  return (
    <Panel title="Accounts">
      <QueryRegion query={query} skeletonHeight={320}>
        {(site) => <AccountSettings site={site} />}
      </QueryRegion>
    </Panel>
  );
}

function AccountSettings({ site }: { site: Site }) {
  const { registration, isDiscordSignUpOn, secondFactorFor, isDiscordLoginOn } = site;
  const change = useChangeSettings();
  return (
    <Stack gap="xl">
      <ChoiceList
        legend="Who can register"
        choices={modeWords}
        value={registration}
        onChange={(value) => change({ choice: { registration: value }, before: { registration } })}
      />
      <DiscordSignUp
        isSetUp={isDiscordLoginOn}
        isOn={isDiscordSignUpOn}
        onChange={(isOn) => change({ choice: { isDiscordSignUpOn: isOn }, before: { isDiscordSignUpOn } })}
      />
      <ChoiceList
        legend="Who needs a second factor"
        choices={secondFactorWords}
        value={secondFactorFor}
        onChange={(value) => change({ choice: { secondFactorFor: value }, before: { secondFactorFor } })}
      />
    </Stack>
  );
}

type SignUpProps = { isSetUp: boolean; isOn: boolean; onChange: (isOn: boolean) => Promise<void> };

/** Until the change is made or refused, the new choice is shown. */
function DiscordSignUp({ isSetUp, isOn, onChange }: SignUpProps) {
  const [isShownOn, show] = useOptimistic(isOn);
  const change = (next: boolean) =>
    startTransition(async () => {
      show(next);
      await onChange(next);
    });
  return (
    <Checkbox
      label="Members of the community guild can register with Discord"
      description={
        isSetUp
          ? 'Logging in with Discord creates an account for members who have none yet. This also works without approval or an invitation, and while registration is closed.'
          : "Discord isn't set up on this portal, so no one can log in with it."
      }
      checked={isShownOn}
      disabled={!isSetUp && !isOn}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  );
}

/** Sends only what was changed: two changes within moments don't undo each other. */
function useChangeSettings() {
  const queryClient = useQueryClient();
  return useUndoableChoice<Settings>({
    scope: 'site accounts',
    send: (body) => api('PUT /site/accounts', { body }),
    show: (settings) => {
      queryClient.setQueryData(siteQuery.queryKey, (site) => site && { ...site, ...settings });
    },
    refetch: () => queryClient.invalidateQueries({ queryKey: siteQuery.queryKey }),
    describe: () => 'Account settings saved.',
  });
}
