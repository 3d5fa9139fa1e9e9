import { api } from '../../lib/api/api.ts';
import { storedText } from '../../lib/storage/stored-text.ts';
import type { NotificationSettings } from './notifications.queries.ts';

/** The user who switched push on in this browser: after the next login it is switched on again. */
export const pushUser = storedText('notifications.push');

/** Why the browser cannot be notified, in words; undefined if it can. */
export function pushObstacle(): string | undefined {
  if (!window.isSecureContext) return 'Browsers allow this only on HTTPS. Open the portal at its https address.';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return "This browser can't show notifications. On an iPhone or iPad, add the portal to the home screen first.";
  if (Notification.permission === 'denied')
    return "You blocked notifications for this site. Allow them in your browser's settings, next to the address, and reload.";
  return undefined;
}

/** Asks for the permission, subscribes at the browser's push service, and tells the portal. */
export async function subscribeBrowser(publicKey: string): Promise<NotificationSettings> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error(pushObstacle() ?? "Your browser didn't get permission. Choose Allow when it asks.");
  return register(publicKey);
}

export async function unsubscribeBrowser(): Promise<NotificationSettings> {
  pushUser.set(null);
  const settings = await api('DELETE /notifications/push');
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
  return settings;
}

/** Subscriptions end with their session: after a login, the same user's browser is registered again. */
export async function renewPush(userId: string): Promise<void> {
  if (pushUser.get() !== userId || pushObstacle() !== undefined || Notification.permission !== 'granted') return;
  const { push } = await api('GET /notifications/settings');
  if (!push.isOn) await register(push.publicKey);
}

async function register(publicKey: string): Promise<NotificationSettings> {
  // Browsers without one yet: it is registered a few seconds after the page has loaded.
  await navigator.serviceWorker.register('/service-worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await subscribe(pushManager, publicKey).catch((cause: unknown) => {
    throw new Error("Your browser couldn't reach its push service. Try again later.", { cause });
  });
  const { endpoint, keys } = subscription.toJSON();
  if (endpoint === undefined || keys?.['p256dh'] === undefined || keys['auth'] === undefined)
    throw new Error("This browser's push service isn't supported.");
  return api('POST /notifications/push', { body: { endpoint, p256dh: keys['p256dh'], auth: keys['auth'] } });
}

/** A subscription with an earlier key of the portal is replaced. */
async function subscribe(pushManager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const existing = await pushManager.getSubscription();
  if (existing === null) return pushManager.subscribe(options);
  if (toBase64url(existing.options.applicationServerKey) === publicKey) return existing;
  await existing.unsubscribe();
  return pushManager.subscribe(options);
}

function toBase64url(bytes: ArrayBuffer | null): string | undefined {
  if (bytes === null) return undefined;
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
