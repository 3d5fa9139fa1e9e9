import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onFileFinished } from '../../../testing/cleanup.ts';

export type PushMessage = { headers: IncomingHttpHeaders; data: Record<string, unknown> };

/** A browser that has subscribed at a push service: what it sends to the portal, and what it receives. */
export type Browser = {
  subscription: { endpoint: string; p256dh: string; auth: string };
  received: PushMessage[];
  /** What the push service replies with from now on. */
  reply: (status: number) => void;
};

/** A push service on loopback. Its browsers decrypt what they receive, as RFC 8291 says. */
export async function startPushService(): Promise<{ host: string; requests: () => number; open: () => Browser }> {
  const browsers = new Map<string, { receive: (headers: IncomingHttpHeaders, body: Buffer) => void; status: number }>();
  let requests = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.once('end', () => {
      requests += 1;
      const browser = browsers.get(request.url ?? '');
      if (browser?.status === 201) browser.receive(request.headers, Buffer.concat(parts));
      response.writeHead(browser?.status ?? 404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onFileFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const open = (): Browser => {
    const keys = createECDH('prime256v1');
    const publicKey = keys.generateKeys();
    const auth = randomBytes(16);
    const path = `/send/${randomBytes(8).toString('hex')}`;
    const received: PushMessage[] = [];
    const receive = (headers: IncomingHttpHeaders, body: Buffer) => {
      const secret = keys.computeSecret(body.subarray(21, 86));
      received.push({ headers, data: JSON.parse(decrypt(body, { secret, auth, publicKey })) as PushMessage['data'] });
    };
    const browser = { receive, status: 201 };
    browsers.set(path, browser);
    const subscription = {
      endpoint: `http://${host}${path}`,
      p256dh: publicKey.toString('base64url'),
      auth: auth.toString('base64url'),
    };
    return { subscription, received, reply: (status) => void (browser.status = status) };
  };
  return { host, requests: () => requests, open };
}

function decrypt(
  body: Buffer,
  { secret, auth, publicKey }: { secret: Buffer; auth: Buffer; publicKey: Buffer },
): string {
  const [salt, senderKey] = [body.subarray(0, 16), body.subarray(21, 86)];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
  const material = Buffer.from(hkdfSync('sha256', secret, auth, info, 32));
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', material, salt, `Content-Encoding: ${name}\0`, bytes));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12), { authTagLength: 16 });
  decipher.setAuthTag(body.subarray(-16));
  const plain = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
}
