import { cleanNotifications, cleanNotificationsQueue } from '@mantine/notifications';
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react';
import * as react from 'react';
import { afterAll, afterEach, vi } from 'vitest';
import { computeStylesFast } from './computed-styles.ts';

// A timeout is for tests that hang, not for slow machines.
const asyncUtilTimeout = 60_000;
// The files of a worker share its modules, and so this configuration.
if (getConfig().asyncUtilTimeout !== asyncUtilTimeout) {
  configure({ asyncUtilTimeout, ...printPageOnce() });
  computeStylesFast(window);
}

// React records a stack trace for every element, for its warnings: a tenth of the time of these tests.
const internals: unknown = Reflect.get(react, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Infinity,
    set: () => {},
  });

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

/** A query that waits prints the page into its error once, at its end, instead of each time that it looks. */
function printPageOnce(): Pick<ReturnType<typeof getConfig>, 'asyncWrapper' | 'getElementError'> {
  const { asyncWrapper, getElementError } = getConfig();
  let waiting = 0;
  return {
    getElementError: (message, container) =>
      waiting > 0 && message !== null ? new Error(message) : getElementError(message, container),
    asyncWrapper: async (callback) => {
      waiting += 1;
      try {
        return await asyncWrapper(callback);
      } catch (error) {
        if (error instanceof Error) error.message += `\n\n${String(prettyDOM())}`;
        throw error;
      } finally {
        waiting -= 1;
      }
    },
  };
}
