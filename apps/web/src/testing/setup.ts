import { cleanNotifications, cleanNotificationsQueue } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

// A timeout is for tests that hang, not for slow machines.
configure({ asyncUtilTimeout: 60_000 });

// There is no layout here: a virtual list needs an element with a height.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 640 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  // At most three toasts are visible: those of one test must not hold back those of the next.
  cleanNotificationsQueue();
  cleanNotifications();
});

/** The files of a worker share its modules and its window: the next one starts with an empty browser. */
afterAll(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  document.body.replaceChildren();
  window.history.replaceState(null, '', '/');
});
