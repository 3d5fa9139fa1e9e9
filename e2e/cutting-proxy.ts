import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type CuttingProxy = {
  url: string;
  /** Cuts this many connections that are open now, without a goodbye; returns how many there were. */
  cut: (count: number) => number;
  close: () => void;
};

/** Forwards TCP connections to a port of this machine. */
export async function startCuttingProxy(port: number): Promise<CuttingProxy> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    open.add(near);
    near.pipe(far).pipe(near);
    const end = () => {
      open.delete(near);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: (count) => {
      const victims = [...open].slice(0, count);
      for (const socket of victims) socket.resetAndDestroy();
      return victims.length;
    },
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
