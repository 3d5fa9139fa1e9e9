import { Button, Group, Stack, Text } from '@mantine/core';
import { notificationKinds, type NotificationKind } from '@tribehall/contract/shared/notification-kinds';
import { useQuery } from '@tanstack/react-query';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { pushObstacle, pushUser } from '../browser-push.ts';
import { notificationLooks } from '../notification-icons.ts';
import { useBrowserPush, useChooseChannel } from '../notifications.mutations.ts';
import { notificationSettingsQuery, type NotificationSettings as Settings } from '../notifications.queries.ts';
import classes from './notification-settings.module.css';

type Props = { userId: string; isOwner: boolean; isAdmin: boolean; isModerator: boolean };

/** What the user is notified of besides the bell, and by what. */
export function NotificationSettings({ userId, isOwner, isAdmin, isModerator }: Props) {
  const query = useQuery(notificationSettingsQuery);
  const concerns: Partial<Record<NotificationKind, boolean>> = {
    'player.joined': isAdmin,
    'report.new': isModerator,
    'backup.failed': isOwner,
  };
  return (
    <QueryRegion query={query} skeletonHeight={420}>
      {(settings) => (
        <Stack gap="md">
          <Text c="dimmed">
            Everything is in the bell at the top. Choose what also reaches you as a Discord message or a notification of
            your browser.
          </Text>
          <ThisBrowser push={settings.push} userId={userId} />
          <DiscordState discord={settings.discord} />
          <Choices settings={settings} isWanted={(kind) => concerns[kind] ?? true} />
        </Stack>
      )}
    </QueryRegion>
  );
}

function ThisBrowser({ push, userId }: { push: Settings['push']; userId: string }) {
  const browserPush = useBrowserPush();
  const obstacle = pushObstacle();
  const { isOn, publicKey } = push;
  const others = push.browsers - (isOn ? 1 : 0);
  const change = () =>
    browserPush.mutate({ isOn: !isOn, publicKey }, { onSuccess: () => pushUser.set(isOn ? null : userId) });
  return (
    <div>
      <Group gap="md">
        <Button
          variant="default"
          onClick={change}
          loading={browserPush.isPending}
          disabled={!isOn && obstacle !== undefined}
        >
          {isOn ? 'Stop notifying this browser' : 'Notify this browser'}
        </Button>
        <Text c="dimmed" role="status">
          {isOn ? 'This browser shows notifications while you are logged in.' : null}
          {others > 0 ? ` ${others} other ${others === 1 ? 'browser shows' : 'browsers show'} them.` : null}
        </Text>
      </Group>
      {isOn || obstacle === undefined ? null : (
        <Text mt="sm" className={classes.problem ?? ''}>
          {obstacle}
        </Text>
      )}
      {browserPush.error === null ? null : <ErrorNotice error={browserPush.error} />}
    </div>
  );
}

function DiscordState({ discord }: { discord: Settings['discord'] }) {
  const text = discordText(discord);
  return text === undefined ? null : <Text className={classes.problem ?? ''}>{text}</Text>;
}

function discordText({ isAvailable, isLinked, problem }: Settings['discord']): string | undefined {
  if (!isAvailable) return 'This portal has no Discord bot, so there are no Discord messages.';
  if (!isLinked) return 'Link Discord first to get Discord messages.';
  return problem === null ? undefined : `Discord messages are off. ${problem}`;
}

/** Only Admins are notified of players who are watched. */
type ChoicesProps = { settings: Settings; isWanted: (kind: Settings['choices'][number]['kind']) => boolean };

function Choices({ settings: { choices, discord }, isWanted }: ChoicesProps) {
  const choose = useChooseChannel();
  const mayDiscord = discord.isAvailable && discord.isLinked;
  return (
    <>
      <table className={classes.choices}>
        <thead>
          <tr>
            <th scope="col">Notify me when</th>
            <th scope="col">Bell</th>
            <th scope="col">Discord</th>
            <th scope="col">Browser</th>
          </tr>
        </thead>
        <tbody>
          {choices
            .filter(({ kind }) => isWanted(kind))
            .map(({ kind, ...chosen }) => {
              const { name } = notificationLooks[kind];
              const box = (channel: 'discord' | 'push', label: string, isPossible: boolean) => (
                <input
                  type="checkbox"
                  aria-label={`${name}: ${label}`}
                  checked={chosen[channel]}
                  disabled={!isPossible}
                  onChange={(event) => choose.mutate({ kind, channel, isOn: event.currentTarget.checked })}
                />
              );
              return (
                <tr key={kind}>
                  <th scope="row">{name}</th>
                  <td>
                    <input type="checkbox" aria-label={`${name}: bell, always`} checked disabled readOnly />
                  </td>
                  <td>{box('discord', 'Discord message', mayDiscord)}</td>
                  <td>
                    {notificationKinds[kind].push ? (
                      box('push', 'browser', true)
                    ) : (
                      <span title="A changed role logs you out">–</span>
                    )}
                  </td>
                </tr>
              );
            })}
        </tbody>
      </table>
      {choose.error === null ? null : <ErrorNotice error={choose.error} />}
    </>
  );
}
