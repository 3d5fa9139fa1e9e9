import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { createServer } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { agentPath } from '@tribehall/contract/agent/agent.contract';
import * as z from 'zod';
import type { Config } from '../../config.ts';
import { isTlsRequired } from '../../modules/accounts/emails.service.ts';
import { inviteUrl, intentFlags } from '../../modules/discord/bot-invite.service.ts';
import { fetchNewest, isNewer } from '../../modules/host/releases.service.ts';
import { verifyEmail } from '../../platform/email.ts';
import { bad, good, note, reasonOf, type Finding } from './finding.ts';
import { judgeExpiry } from './settings.checks.ts';

const timeoutMs = 8_000;
const health = z.object({ data: z.object({ live: z.boolean(), version: z.string() }) });

type Response = { status: number; headers: IncomingMessage['headers']; start: string; validTo: string | undefined };

/** Whether PUBLIC_URL leads to this portal, with everything that a proxy may get wrong. */
export async function checkPublicUrl(url: string, version: string, now: Date): Promise<Finding[]> {
  const { hostname, protocol } = new URL(url);
  try {
    await lookup(hostname.replace(/^\[|\]$/g, ''));
  } catch {
    return [bad('address', `The name ${hostname} of PUBLIC_URL cannot be resolved. Add it to the DNS.`)];
  }
  let response: Response;
  try {
    response = await ask(`${url}/api/health`);
  } catch (error) {
    return [bad('address', `${url} cannot be reached from this machine: ${reasonOf(error)}`)];
  }
  const { status, headers, start, validTo } = response;
  if (status >= 300 && status < 400)
    return [
      bad(
        'address',
        `${url} redirects to ${headers.location ?? 'another address'}. PUBLIC_URL has to be the last one.`,
      ),
    ];
  const parsed = parseHealth(start);
  if (!parsed)
    return [
      bad('address', `${url} answers with status ${status}, and not with a Tribehall portal. ${hintFor(status)}`),
    ];
  const findings = [
    parsed.version === version
      ? good('address', `${url} answers with Tribehall ${parsed.version}.`)
      : bad(
          'address',
          `${url} answers with Tribehall ${parsed.version}; this is ${version}. Is another portal running there?`,
        ),
    ...(validTo === undefined ? [] : [judgeExpiry(`The certificate of ${hostname}`, validTo, now)]),
    ...(await Promise.all([checkSockets(url), checkStreams(url)])),
  ];
  if (protocol === 'https:' && headers['strict-transport-security'] === undefined)
    findings.push(note('proxy', 'The proxy removes the header Strict-Transport-Security.'));
  return findings;
}

function hintFor(status: number): string {
  if (status === 403) return 'The proxy has to pass on the Host header (or X-Forwarded-Host).';
  return status >= 502 && status <= 504
    ? 'The proxy does not reach it: check HOST, PORT and where the proxy sends requests.'
    : '';
}

function parseHealth(text: string): { version: string } | undefined {
  try {
    return health.safeParse(JSON.parse(text)).data?.data;
  } catch {
    return undefined;
  }
}

/** Without a token, the portal refuses an agent; a proxy that does not pass on the upgrade makes it say something else. */
async function checkSockets(url: string): Promise<Finding> {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dHJpYmVoYWxsIGRvY3Rvcg==',
  };
  try {
    const { status } = await ask(`${url}${agentPath}`, headers);
    if (status === 401) return good('websocket', 'WebSocket connections of agents reach the portal.');
    return bad(
      'websocket',
      `WebSocket connections of agents do not reach the portal (status ${status}). The proxy has to pass on the headers Upgrade and Connection.`,
    );
  } catch (error) {
    return bad('websocket', `WebSocket connections of agents do not reach the portal: ${reasonOf(error)}`);
  }
}

/** The first bytes of a stream come at once, unless a proxy waits for its end. */
async function checkStreams(url: string): Promise<Finding> {
  try {
    const { status, start } = await ask(`${url}/api/events?topics=site`, { accept: 'text/event-stream' });
    if (status === 200 && start !== '') return good('live', 'Live updates arrive at once.');
    return bad('live', `Live updates do not arrive (status ${status}). The proxy must not buffer responses.`);
  } catch (error) {
    return bad('live', `Live updates do not arrive: ${reasonOf(error)}. The proxy must not buffer responses.`);
  }
}

/** Reads the start of a response: what arrives first is enough. */
function ask(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? requestHttps : requestHttp;
    const request: ClientRequest = send(url, { headers, agent: false });
    const timer = setTimeout(() => request.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs);
    const finish = (response: IncomingMessage, start: string) => {
      clearTimeout(timer);
      const { authorized, getPeerCertificate } = request.socket as TLSSocket;
      const validTo = authorized ? getPeerCertificate.call(request.socket as TLSSocket).valid_to : undefined;
      resolve({ status: response.statusCode ?? 0, headers: response.headers, start, validTo });
      request.destroy();
    };
    request.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    request.on('upgrade', (response) => finish(response, ''));
    request.on('response', (response) => {
      response.once('data', (chunk: Buffer) => finish(response, chunk.toString()));
      response.once('end', () => finish(response, ''));
      response.on('error', reject);
    });
    request.end();
  });
}

/** Whether METRICS_PORT is free for the next start, or whether the running portal answers there. */
export async function checkMetricsPort(
  { METRICS_PORT: port, METRICS_HOST: host }: Config,
  isRunning: boolean,
): Promise<Finding[]> {
  if (port === undefined || port === 0) return [];
  const name = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  try {
    if (!isRunning) await listenOnce(host, port);
    else if (![200, 401].includes((await ask(`http://${name}/metrics`)).status))
      return [bad('metrics', `Something else than the portal answers at ${name} (METRICS_PORT).`)];
    return [good('metrics', isRunning ? `Metrics are at http://${name}/metrics.` : `${name} is free (METRICS_PORT).`)];
  } catch (error) {
    return [bad('metrics', `${name} cannot be used (METRICS_PORT): ${reasonOf(error)}.`)];
  }
}

async function listenOnce(host: string, port: number): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

export async function checkRelease({ RELEASE_URL }: Config, version: string): Promise<Finding[]> {
  if (RELEASE_URL === undefined) return [];
  try {
    const newest = await fetchNewest(RELEASE_URL);
    return [
      isNewer(newest.version, version)
        ? note('release', `Tribehall ${newest.version} is available; this is ${version}.`)
        : good('release', `This is the newest version (RELEASE_URL).`),
    ];
  } catch (error) {
    const reason =
      error instanceof z.ZodError || error instanceof SyntaxError
        ? 'it does not answer as GitHub does'
        : reasonOf(error);
    return [bad('release', `RELEASE_URL names no release: ${reason}.`)];
  }
}

export async function checkEmail({ SMTP_URL, SMTP_FROM }: Config): Promise<Finding[]> {
  if (SMTP_URL === undefined && SMTP_FROM === undefined)
    return [note('email', 'SMTP_URL is not set: people cannot reset their password by email.')];
  if (SMTP_URL === undefined || SMTP_FROM === undefined)
    return [
      bad(
        'email',
        `${SMTP_URL === undefined ? 'SMTP_URL' : 'SMTP_FROM'} is not set; email needs SMTP_URL and SMTP_FROM.`,
      ),
    ];
  const { host } = new URL(SMTP_URL);
  const fault = await verifyEmail({ url: SMTP_URL, isTlsRequired: isTlsRequired(SMTP_URL) });
  return [
    fault === undefined
      ? good('email', `${host} accepts the login.`)
      : bad('email', `${host} cannot be used (SMTP_URL): ${fault}.`),
  ];
}

const application = z.object({ id: z.string(), flags: z.number().default(0) });

export async function checkDiscord(config: Config): Promise<Finding[]> {
  const { DISCORD_BOT_TOKEN, DISCORD_CLIENT_ID, GUILD_ID } = config;
  if (DISCORD_BOT_TOKEN === undefined) return [note('discord', 'DISCORD_BOT_TOKEN is not set: there is no bot.')];
  const call = async (path: string): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(`${config.DISCORD_API_BASE}/v10${path}`, {
      headers: { authorization: `Bot ${DISCORD_BOT_TOKEN}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, body: await response.json().catch(() => undefined) };
  };
  try {
    const { status, body } = await call('/applications/@me');
    if (status === 401) return [bad('discord', 'Discord rejected the bot token. Check DISCORD_BOT_TOKEN.')];
    const { data } = application.safeParse(body);
    if (!data)
      return [bad('discord', `Discord answered with status ${status}. Check DISCORD_API_BASE, and try again.`)];
    const findings: Finding[] = [];
    if (DISCORD_CLIENT_ID !== undefined && DISCORD_CLIENT_ID !== data.id)
      findings.push(
        bad(
          'discord',
          `DISCORD_CLIENT_ID is ${DISCORD_CLIENT_ID}, and the bot token belongs to the application ${data.id}.`,
        ),
      );
    const missing = Object.entries(intentFlags).flatMap(([name, bits]) => ((data.flags & bits) === 0 ? [name] : []));
    if (missing.length > 0)
      findings.push(
        bad(
          'discord',
          `Turn on ${missing.join(' and ')} in the Discord developer portal (Bot, Privileged Gateway Intents).`,
        ),
      );
    const invite = inviteUrl(config, data.id);
    if (GUILD_ID === undefined) findings.push(note('discord', `GUILD_ID is not set. Invite the bot: ${invite}`));
    else if ((await call(`/guilds/${GUILD_ID}`)).status !== 200)
      findings.push(bad('discord', `The bot is not in the guild ${GUILD_ID} (GUILD_ID). Invite it: ${invite}`));
    return findings.length > 0 ? findings : [good('discord', 'The bot token works, and the bot is in the guild.')];
  } catch (error) {
    return [bad('discord', `Discord cannot be reached: ${reasonOf(error)}`)];
  }
}
