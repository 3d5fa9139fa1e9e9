import { storedText } from '../../lib/storage/stored-text.ts';

/** `no` turns line wrapping off. */
export const logWrap = storedText('logs.wrap');
