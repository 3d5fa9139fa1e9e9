import { VisuallyHidden } from '@mantine/core';
import { PlayerLink } from '../../../components/buttons/player-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TonedIcon } from '../../../components/display/toned-icon.tsx';
import { formatDateTime } from '../../../lib/text/format.ts';
import type { JournalEntry } from '../people.queries.ts';
import { groupOf, groupTones, journalGroups } from '../timeline/journal-groups.ts';
import { linkNames, type NamedPlayer } from './linked-names.ts';
import classes from './tribe-log-entry.module.css';

type Props = {
  entry: JournalEntry;
  /** Of the tribe's members: the log itself does not always tell who someone is. */
  playersByName: ReadonlyMap<string, string>;
};

/** A line as the game wrote it. */
export function TribeLogEntry({ entry, playersByName }: Props) {
  const group = groupOf(entry.kind);
  const { icon, label } = journalGroups[group];
  return (
    <div className={classes.entry}>
      <EntryTime entry={entry} />
      <span className={classes.mark} title={label}>
        <TonedIcon icon={icon} tone={groupTones[group]} />
        <VisuallyHidden>{label}: </VisuallyHidden>
      </span>
      <span>
        {linkNames(entry.text, namedIn(entry, playersByName)).map((part, index) =>
          typeof part === 'string' || !part.playerId ? (
            <PlainText key={index} text={typeof part === 'string' ? part : part.name} />
          ) : (
            <PlayerLink key={index} playerId={part.playerId} name={part.name} />
          ),
        )}
      </span>
    </div>
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
  const exact = formatDateTime(at);
  const real = isCertain ? exact : `${exact} or earlier: it was read from a world save`;
  if (day === null)
    return (
      <time className={classes.time} dateTime={at} title={real}>
        {exact}
      </time>
    );
  return (
    <span className={classes.time} title={real}>
      Day {day}
      {time === null ? '' : `, ${time}`}
    </span>
  );
}
