import { VisuallyHidden } from '@mantine/core';
import { PlayerLink } from '../../../components/buttons/player-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { formatDateTime, formatDay, formatTime, isSameDay } from '../../../lib/text/format.ts';
import type { JournalEntry } from '../people.queries.ts';
import { groupOf, journalGroups } from './journal-groups.ts';
import { addsToSentence, sentenceOf, type SentencePart } from './journal-sentence.ts';
import classes from './timeline.module.css';

type Props = {
  playerId: string;
  entries: readonly JournalEntry[];
  /** Where the entries are of several servers. */
  showsServer: boolean;
};

/** Entries under a heading for each day. */
export function TimelineEntries({ playerId, entries, showsServer }: Props) {
  return daysOf(entries).map((day) => (
    <section key={day[0]?.id} className={classes.day} aria-label={formatDay(day[0]?.at ?? '')}>
      <h3 className={classes.date}>{formatDay(day[0]?.at ?? '')}</h3>
      <ol className={classes.entries}>
        {day.map((entry) => (
          <TimelineEntry key={entry.id} playerId={playerId} entry={entry} showsServer={showsServer} />
        ))}
      </ol>
    </section>
  ));
}

type EntryProps = { playerId: string; entry: JournalEntry; showsServer: boolean };

function TimelineEntry({ playerId, entry, showsServer }: EntryProps) {
  const group = groupOf(entry.kind);
  const { icon: Icon, label } = journalGroups[group];
  return (
    <li className={classes.entry}>
      <EntryTime entry={entry} />
      <span className={classes.mark} title={label}>
        <Icon size={16} aria-hidden className={classes.icon} data-group={group} />
        <VisuallyHidden>{label}: </VisuallyHidden>
      </span>
      <div className={classes.body}>
        <p className={classes.sentence}>
          {sentenceOf(entry, playerId).map((part, index) => (
            <Part key={index} part={part} />
          ))}
        </p>
        <Source entry={entry} />
      </div>
      {showsServer ? (
        <span className={classes.server}>
          <PlainText text={entry.server.name} />
        </span>
      ) : null}
    </li>
  );
}

function Part({ part }: { part: SentencePart }) {
  if (typeof part === 'string') return part;
  if (!part.playerId) return <PlainText text={part.name} />;
  return <PlayerLink playerId={part.playerId} name={part.name} />;
}

function EntryTime({ entry: { at, isCertain } }: { entry: JournalEntry }) {
  const exact = formatDateTime(at);
  return (
    <span className={classes.time} title={isCertain ? exact : `${exact}, or later: we didn't see the exact moment`}>
      {isCertain ? '' : 'about '}
      <time dateTime={at}>{formatTime(at)}</time>
    </span>
  );
}

/** What the game wrote, and when in its own time. */
function Source({ entry }: { entry: JournalEntry }) {
  const line = addsToSentence(entry) ? entry.text : '';
  const moment =
    entry.day === null ? '' : `Day ${entry.day}${entry.time === null ? '' : `, ${entry.time}`} in the game`;
  if (line === '' && moment === '') return null;
  return (
    <p className={classes.source}>
      {line === '' ? null : <PlainText text={line} />}
      {line !== '' && moment !== '' ? ' · ' : ''}
      {moment}
    </p>
  );
}

/** By days of the reader's clock. */
function daysOf(entries: readonly JournalEntry[]): JournalEntry[][] {
  const days: JournalEntry[][] = [];
  for (const entry of entries) {
    const day = days.at(-1);
    if (day?.[0] !== undefined && isSameDay(day[0].at, entry.at)) day.push(entry);
    else days.push([entry]);
  }
  return days;
}
