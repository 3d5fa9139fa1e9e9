import { afterAll, vi } from 'vitest';

// A set-up file. The files of a worker share its modules. When a file ends, Vitest rejects what is still being imported; who has
// asked for it, such as a route, may remember the failure for all files after it.
afterAll(() => vi.dynamicImportSettled());
