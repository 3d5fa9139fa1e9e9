import { expect, it } from 'vitest';
import { seededRandom } from '@tribehall/ark/testing/seeded-random';
import { connect, packet, poll, startGameServer } from './game-server.fixture.ts';

const random = seededRandom(57);

/** Whole packets that are nearly the reply: other ids, other types, Keep Alive under any id. */
function nearMiss(id: number): Buffer {
  const keepAlive = packet(
    random.pick([id, id - 1, 0, -1]),
    random.pick([0, 2]),
    random.pick(['Keep Alive', 'KEEP alive\n ']),
  );
  const wrongId = packet(random.pick([0, -1, 1, id - 1, id + 1, -id, 0x7fffffff]), random.pick([0, 2, 3]), 'stolen');
  const wrongType = packet(id, random.pick([-1, 1, 2, 3, 255, -2_147_483_648]), 'stolen');
  const rubbish = packet(-2 - random.below(2 ** 30), random.below(2 ** 31), random.bytes(random.below(40)));
  return random.pick([keepAlive, wrongId, wrongType, rubbish]);
}

/** Bytes that break the frames in some way, or only cut the reply short. */
function broken(reply: Buffer): Buffer {
  const bytes = Buffer.from(reply);
  for (let count = 1 + random.below(4); count > 0; count -= 1) bytes[random.below(bytes.length)] = random.below(256);
  return random.pick([bytes, bytes.subarray(0, random.below(bytes.length)), random.bytes(random.below(64))]);
}

it('gives every command its reply among 100,000 packets that are not the reply', async () => {
  const commands = Array.from({ length: 200 }, (_, index) => `command ${index}`);
  const server = await startGameServer({
    command({ id, command, socket }) {
      const noise = Array.from({ length: 500 }, () => nearMiss(id));
      socket.write(Buffer.concat([...noise, packet(id, 0, `echo ${command}`)]));
    },
  });
  const client = connect(server.port, {
    limits: {
      commandMs: 30_000,
      maxWaiting: { moderation: 1, chat: 1, poll: 200, background: 200 },
      pollWaitMs: 60_000,
    },
  });

  const replies = await Promise.all(commands.map((command) => client.run(command, poll)));

  expect(replies).toEqual(commands.map((command) => `echo ${command}`));
  expect(server.sockets).toHaveLength(1);
});

it('ends each command with its own reply or an error, whatever bytes come back', async () => {
  const server = await startGameServer({
    command: ({ id, command, socket }) => void socket.write(broken(packet(id, 0, `${command} answered`))),
  });
  const outcomes: string[] = [];
  for (let round = 0; round < 150; round += 1) {
    const client = connect(server.port, { limits: { commandMs: 30 } });
    const [outcome] = await Promise.allSettled([client.run(`c${round}`, poll)]);
    outcomes.push(outcome.status === 'fulfilled' ? 'answered' : String(outcome.reason.code));
    await client.close();
  }

  expect(new Set(outcomes)).toEqual(new Set(['answered', 'timeout', 'closed']));
});
