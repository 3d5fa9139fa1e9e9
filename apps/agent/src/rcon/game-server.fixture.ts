import net from 'node:net';
import { onTestFinished } from 'vitest';
import { createPacketReader, encodePacket, packetTypes, refusedId, type Packet } from '@tribehall/ark/rcon/packets';
import { createRconClient, type RconClient, type RconOptions } from './rcon-client.ts';

export type Exchange = { id: number; command: string; socket: net.Socket; respond(body: string | Buffer): void };

type Behaviour = {
  login?(login: Packet, socket: net.Socket): void;
  command?(exchange: Exchange): void;
  connection?(socket: net.Socket): void;
};

export const password = 'the right password';

export const packet = (id: number, type: number, body: string | Buffer = '') => encodePacket({ id, type, body });

/** A game server written by hand for each fault; by itself it takes the password and echoes commands. */
export async function startGameServer(behaviour: Behaviour = {}, port = 0) {
  const seen = { sockets: [] as net.Socket[], logins: [] as Packet[], commands: [] as string[], ids: [] as number[] };
  const receive = (received: Packet, socket: net.Socket) => {
    const { id, type } = received;
    seen.ids.push(id);
    if (type === packetTypes.login) {
      seen.logins.push(received);
      return (behaviour.login ?? replyToLogin)(received, socket);
    }
    const command = received.body.toString();
    seen.commands.push(command);
    const respond: Exchange['respond'] = (body) => void socket.write(packet(id, packetTypes.response, body));
    if (behaviour.command) behaviour.command({ id, command, socket, respond });
    else respond(`echo ${command}`);
  };
  const server = net.createServer((socket) => {
    const read = createPacketReader();
    seen.sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => read(chunk).forEach((received) => receive(received, socket)));
    behaviour.connection?.(socket);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = async () => {
    for (const socket of seen.sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(stop);
  return { port: (server.address() as net.AddressInfo).port, stop, ...seen };
}

/** A port where nothing listens. */
export async function closedPort(): Promise<number> {
  const server = await startGameServer();
  await server.stop();
  return server.port;
}

export function replyToLogin({ id, body }: Packet, socket: net.Socket): void {
  socket.write(packet(body.toString() === password ? id : refusedId, packetTypes.loginReply));
}

/** A client without a rate limit and with long waits, unless the test sets others. */
export function connect(port: number, options: Partial<RconOptions> = {}): RconClient {
  const { limits, ...others } = options;
  const client = createRconClient({
    host: '127.0.0.1',
    port,
    password,
    isAsciiOnly: false,
    limits: { commandsPerSecond: 10_000, burst: 10_000, ...limits },
    ...others,
  });
  onTestFinished(() => client.close());
  return client;
}

export const poll = { priority: 'poll' } as const;
export const chat = { priority: 'chat' } as const;
export const moderation = { priority: 'moderation' } as const;
export const background = { priority: 'background' } as const;
