import { PlainText } from '../../components/display/plain-text.tsx';
import { TimeAgo } from '../../components/display/time-ago.tsx';
import type { Attention } from '../../features/home/home.queries.ts';
import type { MusicQueue } from '../../features/music/music.queries.ts';
import { outdated, splitVersion } from '../../features/servers/overview/agent-version.ts';
import { serverStateLooks, type Tone } from '../../lib/servers/server-states.ts';
import type { Card } from './attention-card.tsx';
import { formatCount } from '../../lib/text/format-count.ts';

const mostServers = 4;
/** Fewer are typing errors. */
const manyFailedLogins = 5;

type Troubled = Attention['servers'][number];
/** To its admins, a server that is offline is no quiet matter. */
const tones = { down: 'danger', offline: 'danger', degraded: 'warning' } as const satisfies Record<
  Troubled['state'],
  Tone
>;

type Offered = Parameters<typeof outdated>[1];

/** The worst ones, and how many more there are. */
export function serverCards({ servers, serverCount }: Attention): Card[] {
  const shown = serverCount > mostServers ? servers.slice(0, mostServers - 1) : servers;
  const cards = shown.map((troubled) => ({
    key: troubled.server.id,
    tone: troubled.hasConnected ? tones[troubled.state] : ('busy' as const),
    title: (
      <>
        <PlainText text={troubled.server.name} />
        {troubled.hasConnected ? ` is ${serverStateLooks[troubled.state].word}` : ' is not set up yet'}
      </>
    ),
    detail: <Reason troubled={troubled} />,
    href: `/arkbot/servers/${troubled.server.id}`,
  }));
  const left = serverCount - shown.length;
  if (left <= 0) return cards;
  const more = {
    key: 'more',
    tone: 'warning' as const,
    title: `${formatCount(left)} more servers have problems`,
    detail: 'See all servers',
    href: '/arkbot/servers',
  };
  return [...cards, more];
}

function Reason({ troubled: { state, reason, since, hasConnected } }: { troubled: Troubled }) {
  if (!hasConnected) return 'Its agent has never connected. See the next step.';
  const why = reason ?? (state === 'offline' ? "Its agent isn't connected" : undefined);
  return (
    <>
      {why === undefined ? 'The reason is not known' : <PlainText text={why} />}
      {since === null ? null : (
        <>
          {' · since '}
          <TimeAgo at={since} />
        </>
      )}
    </>
  );
}

export function reportCards({ reports }: Attention): Card[] {
  if (reports === 0) return [];
  return [
    {
      key: 'reports',
      tone: 'warning',
      title: reports === 1 ? '1 report is waiting' : `${formatCount(reports)} reports are waiting`,
      detail: 'No one has answered yet',
      href: '/arkbot/reports',
    },
  ];
}

export function registrationCards({ registrations }: Attention): Card[] {
  if (registrations === 0) return [];
  return [
    {
      key: 'registrations',
      tone: 'warning',
      title:
        registrations === 1
          ? '1 account waits for approval'
          : `${formatCount(registrations)} accounts wait for approval`,
      detail: 'Approve or decline',
      href: '/registration',
    },
  ];
}

/** Agents that are older than the one this portal offers. */
export function agentCards({ agents }: Attention, offered: Offered | undefined): Card[] {
  if (offered === undefined) return [];
  return agents
    .filter((agent) => outdated(agent, offered) === 'older')
    .map(({ version, serverCount, server }) => ({
      key: `agent ${version}`,
      tone: 'busy',
      title: (
        <>
          Agent {splitVersion(version).version} on{' '}
          {serverCount === 1 ? <PlainText text={server.name} /> : `${formatCount(serverCount)} servers`}
        </>
      ),
      detail: `${offered.version} is available`,
      href: `/arkbot/servers/${server.id}`,
    }));
}

/** The portal counts failed logins for some minutes only. */
export function loginCards({ logins }: Attention): Card[] {
  if (logins === null || (logins.locked === 0 && logins.failed < manyFailedLogins)) return [];
  const { failed, locked } = logins;
  return [
    {
      key: 'logins',
      tone: 'danger',
      title:
        locked === 0
          ? `${formatCount(failed)} failed logins`
          : `${locked === 1 ? '1 account is' : `${formatCount(locked)} accounts are`} locked`,
      detail: locked === 0 ? 'In the last minutes' : `${formatCount(failed)} failed logins in the last minutes`,
      href: '/logs?search=A%20login%20failed',
    },
  ];
}

export function songCards(queue: MusicQueue | undefined): Card[] {
  const failed = queue?.entries.filter(({ state }) => state === 'failed') ?? [];
  const [first] = failed;
  if (first === undefined) return [];
  return [
    {
      key: 'songs',
      tone: 'warning',
      title: failed.length === 1 ? "1 song can't be played" : `${failed.length} songs can't be played`,
      detail: <PlainText text={first.title} />,
      href: '/skibapbot/music',
    },
  ];
}
