import { isOwner } from '@tribehall/contract/roles';
import { Page } from '../../components/layout/page.tsx';
import { BotInvitePanel } from '../../features/discord/components/bot-invite-panel.tsx';
import { AccountSettingsPanel } from '../../features/site/components/account-settings-panel.tsx';
import { InvitationsPanel } from '../../features/registration/components/invitations-panel.tsx';
import { WaitingPanel } from '../../features/registration/components/waiting-panel.tsx';
import { useRegistrationLive } from '../../features/registration/registration.live.ts';
import { useMe } from '../../features/users/users.queries.ts';

/** Who can create an account. The settings are the Owner's. */
export function RegistrationPage() {
  useRegistrationLive();
  const isForOwner = isOwner(useMe()?.roles ?? []);
  return (
    <Page title="Registration">
      <WaitingPanel />
      <InvitationsPanel isOwner={isForOwner} />
      {isForOwner ? <AccountSettingsPanel /> : null}
      {isForOwner ? <BotInvitePanel /> : null}
    </Page>
  );
}
