import { createServer, type Socket } from 'node:net';
import { onFinished } from '../../testing/cleanup.ts';

export type ReceivedEmail = { from: string; to: string; text: string };

/** A small SMTP server (RFC 5321, AUTH PLAIN) that collects what it is sent. */
export async function openSmtp() {
  const received: ReceivedEmail[] = [];
  const logins: string[] = [];
  /** Replies to `DATA`, before it accepts messages again. */
  const refusals: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const email: ReceivedEmail = { from: '', to: '', text: '' };
    let buffer = '';
    let isData = false;
    const reply = (text: string) => socket.write(`${text}\r\n`);
    const beginData = () => {
      const refusal = refusals.shift();
      isData = refusal === undefined;
      reply(refusal ?? '354 go on');
    };
    const replies: [RegExp, (rest: string) => unknown][] = [
      [/^EHLO/i, () => reply('250-test\r\n250 AUTH PLAIN')],
      [/^AUTH PLAIN /i, (rest) => logins.push(Buffer.from(rest, 'base64').toString()) && reply('235 ok')],
      [/^MAIL FROM:/i, (rest) => ((email.from = rest), reply('250 ok'))],
      [/^RCPT TO:/i, (rest) => ((email.to = rest), reply('250 ok'))],
      [/^DATA/i, () => beginData()],
      [/^QUIT/i, () => socket.end('221 bye\r\n')],
      [/^/, () => reply('250 ok')],
    ];
    const readLine = (line: string) => {
      if (isData && line !== '.') return void (email.text += `${line}\n`);
      if (isData) {
        isData = false;
        received.push({ ...email });
        return void reply('250 queued');
      }
      const [pattern = /^/, handle] = replies.find(([start]) => start.test(line)) ?? [];
      return handle?.(line.replace(pattern, ''));
    };
    reply('220 test');
    socket.on('error', () => undefined).setEncoding('utf8');
    socket.on('data', (text: string) => {
      const lines = (buffer + text).split('\r\n');
      buffer = lines.pop() ?? '';
      for (const line of lines) readLine(line);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `smtp://mailer:hunter22secret@127.0.0.1:${port}`, received, logins, refusals };
}
