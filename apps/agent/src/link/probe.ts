import { agentLimits } from '@tribehall/contract/agent/agent.contract';
import { WebSocket } from 'ws';

export type Probe = {
  /** 101 where the portal takes the link. */
  status?: number;
  reason?: string;
  tookMs: number;
  /** The portal's clock minus this one's. */
  clockAheadMs?: number;
};

type Answer = { statusCode?: number | undefined; headers: { date?: string | undefined } };

const timeoutMs = 10_000;

/** Knocks at the portal's door and goes away before saying hello: a link that is open stays what it is. */
export function probePortal(address: string, token?: string): Promise<Probe> {
  const startedAt = performance.now();
  const calledAt = Date.now();
  const socket = new WebSocket(address, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    handshakeTimeout: timeoutMs,
    maxPayload: agentLimits.maxFrameBytes,
    perMessageDeflate: false,
  });
  return new Promise((resolve) => {
    const finish = (found: Omit<Probe, 'tookMs'>) => {
      resolve({ ...found, tookMs: Math.round(performance.now() - startedAt) });
      socket.terminate();
    };
    const answered = ({ statusCode = 0, headers }: Answer) =>
      finish({ status: statusCode, ...clock(headers.date, (calledAt + Date.now()) / 2) });
    socket.on('upgrade', answered);
    socket.on('unexpected-response', (_request, response) => answered(response));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      finish({ reason: error.message || error.code || 'no answer' }),
    );
  });
}

/** The header counts whole seconds, so it is half a second behind on average. */
function clock(date: string | undefined, nowMs: number): Pick<Probe, 'clockAheadMs'> {
  const portalMs = Date.parse(date ?? '');
  return Number.isNaN(portalMs) ? {} : { clockAheadMs: portalMs + 500 - nowMs };
}
