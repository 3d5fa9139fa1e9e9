import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { isLocalRequest } from './local-request.ts';

function isLocal(peer: string | undefined, headers: Record<string, string> = {}, httpVersion = '1.1'): boolean {
  const browser = { host: '127.0.0.1:8080', 'user-agent': 'x', 'sec-fetch-site': 'same-origin', accept: '*/*' };
  const request = { socket: { remoteAddress: peer }, headers: { ...browser, ...headers }, httpVersion };
  return isLocalRequest(request as unknown as IncomingMessage);
}

it.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])('takes %s for this machine', (peer) => {
  expect(isLocal(peer)).toBe(true);
  const own = { authorization: 'Bearer x', origin: 'http://127.0.0.1:8080', 'x-instigator': 'a', 'tus-resumable': '1' };
  expect(isLocal(peer, own)).toBe(true);
});

it.each(['10.0.0.1', '192.168.1.2', 'fe80::1', '::ffff:10.0.0.1', '127.0.0.1.example', '', undefined])(
  'takes %s for another machine',
  (peer) => {
    expect(isLocal(peer)).toBe(false);
  },
);

it.each([
  'forwarded',
  'x-forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-original-forwarded-for',
  'x-original-host',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-ray',
  'cdn-loop',
  'fastly-client-ip',
  'fly-client-ip',
  'do-connecting-ip',
  'x-envoy-external-address',
  'x-azure-clientip',
  'x-appengine-user-ip',
  'tailscale-user-login',
  'via',
])('detects a proxy by %s, whatever its value', (header) => {
  expect(isLocal('127.0.0.1', { [header]: '127.0.0.1' })).toBe(false);
  expect(isLocal('127.0.0.1', { [header]: '' })).toBe(false);
});

it('sees a proxy by HTTP/1.0', () => {
  expect(isLocal('127.0.0.1', {}, '1.0')).toBe(false);
});
