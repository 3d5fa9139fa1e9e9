import type { AddressInfo, Server } from 'node:net';

/** Listens on the given port of the loopback interface, or on a free one. */
export async function listenOnLoopback(
  server: Server,
  wantedPort = 0,
): Promise<{ port: number; close: () => Promise<void> }> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wantedPort, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
