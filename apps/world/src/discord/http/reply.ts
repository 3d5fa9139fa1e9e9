import type { ServerResponse } from 'node:http';

export type Reply = { status: number; headers?: Record<string, string>; body?: string | Buffer };

export function jsonReply(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

export function send(response: ServerResponse, { status, headers = {}, body }: Reply): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store', ...headers });
  response.end(body);
}
