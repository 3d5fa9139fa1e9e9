import { storedText } from '../../lib/storage/stored-text.ts';

/** Whether long lines are wrapped: `no` or nothing. */
export const logWrap = storedText('logs.wrap');
