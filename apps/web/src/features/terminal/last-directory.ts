import { storedText } from '../../lib/stored-text.ts';

export const defaultDirectory = '/';

export const lastDirectory = storedText('terminal.lastDirectory');
