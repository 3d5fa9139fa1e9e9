/** `npm run test:deep`: the same tests with larger numbers. */
export const isDeepRun = process.env['TEST_DEPTH'] === 'deep';
