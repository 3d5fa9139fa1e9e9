import { storedText } from '../../lib/storage/stored-text.ts';

/** Whether long lines are wrapped: `no` or nothing. */
export const terminalWrap = storedText('terminal.wrap');
