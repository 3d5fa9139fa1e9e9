import { ApiError, apiStatus } from '../../lib/api/api-error.ts';
import { isOwnFile } from '../../lib/browser/download.ts';

/** Only an address of the portal's own API is followed. */
export function ownAddress({ url }: { url: string }): string {
  if (isOwnFile(url)) return url;
  throw new ApiError({ status: apiStatus.internal, message: 'The portal gave an address that is not its own.' });
}
