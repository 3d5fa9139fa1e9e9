import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRpcPeer, rpcErrors, type RpcRequest } from './json-rpc.ts';

function receiveAll(text: string) {
  const requests: RpcRequest[] = [];
  const invalid: { code: number; id: string | null }[] = [];
  const peer = createRpcPeer({
    send: () => {},
    onRequest: (request) => requests.push(request),
    onInvalid: ({ code }, id) => invalid.push({ code, id }),
  });
  peer.receive(text);
  return { requests, invalid };
}

const id = fc.oneof(fc.string({ maxLength: 64 }), fc.maxSafeInteger());
const method = fc.string({ maxLength: 64 });
const params = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);

it('receives every request as it was sent', () => {
  fc.assert(
    fc.property(id, method, params, (number, name, given) => {
      const request = { jsonrpc: '2.0' as const, id: number, method: name, params: given };
      expect(receiveAll(JSON.stringify(request))).toEqual({ requests: [request], invalid: [] });
    }),
  );
});

it('answers any other text at most once, with an error of JSON-RPC', () => {
  const field = fc.oneof(fc.constant('2.0'), id, fc.jsonValue());
  const message = fc.record(
    { jsonrpc: field, id: field, method: field, params: field, result: field, error: field },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        message.map((value) => JSON.stringify(value)),
      ),
      (text) => {
        const { requests, invalid } = receiveAll(text);
        expect(requests.length + invalid.length).toBeLessThanOrEqual(1);
        for (const refusal of invalid) {
          expect([rpcErrors.parse, rpcErrors.invalidRequest]).toContain(refusal.code);
          expect((refusal.id ?? '').length).toBeLessThanOrEqual(64);
        }
      },
    ),
  );
});

it('gives each reply to the request it belongs to, in whatever order they come', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(params, { minLength: 1, maxLength: 6 }), fc.nat(), async (values, turn) => {
      const sent: { id: string }[] = [];
      const peer = createRpcPeer({
        send: (text) => sent.push(JSON.parse(text) as { id: string }),
        onRequest: () => {},
        onInvalid: () => {},
      });
      const outcomes = values.map((value) => peer.request('a', JSON.stringify(value), 60_000));
      const replies = sent.map((request, index) =>
        JSON.stringify({ jsonrpc: '2.0', id: request.id, result: values[index] }),
      );
      const start = turn % replies.length;
      for (const reply of [...replies.slice(start), ...replies.slice(0, start)]) peer.receive(reply);
      expect(await Promise.all(outcomes)).toEqual(values.map((result) => ({ result })));
      expect(peer.pendingCount()).toBe(0);
    }),
  );
});
