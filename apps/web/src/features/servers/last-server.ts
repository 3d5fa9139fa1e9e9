import { storedText } from '../../lib/storage/stored-text.ts';

/** The ID of the server viewed last. */
export const lastServer = storedText('lastSelectedArkServer');
