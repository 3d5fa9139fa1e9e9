import { storedText } from '../../lib/stored-text.ts';

/** The id of the server looked at last. */
export const lastServer = storedText('lastSelectedArkServer');
