import { storedText } from '../../lib/storage/stored-text.ts';

/** The id of the cluster looked at last. */
export const lastCluster = storedText('lastSelectedArkCluster');
