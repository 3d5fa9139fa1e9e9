import { storedText } from '../../lib/storage/stored-text.ts';

export const defaultDirectory = '/';

export const lastDirectory = storedText('terminal.lastDirectory');
