import type { Sending } from './upload-transfer.ts';

const prefix = 'upload/';

/** Uploads that a tab of this browser is sending right now: no other tab goes on with them, or offers to give them up. */
export async function heldUploads(): Promise<Set<string>> {
  const { held = [] } = (await locks()?.query()) ?? {};
  const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(prefix));
  return new Set(names.map((name) => name.slice(prefix.length)));
}

/** Holds the upload for as long as a try lasts. */
export async function sendHeld(sending: Sending, send: (sending: Sending) => Promise<string>): Promise<string> {
  const ends: (() => void)[] = [];
  const hold = (uploadId: string) => {
    const ended = new Promise<void>((resolve) => ends.push(resolve));
    void locks()?.request(`${prefix}${uploadId}`, { mode: 'shared' }, () => ended);
  };
  if (sending.uploadId !== undefined) hold(sending.uploadId);
  const onBegun = (uploadId: string) => {
    if (uploadId !== sending.uploadId) hold(uploadId);
    sending.onBegun(uploadId);
  };
  try {
    return await send({ ...sending, onBegun });
  } finally {
    for (const end of ends) end();
  }
}

/** Browsers have none on a site without https. */
function locks(): LockManager | undefined {
  return 'locks' in navigator ? navigator.locks : undefined;
}
