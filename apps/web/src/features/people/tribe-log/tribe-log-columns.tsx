import { PlayerLink } from '../../../components/buttons/player-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TonedIcon } from '../../../components/display/toned-icon.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { formatDateTime } from '../../../lib/text/format.ts';
import type { JournalEntry } from '../people.queries.ts';
import { groupOf, groupTones, journalGroups } from '../timeline/journal-groups.ts';
import { linkNames, type NamedPlayer } from './linked-names.ts';
import { titleOnHover } from '../../../lib/browser/title-on-hover.ts';
import classes from './tribe-log-columns.module.css';

/** Of the tribe's members: the log itself does not always tell who someone is. */
type PlayersByName = ReadonlyMap<string, string>;

/** The rows are only some of many, so they do not sort. */
export function tribeLogColumns(playersByName: PlayersByName): TableColumn<JournalEntry>[] {
  return [
    {
      key: 'time',
      label: 'Time',
      width: '184px',
      onCard: 'bare',
      isOptional: true,
      csv: ({ at, day, time }) => (day === null ? formatDateTime(at) : gameTime(day, time)),
      render: (entry) => <EntryTime entry={entry} />,
    },
    {
      key: 'kind',
      label: 'Kind',
      width: '112px',
      onCard: 'bare',
      isOptional: true,
      csv: ({ kind }) => journalGroups[groupOf(kind)].label,
      render: ({ kind }) => <EntryKind kind={kind} />,
    },
    {
      key: 'text',
      label: 'Entry',
      width: 'minmax(0, 1fr)',
      onCard: 'title',
      csv: ({ text }) => text,
      render: (entry) => <EntryText entry={entry} playersByName={playersByName} />,
    },
  ];
}

function EntryKind({ kind }: Pick<JournalEntry, 'kind'>) {
  const group = groupOf(kind);
  const { icon, label } = journalGroups[group];
  return (
    <span className={classes.kind}>
      <TonedIcon icon={icon} tone={groupTones[group]} />
      {label}
    </span>
  );
}

/** A line as the game wrote it. */
function EntryText({ entry, playersByName }: { entry: JournalEntry; playersByName: PlayersByName }) {
  return linkNames(entry.text, namedIn(entry, playersByName)).map((part, index) =>
    typeof part === 'string' || !part.playerId ? (
      <PlainText key={index} text={typeof part === 'string' ? part : part.name} />
    ) : (
      <PlayerLink key={index} playerId={part.playerId} name={part.name} />
    ),
  );
}

function namedIn({ player, other }: JournalEntry, playersByName: ReadonlyMap<string, string>): NamedPlayer[] {
  const known = [player, other].flatMap((one) => (one?.id && one.name ? [{ name: one.name, playerId: one.id }] : []));
  const isUnknown = player !== null && player.id === null && player.name !== null;
  const member = isUnknown ? playersByName.get(player.name ?? '') : undefined;
  return member === undefined ? known : [...known, { name: player?.name ?? '', playerId: member }];
}

/** The game's own time; the real one on hover, or instead where the game's is not known. */
function EntryTime({ entry: { at, day, time, isCertain } }: { entry: JournalEntry }) {
  const real = titleOnHover(() =>
    isCertain ? formatDateTime(at) : `${formatDateTime(at)} or earlier: it was read from a world save`,
  );
  if (day === null)
    return (
      <time className={classes.time} dateTime={at} {...real}>
        {formatDateTime(at)}
      </time>
    );
  return (
    <span className={classes.time} {...real}>
      {gameTime(day, time)}
    </span>
  );
}

function gameTime(day: number, time: string | null): string {
  return time === null ? `Day ${day}` : `Day ${day}, ${time}`;
}
