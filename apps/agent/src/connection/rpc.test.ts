import { rpcErrors } from '@tribehall/contract/agent/json-rpc';
import { expect, it, vi } from 'vitest';
import { createRpc, RpcError } from './rpc.ts';

function setUp(reply: () => Promise<{ result: unknown }> = () => Promise.resolve({ result: 1 })) {
  const sent: Record<string, unknown>[] = [];
  const onRequest = vi.fn<typeof reply>(reply);
  const rpc = createRpc({ send: (text) => sent.push(JSON.parse(text) as Record<string, unknown>), onRequest });
  return { rpc, sent, onRequest };
}

it('sends a request and gets the response with its id', async () => {
  const { rpc, sent } = setUp();
  const response = rpc.request('hello', '{"a":1}', 1_000);
  expect(sent).toEqual([{ jsonrpc: '2.0', id: '1', method: 'hello', params: { a: 1 } }]);
  rpc.receive('{"jsonrpc":"2.0","id":"other","result":0}');
  rpc.receive('{"jsonrpc":"2.0","id":"1","result":{"ok":true}}');
  expect(await response).toEqual({ ok: true });
});

it('fails with the error of the other side, in time, or when the connection is lost', async () => {
  const { rpc } = setUp();
  const refused = rpc.request('a', '{}', 1_000);
  rpc.receive('{"jsonrpc":"2.0","id":"1","error":{"code":-1,"message":"no"}}');
  await expect(refused).rejects.toEqual(new RpcError(-1, 'no'));
  await expect(rpc.request('b', '{}', 1)).rejects.toThrow('did not answer "b" in time');
  const cut = rpc.request('c', '{}', 1_000);
  rpc.close();
  await expect(cut).rejects.toThrow('lost');
});

it.each([
  ['not json', rpcErrors.parse, null],
  ['[]', rpcErrors.invalidRequest, null],
  ['"text"', rpcErrors.invalidRequest, null],
  ['{"jsonrpc":"1.0","id":"x","method":"m"}', rpcErrors.invalidRequest, 'x'],
  ['{"jsonrpc":"2.0","id":{},"method":"m"}', rpcErrors.invalidRequest, null],
])('refuses %s', (text, code, id) => {
  const { rpc, sent, onRequest } = setUp();
  rpc.receive(text);
  expect(sent).toMatchObject([{ jsonrpc: '2.0', id, error: { code } }]);
  expect(onRequest).not.toHaveBeenCalled();
});

it('responds to a request under its id and leaves notifications alone', async () => {
  const { rpc, sent, onRequest } = setUp();
  rpc.receive('{"jsonrpc":"2.0","method":"m","params":{}}');
  rpc.receive('{"jsonrpc":"2.0","method":"m"}');
  rpc.receive('{"jsonrpc":"2.0","id":7,"method":"m","params":{}}');
  await vi.waitFor(() => expect(sent).toEqual([{ jsonrpc: '2.0', id: 7, result: 1 }]));
  expect(onRequest).toHaveBeenCalledTimes(1);
});

it('takes a request whose params are left out', async () => {
  const { rpc, sent } = setUp();
  rpc.receive('{"jsonrpc":"2.0","id":7,"method":"m"}');
  await vi.waitFor(() => expect(sent).toEqual([{ jsonrpc: '2.0', id: 7, result: 1 }]));
});
