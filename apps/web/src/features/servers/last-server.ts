import { storedText } from '../../lib/storage/stored-text.ts';

/** The id of the server looked at last. */
export const lastServer = storedText('lastSelectedArkServer');
