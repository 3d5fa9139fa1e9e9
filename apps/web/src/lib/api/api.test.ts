import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, apiBlob, apiStream } from './api.ts';
import { ApiError } from './api-error.ts';
import { session, token } from './session.ts';

type FakeReply = Response | Error;

/** Replies in turn and records the requests. */
function replyWith(...replies: FakeReply[]) {
  const fetchFake = vi.fn<typeof fetch>(async () => {
    const reply = replies.shift() ?? new Error('no replies remaining');
    if (reply instanceof Error) throw reply;
    return reply;
  });
  vi.stubGlobal('fetch', fetchFake);
  return fetchFake;
}

const ok = (data: unknown, headers?: HeadersInit) => Response.json({ status: 200, data }, headers ? { headers } : {});
const failed = (status: number, body: object) => Response.json({ status, ...body }, { status });
const invalidToken = () => failed(401, { error: 'Your session has ended.', code: 'INVALID_TOKEN' });

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('expected an ApiError', { cause: error });
  return error;
}

beforeEach(() => session.end());

describe('a call', () => {
  it('puts parameters, search and body where they belong', async () => {
    session.start('t1');
    const asked = replyWith(ok({}), ok({ guilds: [] }));
    await api('PUT /users/{userId}/roles', { params: { userId: 'a/b c' }, body: { roles: [1000] } });
    await api('GET /databases/{file}', { params: { file: 'x/y' }, query: { guildId: '81384788765712384' } });
    const [address, init] = asked.mock.calls[0] ?? [];
    expect(address).toBe('/api/users/a%2Fb%20c/roles');
    expect(init).toMatchObject({ method: 'PUT', body: '{"roles":[1000]}' });
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer t1');
    expect(asked.mock.calls[1]?.[0]).toBe('/api/databases/x%2Fy?guildId=81384788765712384');
  });

  it('sends no authorization without a token', async () => {
    const asked = replyWith(ok({}));
    await api('GET /site');
    expect(new Headers(asked.mock.calls[0]?.[1]?.headers).has('authorization')).toBe(false);
  });

  it('returns the data of the envelope', async () => {
    replyWith(ok({ connectedServers: 3 }));
    await expect(api('GET /ark/stats')).resolves.toEqual({ connectedServers: 3 });
  });

  it('believes the status of the envelope, not the one of HTTP', async () => {
    replyWith(Response.json({ status: 404, error: "This doesn't exist.", code: 'NOT_FOUND' }));
    expect(await failureOf(api('GET /site'))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});

describe('failures', () => {
  it('carry status, code, message and details', async () => {
    replyWith(failed(400, { error: 'Not valid.', code: 'BAD_REQUEST', details: { fields: [] } }));
    const error = await failureOf(api('GET /site'));
    expect(error).toMatchObject({ status: 400, code: 'BAD_REQUEST', message: 'Not valid.', details: { fields: [] } });
  });

  it('read error_description too', async () => {
    replyWith(failed(400, { error_description: 'Described.' }));
    expect((await failureOf(api('GET /site'))).message).toBe('Described.');
  });

  it('without a text are unknown', async () => {
    replyWith(failed(500, {}), Response.json(null, { status: 500 }), Response.json([1], { status: 500 }));
    for (let round = 0; round < 3; round += 1) {
      expect((await failureOf(api('GET /site'))).message).toBe('An unknown error has occurred.');
    }
  });

  it('of the network: the server is out of reach', async () => {
    replyWith(new TypeError('Failed to fetch'));
    expect(await failureOf(api('GET /site'))).toMatchObject({ status: 0, message: 'Could not reach API server.' });
  });

  it('of the network while the browser is offline', async () => {
    const asked = replyWith(ok({}));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(await failureOf(api('GET /site'))).toMatchObject({ status: -1, message: 'No network connection.' });
    expect(asked).not.toHaveBeenCalled();
  });

  it('of a connection that broke in the middle of the reply', async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) });
    replyWith(new Response(body));
    expect((await failureOf(api('GET /site'))).message).toBe('Could not reach API server.');
  });

  it('that are no JSON carry the parse message', async () => {
    replyWith(new Response('<html>', { status: 502 }));
    const error = await failureOf(api('GET /site'));
    expect(error.status).toBe(502);
    expect(error.message).toMatch(/JSON/);
  });

  it('of size without a body', async () => {
    replyWith(new Response(null, { status: 413 }));
    expect(await failureOf(api('GET /site'))).toMatchObject({ status: 413, message: 'File is too large.' });
  });

  it('of size with a body say what the server says', async () => {
    replyWith(failed(413, { error: 'At most 5 MB.', code: 'PAYLOAD_TOO_LARGE' }));
    expect((await failureOf(api('GET /site'))).message).toBe('At most 5 MB.');
  });

  it('of a download have one text', async () => {
    replyWith(failed(404, { error: "This doesn't exist." }));
    const error = await failureOf(apiBlob('GET /files/{id}/raw', { params: { id: 'x' } }));
    expect(error).toMatchObject({ status: 404, message: 'Unknown error accurred.', code: undefined });
  });

  it('of a download have the code that the server gave, if it gave one', async () => {
    replyWith(failed(400, { error: 'This is no text.', code: 'INVALID_TYPE' }), new Response('<h1>', { status: 502 }));
    const refused = await failureOf(apiBlob('GET /files/{id}/raw', { params: { id: 'x' } }));
    const broken = await failureOf(apiBlob('GET /files/{id}/raw', { params: { id: 'x' } }));
    expect(refused).toMatchObject({ status: 400, message: 'Unknown error accurred.', code: 'INVALID_TYPE' });
    expect(broken).toMatchObject({ status: 502, message: 'Unknown error accurred.', code: undefined });
  });

  it('by a cancelled call stay what they are', async () => {
    const stop = new AbortController();
    stop.abort();
    replyWith(new DOMException('stopped', 'AbortError'));
    await expect(api('GET /site', { signal: stop.signal })).rejects.toThrow('stopped');
  });
});

describe('the token', () => {
  it('is replaced by a renewed one', async () => {
    session.start('t1');
    replyWith(ok({}, { 'x-access-token': 't2' }));
    await api('GET /site');
    expect(token.get()).toBe('t2');
  });

  it('is not replaced when someone logged in or out meanwhile', async () => {
    session.start('t1');
    vi.stubGlobal('fetch', async () => {
      session.start('t9');
      return ok({}, { 'x-access-token': 't2' });
    });
    await api('GET /site');
    expect(token.get()).toBe('t9');
  });

  it('never comes to someone who had none', async () => {
    replyWith(ok({}, { 'x-access-token': 't2' }));
    await api('GET /site');
    expect(token.get()).toBeNull();
  });

  it('ends once when several calls find it invalid', async () => {
    session.start('t1');
    const heard = vi.fn<(cause: string) => void>();
    const stop = session.subscribe(heard);
    replyWith(invalidToken(), invalidToken(), invalidToken());
    await Promise.allSettled([api('GET /users/me'), api('GET /users/me'), api('GET /users/me')]);
    expect(heard).toHaveBeenCalledExactlyOnceWith('expired');
    expect(token.get()).toBeNull();
    stop();
  });

  it('stays when an older one is found invalid', async () => {
    session.start('t1');
    vi.stubGlobal('fetch', async () => {
      session.start('t2');
      return invalidToken();
    });
    await failureOf(api('GET /users/me'));
    expect(token.get()).toBe('t2');
  });

  it('stays after a wrong password', async () => {
    session.start('t1');
    replyWith(failed(401, { error: 'Wrong.', code: 'INVALID_CREDENTIALS' }));
    await failureOf(api('POST /users/login', { body: { email: 'a', password: 'b' } }));
    expect(token.get()).toBe('t1');
  });
});

describe('a redirect status', () => {
  it('sends the browser to the address', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
    replyWith(Response.json({ status: 302, data: 'https://discord.test/oauth2?x=1' }));
    await api('POST /oauth2/discord');
    expect(assign).toHaveBeenCalledExactlyOnceWith('https://discord.test/oauth2?x=1');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'http://[', 7, null])(
    'does not follow %j',
    async (data) => {
      const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
      replyWith(Response.json({ status: 302, data }));
      await api('POST /oauth2/discord');
      expect(assign).not.toHaveBeenCalled();
    },
  );
});

describe('a stream', () => {
  it('yields the frames and says where it was', async () => {
    const asked = replyWith(new Response('id: 4\ndata: {"event":"x"}\n\n: keep-alive\n\n'));
    const frames = await apiStream('GET /events', { query: { topics: 'users.me,audit' }, lastEventId: '3' });
    const seen = [];
    for await (const frame of frames) seen.push(frame);
    expect(seen).toEqual([{ id: '4', data: '{"event":"x"}' }]);
    const [address, init] = asked.mock.calls[0] ?? [];
    expect(address).toBe('/api/events?topics=users.me%2Caudit');
    expect(new Headers(init?.headers).get('last-event-id')).toBe('3');
  });

  it('that is refused is a failure like any other', async () => {
    session.start('t1');
    replyWith(invalidToken());
    const error = await failureOf(apiStream('GET /events', { query: { topics: 'users.me' } }));
    expect(error.code).toBe('INVALID_TOKEN');
    expect(token.get()).toBeNull();
  });
});
