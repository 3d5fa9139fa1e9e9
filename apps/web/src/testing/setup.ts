import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// A limit is for what hangs, not for what is slow on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 60_000 });

// Nothing is laid out here; a list that shows what fits needs a place of some height.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 640 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
