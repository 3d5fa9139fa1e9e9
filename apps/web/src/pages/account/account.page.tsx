import { Stack } from '@mantine/core';
import { isAdmin, isOwner } from '@tribehall/contract/roles';
import { useRouter, useSearch } from '@tanstack/react-router';
import { Page } from '../../components/layout/page.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { DiscordConnection } from '../../features/discord/components/discord-connection.tsx';
import { TwoStepPanel } from '../../features/factors/components/two-step-panel.tsx';
import type { ConfirmationProps } from '../../features/factors/use-confirmed.tsx';
import { NotificationSettings } from '../../features/notifications/components/notification-settings.tsx';
import { OwnReports } from '../../features/reports/components/own-reports.tsx';
import { OwnSanctions } from '../../features/sanctions/components/own-sanctions.tsx';
import { TokensPanel } from '../../features/tokens/components/tokens-panel.tsx';
import { ChangePasswordForm } from '../../features/users/components/change-password-form.tsx';
import { PasswordConfirmDialog } from '../../features/users/components/password-confirm-dialog.tsx';
import { RoleList } from '../../features/users/components/role-list.tsx';
import { SetPasswordForm } from '../../features/users/components/set-password-form.tsx';
import { DeleteAccount } from '../../features/users/own-account/delete-account.tsx';
import { OwnSessions } from '../../features/users/own-account/own-sessions.tsx';
import { ProfileForm } from '../../features/users/own-account/profile-form.tsx';
import { ResetLinkForm } from '../../features/users/own-account/reset-link.tsx';
import { useSetDiscordConnection } from '../../features/users/users.mutations.ts';
import { useMe } from '../../features/users/users.queries.ts';
import { isModerator } from '../../features/sanctions/sanction-powers.ts';
import { useModerationPowers } from '../arkbot/use-moderation-powers.ts';
import classes from './account.page.module.css';

export function AccountPage() {
  const me = useMe();
  const router = useRouter();
  const powers = useModerationPowers();
  const { discord: failure } = useSearch({ from: '/main/user/account' });
  const setDiscordConnection = useSetDiscordConnection();
  if (me === undefined) return null;
  return (
    <Page title="Account">
      <div className={classes.columns}>
        <Stack gap="lg">
          <Panel title="Profile">
            <ProfileForm key={String(me.hasPassword)} user={me} />
          </Panel>
          <Panel title="Roles">
            <RoleList roles={me.roles} />
          </Panel>
          <Panel title="Connections">
            <DiscordConnection
              connection={me.connections.discord}
              isGuildMember={me.isGuildMember}
              failure={failure}
              onChange={setDiscordConnection}
            />
          </Panel>
        </Stack>
        {me.hasPassword ? (
          <Panel title="Change password">
            <ChangePasswordForm email={me.email} />
          </Panel>
        ) : (
          <Panel title="Set a password">
            <SetPasswordForm email={me.email} />
          </Panel>
        )}
        <div id="two-step" className={classes.anchor}>
          <Panel title="Two-step login">
            <TwoStepPanel Confirmation={Confirmation} />
          </Panel>
        </div>
        <div id="sessions" className={classes.anchor}>
          <Panel title="Where you are logged in">
            <OwnSessions />
          </Panel>
        </div>
        <div id="reports" className={classes.anchor}>
          <Panel title="My reports">
            <OwnReports />
          </Panel>
        </div>
        <div id="sanctions" className={classes.anchor}>
          <Panel title="Warnings and bans">
            <OwnSanctions />
          </Panel>
        </div>
        <div id="notifications" className={classes.anchor}>
          <Panel title="Notifications">
            <NotificationSettings
              userId={me.id}
              isOwner={isOwner(me.roles)}
              isAdmin={isAdmin(me.roles)}
              isModerator={isModerator(powers)}
            />
          </Panel>
        </div>
        <div id="tokens" className={classes.anchor}>
          <TokensPanel />
        </div>
        {isAdmin(me.roles) ? (
          <div id="reset-link" className={classes.anchor}>
            <Panel title="Help someone log in">
              <ResetLinkForm />
            </Panel>
          </div>
        ) : null}
        <div id="delete" className={classes.anchor}>
          <Panel title="Delete my account">
            <DeleteAccount
              username={me.username}
              hasPassword={me.hasPassword}
              onDeleted={() => router.history.push('/')}
            />
          </Panel>
        </div>
      </div>
    </Page>
  );
}

function Confirmation(props: ConfirmationProps) {
  return (
    <PasswordConfirmDialog
      confirmLabel="Confirm"
      reason="Enter your password to change how you log in. It has been a while since you last confirmed it."
      {...props}
    />
  );
}
