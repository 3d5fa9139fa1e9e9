import { Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageList } from '../../../components/layout/page-list.tsx';
import { timelineQuery } from '../../../features/people/people.queries.ts';
import { entryPath } from '../../../features/people/player/player-params.ts';
import { JournalGroupFilter } from '../../../features/people/timeline/journal-group-filter.tsx';
import type { JournalGroup } from '../../../features/people/timeline/journal-groups.ts';
import { sentenceText } from '../../../features/people/timeline/journal-sentence.ts';
import type { EvidencePickerProps } from '../../../features/sanctions/dialog/evidence-fields.tsx';
import { EvidenceChoice, EvidenceChoices } from './evidence-choices.tsx';

const anytime = { serverId: undefined, period: 'all', from: undefined, until: undefined } as const;

/** The newest entries of a player's timeline. */
export function TimelineChoices({ playerId, urls, onPick }: Omit<EvidencePickerProps, 'onClose'>) {
  const [groups, setGroups] = useState<readonly JournalGroup[]>([]);
  const query = useInfiniteQuery(timelineQuery(playerId, { ...anytime, groups }));
  return (
    <Stack gap="sm">
      <JournalGroupFilter groups={groups} onGroups={setGroups} />
      <EvidenceChoices label="Timeline">
        <PageList
          query={query}
          itemsOf={(page) => page.entries}
          empty={<Text c="dimmed">There are no entries you can see.</Text>}
        >
          {(entries) =>
            entries.map((entry) => {
              const url = entryPath(playerId, entry);
              const sentence = sentenceText(entry, playerId);
              return (
                <EvidenceChoice
                  key={entry.id}
                  at={entry.at}
                  text={sentence}
                  note={entry.server.name}
                  isPicked={urls.includes(url)}
                  onPick={() => onPick({ kind: 'event', url, text: withPlace(sentence, entry.server.name) })}
                />
              );
            })
          }
        </PageList>
      </EvidenceChoices>
    </Stack>
  );
}

/** Visits name their server already. */
function withPlace(sentence: string, place: string): string {
  return sentence.includes(place) ? sentence : `${sentence} (${place})`;
}
