import type { UseQueryResult } from '@tanstack/react-query';
import { TextLink } from '../../components/buttons/text-link.tsx';
import { PlainText } from '../../components/display/plain-text.tsx';
import { TimeAgo } from '../../components/display/time-ago.tsx';
import { QueryRegion } from '../../components/layout/query-region.tsx';
import type { Away, Home } from '../../features/home/home.queries.ts';
import { JournalSentence } from '../../features/people/timeline/journal-sentence-text.tsx';
import { formatDuration } from '../../lib/text/format.ts';
import { useNow } from '../../lib/text/relative-time.ts';
import { HomePanel } from './home-panel.tsx';
import rows from './home-rows.module.css';
import { RowSkeletons } from './row-skeletons.tsx';
import { formatCount } from '../../lib/text/format-count.ts';
import classes from './while-away.module.css';

/** What happened to the user's characters and tribes since their previous visit, and what arrived. */
export function WhileAway({ query }: { query: UseQueryResult<Home> }) {
  const { data } = query;
  return (
    <HomePanel title="While you were away" {...(data?.away && { aside: <Since since={data.away.since} /> })}>
      <QueryRegion query={query} skeleton={<RowSkeletons count={2} />}>
        {({ away, characters }) => <News away={away} hasCharacter={characters.length > 0} />}
      </QueryRegion>
    </HomePanel>
  );
}

const dayMs = 24 * 60 * 60_000;

function Since({ since }: { since: string }) {
  const ms = useNow() - Date.parse(since);
  return <>{ms < 2 * dayMs ? formatDuration(ms) : `${Math.floor(ms / dayMs)} days`}</>;
}

function News({ away, hasCharacter }: { away: Away | null; hasCharacter: boolean }) {
  const reason = whyEmpty(away, hasCharacter);
  if (away === null || reason !== undefined)
    return (
      <div className={rows.empty}>
        <p>{reason}</p>
      </div>
    );
  const counts = countTexts(away);
  return (
    <ul className={rows.rows}>
      {counts.length === 0 ? null : (
        <li className={classes.item}>
          <b>{counts.join(', ')}</b>
          <Entries away={away} />
        </li>
      )}
      {away.mail.latest === null ? null : <MailItem mail={away.mail} latest={away.mail.latest} />}
      {away.downloads.done + away.downloads.failed === 0 ? null : <DownloadItem downloads={away.downloads} />}
    </ul>
  );
}

function whyEmpty(away: Away | null, hasCharacter: boolean): string | undefined {
  if (away === null) return 'When you come back, this tells you what happened to your characters and your tribe.';
  const { counts, mail, downloads } = away;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total + mail.count + downloads.done + downloads.failed > 0) return undefined;
  return hasCharacter
    ? 'Nothing happened to your characters and your tribe.'
    : 'Link a character to see what happened to it and its tribe while you were away.';
}

function Entries({ away: { entries } }: { away: Away }) {
  return (
    <ol className={classes.entries}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <JournalSentence entry={entry} />
          <span className={classes.where}>
            <PlainText text={entry.server.name} /> · <TimeAgo at={entry.at} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function MailItem({ mail, latest }: { mail: Away['mail']; latest: NonNullable<Away['mail']['latest']> }) {
  return (
    <li className={classes.item}>
      <TextLink
        to="/arkbot/players/$playerId"
        params={{ playerId: latest.playerId }}
        search={{ view: 'mail' }}
        size="sm"
      >
        {counted(mail.count, 'new mail', 'new mails')}
      </TextLink>
      <span className={classes.where}>
        from <PlainText text={latest.sender} />: “<PlainText text={latest.subject} />”
      </span>
    </li>
  );
}

function DownloadItem({ downloads: { done, failed } }: { downloads: Away['downloads'] }) {
  const parts = [
    ...(done === 0 ? [] : [`${counted(done, 'download', 'downloads')} finished`]),
    ...(failed === 0 ? [] : [`${done === 0 ? counted(failed, 'download', 'downloads') : failed} failed`]),
  ];
  return (
    <li className={classes.item}>
      <TextLink to="/skibapbot/music" size="sm">
        {parts.join(', ')}
      </TextLink>
    </li>
  );
}

const words = [
  ['deaths', 'death', 'deaths'],
  ['kills', 'kill', 'kills'],
  ['tames', 'tame', 'tames'],
  ['structuresLost', 'structure lost', 'structures lost'],
  ['creaturesLost', 'creature lost', 'creatures lost'],
  ['others', 'other event', 'other events'],
] as const;

function countTexts({ counts }: Away): string[] {
  return words.flatMap(([measure, one, several]) =>
    counts[measure] === 0 ? [] : [counted(counts[measure], one, several)],
  );
}

function counted(count: number, one: string, several: string): string {
  return count === 1 ? `1 ${one}` : `${formatCount(count)} ${several}`;
}
