import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// A timeout is for tests that hang, not for slow machines.
configure({ asyncUtilTimeout: 10_000 });

// There is no layout here: a virtual list needs an element with a height.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 640 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
