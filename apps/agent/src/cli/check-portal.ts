import { agentLimits } from '@tribehall/contract/agent/agent.contract';
import { WebSocket } from 'ws';
import { isUnencrypted, connectionUrl } from '../connection/portal-address.ts';
import { bad, type Finding, good, note } from './finding.ts';

const maxClockMs = 30_000;

/** Checks that there is a portal, and its clock. Without a token it has to return 401. */
export async function checkPortal(portal: string): Promise<Finding[]> {
  const { status, reason, tookMs, clockAheadMs } = await probePortal(connectionUrl(portal));
  if (status === undefined) {
    return [
      bad(
        'portal',
        `${portal} cannot be reached: ${reason}.`,
        'Check the address, the network, and that the portal is running.',
      ),
    ];
  }
  if (status !== 401) {
    const fix = 'Set "portal" to the address that you open in the browser.';
    return [bad('portal', `${portal} answers ${status}; a Tribehall portal would ask for a token.`, fix)];
  }
  return [
    good('portal', `${portal} answers in ${tookMs} ms.`),
    ...(isUnencrypted(portal)
      ? [note('encryption', 'The connection is not encrypted, so tokens can be intercepted.', 'Use https.')]
      : []),
    ...(clockAheadMs === undefined ? [] : [checkClock(clockAheadMs)]),
  ];
}

function checkClock(aheadMs: number): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const message = `The clocks of portal and agent differ by ${seconds} s.`;
  if (Math.abs(aheadMs) <= maxClockMs) return good('time', message);
  return note('time', message, 'Set the clock of this machine over the network (NTP).');
}

export async function checkToken(portal: string, token: string): Promise<Finding> {
  const { status, reason } = await probePortal(connectionUrl(portal), token);
  if (status === 101) return good('token', 'Accepted by the portal.');
  if (status === 401) {
    const fix = 'Create a new token on the server page of the portal and run "tribehall-agent add" with it.';
    return bad('token', 'The portal does not accept it.', fix);
  }
  return bad('token', `Not checked: ${reason ?? `the portal answers ${status}`}.`, 'See the portal above.');
}

export type Probe = {
  /** 101 if the portal accepts the connection. */
  status?: number;
  reason?: string;
  tookMs: number;
  /** The portal's clock minus this machine's. */
  clockAheadMs?: number;
};

type StatusResponse = { statusCode?: number | undefined; headers: { date?: string | undefined } };

const timeoutMs = 10_000;

/** Opens a connection and closes it before the hello, so that a connection in use is not replaced. */
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
    const answered = ({ statusCode = 0, headers }: StatusResponse) =>
      finish({ status: statusCode, ...clock(headers.date, (calledAt + Date.now()) / 2) });
    socket.on('upgrade', answered);
    socket.on('unexpected-response', (_request, response) => answered(response));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      finish({ reason: error.message || error.code || 'no answer' }),
    );
  });
}

/** The header has whole seconds, so it is half a second behind on average. */
function clock(date: string | undefined, nowMs: number): Pick<Probe, 'clockAheadMs'> {
  const portalMs = Date.parse(date ?? '');
  return Number.isNaN(portalMs) ? {} : { clockAheadMs: portalMs + 500 - nowMs };
}
