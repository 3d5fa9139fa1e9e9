import type { PartInput } from '@tribehall/contract';
import type { NotificationKind } from '@tribehall/contract/shared/notification-kinds';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError } from '../../components/notices/toast.tsx';
import { api } from '../../lib/api/api.ts';
import { subscribeBrowser, unsubscribeBrowser } from './browser-push.ts';
import { notificationSettingsQuery, notificationsQuery, type NotificationSettings } from './notifications.queries.ts';

type Which = PartInput<'POST /notifications/read', 'body'>;

/** The number of unread ones comes back over the live stream. */
export function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (which: Which) => api('POST /notifications/read', { body: which }),
    onError: toastError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationsQuery.queryKey }),
  });
}

export function useClearNotifications() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api('DELETE /notifications'),
    onError: toastError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationsQuery.queryKey }),
  });
}

type Choice = { kind: NotificationKind; channel: 'discord' | 'push'; isOn: boolean };

/** A choice is shown at once. */
export function useChooseChannel() {
  const queryClient = useQueryClient();
  const { queryKey } = notificationSettingsQuery;
  return useMutation({
    mutationFn: ({ kind, channel, isOn }: Choice) =>
      api('PUT /notifications/settings/{kind}', { params: { kind }, body: { [channel]: isOn } }),
    onMutate: ({ kind, channel, isOn }) => {
      void queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(
        queryKey,
        (before) =>
          before && {
            ...before,
            choices: before.choices.map((choice) => (choice.kind === kind ? { ...choice, [channel]: isOn } : choice)),
          },
      );
    },
    onSuccess: (settings) => queryClient.setQueryData(queryKey, settings),
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
}

/** Switches notifications of this browser on or off; asks for the permission first. */
export function useBrowserPush() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ isOn, publicKey }: { isOn: boolean; publicKey: string }): Promise<NotificationSettings> =>
      isOn ? subscribeBrowser(publicKey) : unsubscribeBrowser(),
    onSuccess: (settings) => queryClient.setQueryData(notificationSettingsQuery.queryKey, settings),
  });
}
