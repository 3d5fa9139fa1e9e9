import { expect, it } from 'vitest';
import { parseSockets } from './system-sockets.ts';

it('reads the ports, queues and users of the table of sockets', () => {
  const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000   998        0 21 1 0 100 0 0 10 0
   1: 00000000000000000000000001000000:C3A2 00000000000000000000000001000000:1F90 01 0000001A:00000007 00:0 0 33 0 22
`;
  expect(parseSockets(table)).toEqual([
    { local: 8080, remote: 0, unacknowledged: 0, user: 998 },
    { local: 50082, remote: 8080, unacknowledged: 26, user: 33 },
  ]);
  expect(parseSockets('')).toEqual([]);
});
