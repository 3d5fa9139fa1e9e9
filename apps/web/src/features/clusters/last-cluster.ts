import { storedText } from '../../lib/stored-text.ts';

/** The id of the cluster looked at last. */
export const lastCluster = storedText('lastSelectedArkCluster');
