// Lets the web app open without a network, and while the portal is down, and shows notifications. It stores the files of the app and nothing else:
// no reply of the API ever. Pages come from the portal whenever it answers, so a reload always gets the newest version.
const storeName = 'tribehall-web';
/** The page; all addresses of the app return the same one. */
const page = '/';
/** The files that the page needs, written by the build. */
const list = '/offline-files.json';

self.addEventListener('install', (event) => {
  event.waitUntil(storeNewest().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const isOfApi = pathname === '/api' || pathname.startsWith('/api/');
  if (event.request.method !== 'GET' || origin !== self.location.origin || isOfApi) return;
  if (event.request.mode === 'navigate') event.respondWith(openPage(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(storedFirst(event.request));
  else event.respondWith(networkFirst(event.request));
});

/** A message of the portal, shown also while no page is open. Its text is plain. */
self.addEventListener('push', (event) => {
  const { id, text, detail, path } = event.data.json();
  const options = { body: detail ?? '', tag: `notification-${id}`, icon: '/icon-192.png', data: { path } };
  event.waitUntil(self.registration.showNotification(text, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showPage(event.notification.data.path));
});

/** In a tab that is open already, or in a new one; only pages of the portal. */
async function showPage(path) {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const [tab] = await self.clients.matchAll({ type: 'window' });
  if (tab === undefined) await self.clients.openWindow(url.href);
  else await (await tab.focus()).navigate(url.href);
}

async function openPage(event) {
  try {
    const reply = await fetch(event.request);
    event.waitUntil(storeIfNewer(reply.clone()));
    return reply;
  } catch (error) {
    const stored = await caches.match(page);
    if (stored === undefined) throw error;
    return stored;
  }
}

/** The names of these files contain a hash of their contents. */
async function storedFirst(request) {
  return (await caches.match(request.url)) ?? fetch(request);
}

async function networkFirst(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const stored = await caches.match(request.url);
    if (stored === undefined) throw error;
    return stored;
  }
}

async function storeIfNewer(reply) {
  const build = buildOf(await reply.text());
  if (build === undefined) return;
  const stored = await caches.match(page);
  if (stored === undefined || buildOf(await stored.text()) !== build) await storeNewest();
}

function buildOf(text) {
  return /<meta name="build" content="([\w-]+)"/.exec(text)?.[1];
}

/** The page last: what is stored can always be opened. */
async function storeNewest() {
  const store = await caches.open(storeName);
  const reply = await fetch(list, { cache: 'no-cache' });
  if (!reply.ok) return;
  const files = (await reply.json()).map((file) => new URL(file, self.location.origin).href);
  const stored = (await store.keys()).map(({ url }) => url);
  await store.addAll(files.filter((url) => !stored.includes(url) || !url.includes('/assets/')));
  await store.add(page);
  const needed = new Set([...files, new URL(page, self.location.origin).href]);
  await Promise.all(stored.filter((url) => !needed.has(url)).map((url) => store.delete(url)));
}
