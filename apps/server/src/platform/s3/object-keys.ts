/** Where everything is in the bucket, below the prefix of the settings. */
export const blobsPrefix = 'files/blobs/';
export const partsPrefix = 'files/parts/';
export const storeMarksPrefix = 'files/store/';
export const songsPrefix = 'songs/';
