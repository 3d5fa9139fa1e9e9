import { storedText } from '../../lib/storage/stored-text.ts';

/** The ID of the cluster viewed last. */
export const lastCluster = storedText('lastSelectedArkCluster');
