import type { JournalKind } from '@tribehall/contract';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { RecordList, RecordNote, RecordRow } from '../../../components/display/record-list.tsx';
import type { JournalEntry } from '../people.queries.ts';
import { groupOf, groupTones, journalGroups } from './journal-groups.ts';
import { JournalSentence } from './journal-sentence-text.tsx';
import { addsToSentence } from './journal-sentence.ts';

type Props = {
  playerId: string;
  entries: readonly JournalEntry[];
  /** Where the entries are of several servers. */
  showsServer: boolean;
  /** Whether the viewer may see the player's sanctions. */
  hasSanctions: boolean;
  /** The one that the viewer came for. */
  entryId: string | undefined;
};

/** Entries under a heading for each day. */
export function TimelineEntries({ entries, ...props }: Props) {
  return (
    <RecordList items={entries}>{(entry) => <TimelineEntry key={entry.id} entry={entry} {...props} />}</RecordList>
  );
}

type EntryProps = Omit<Props, 'entries'> & { entry: JournalEntry };

const sanctionKinds: ReadonlySet<string> = new Set<JournalKind>([
  'kicked',
  'warned',
  'muted',
  'unmuted',
  'banned',
  'unbanned',
]);

function TimelineEntry({ playerId, entry, showsServer, hasSanctions, entryId }: EntryProps) {
  const group = groupOf(entry.kind);
  const { icon, label } = journalGroups[group];
  return (
    <RecordRow
      at={entry.at}
      isCertain={entry.isCertain}
      icon={icon}
      label={label}
      tone={groupTones[group]}
      server={showsServer ? entry.server.name : null}
      isCurrent={entry.id === entryId}
    >
      <p>
        <JournalSentence entry={entry} playerId={playerId} />
      </p>
      <Source entry={entry} />
      {hasSanctions && sanctionKinds.has(entry.kind) ? (
        <RecordNote>
          <SanctionLink playerId={playerId} sanctionId={entry.sanctionId} />
        </RecordNote>
      ) : null}
    </RecordRow>
  );
}

/** To the receipt of the sanction; entries of earlier versions do not name it. */
function SanctionLink({ playerId, sanctionId }: { playerId: string; sanctionId: string | undefined }) {
  if (sanctionId !== undefined)
    return (
      <TextLink to="/arkbot/bans" search={{ kind: 'all', player: playerId, sanction: sanctionId }}>
        Open this sanction
      </TextLink>
    );
  return (
    <TextLink to="/arkbot/players/$playerId" params={{ playerId }} search={{ view: 'sanctions' }} resetScroll={false}>
      Sanctions of this player
    </TextLink>
  );
}

/** What the game wrote, and when in its own time. */
function Source({ entry }: { entry: JournalEntry }) {
  const line = addsToSentence(entry) ? entry.text : '';
  const moment =
    entry.day === null ? '' : `Day ${entry.day}${entry.time === null ? '' : `, ${entry.time}`} in the game`;
  if (line === '' && moment === '') return null;
  return (
    <RecordNote>
      {line === '' ? null : <PlainText text={line} />}
      {line !== '' && moment !== '' ? ' · ' : ''}
      {moment}
    </RecordNote>
  );
}
