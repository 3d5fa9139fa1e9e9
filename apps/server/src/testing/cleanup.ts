import { onTestFinished, TestRunner } from 'vitest';

type Cleanup = () => unknown;
const cleanups: Cleanup[] = [];

/** Runs after the last test of the file, wherever it is called from; `afterAll` does nothing inside a test. */
export function onFileFinished(cleanup: Cleanup): void {
  cleanups.push(cleanup);
}

/** Runs after the test that calls it; outside of tests, after the last one of the file. */
export function onFinished(cleanup: Cleanup): void {
  const isInTest = TestRunner.getCurrentTest() !== undefined;
  if (isInTest) onTestFinished(async () => void (await cleanup()));
  else onFileFinished(cleanup);
}

/** The last one first, because later ones use what was there before. */
export async function cleanUp(): Promise<void> {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
}
