import { storedText } from '../../lib/storage/stored-text.ts';

export const defaultDirectory = '/';

export const lastDirectory = storedText('terminal.lastDirectory');

/** `no` turns line wrapping off. */
export const terminalWrap = storedText('terminal.wrap');
