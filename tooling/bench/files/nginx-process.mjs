// nginx with one worker, and behind it a server that reads bodies and throws them away:
// node nginx-process.mjs <nginx> <folder for what nginx writes> <folder it serves>
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processTree } from '../processes.mjs';

const [program = '', folder = '', served = ''] = process.argv.slice(2);
const readyMs = 10_000;

const sink = http.createServer((request, response) => {
  let bytes = 0;
  request.on('data', (chunk) => (bytes += chunk.length));
  request.on('end', () => response.end(String(bytes)));
  // A client that hangs up must not end this process and orphan nginx.
  request.on('error', () => response.destroy());
});
const sinkPort = await listen(sink);
const port = await freePort();

fs.mkdirSync(path.join(folder, 'put'), { recursive: true });
fs.writeFileSync(path.join(folder, 'nginx.conf'), settings());
const nginx = spawn(program, ['-p', folder, '-c', 'nginx.conf'], { stdio: ['ignore', 'ignore', 'inherit'] });
nginx.once('error', () => process.exit(1)).once('exit', () => process.exit(0));
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) process.on(signal, () => nginx.kill());
process.on('disconnect', () => nginx.kill());

const worker = await startedWorker();
if (worker) process.send?.({ type: 'ready', port, worker });
else nginx.kill();

/** Defaults, except for paths, sizes and what is measured. As root, nginx would run its worker as another user. */
function settings() {
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
  return `${user}
daemon off;
worker_processes 1;
pid nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  ${folders.join('\n  ')}
  client_max_body_size 0;
  sendfile off;
  server {
    listen 127.0.0.1:${port};
    location /spool { proxy_pass http://127.0.0.1:${sinkPort}; proxy_request_buffering on; }
    location /put/ { root "${folder}"; dav_methods PUT; }
    location /file/ { alias "${served}/"; }
  }
}
`;
}

/** @returns {Promise<number | undefined>} its process, once it takes connections */
async function startedWorker() {
  for (const endAt = Date.now() + readyMs; Date.now() < endAt; await delay(50)) {
    const socket = net.connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    const below = processTree(nginx.pid ?? 0).filter((pid) => pid !== nginx.pid);
    if (isOpen && below.length > 0) return below[0];
  }
  return undefined;
}

async function freePort() {
  const server = net.createServer();
  const found = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return found;
}

/** @param {net.Server} server @returns {Promise<number>} its port */
async function listen(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return /** @type {net.AddressInfo} */ (server.address()).port;
}
