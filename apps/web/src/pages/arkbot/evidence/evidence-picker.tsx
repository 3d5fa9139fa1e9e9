import { Stack } from '@mantine/core';
import { isAdmin } from '@tribehall/contract/roles';
import { useState } from 'react';
import { Tabs } from '../../../components/layout/tabs.tsx';
import type { EvidencePickerProps } from '../../../features/sanctions/dialog/evidence-fields.tsx';
import { useMe } from '../../../features/users/users.queries.ts';
import { ChatChoices } from './chat-choices.tsx';
import { FileChoices } from './file-choices.tsx';
import { TimelineChoices } from './timeline-choices.tsx';

const ofPlayer = [
  ['timeline', 'Timeline'],
  ['chat', 'Chat'],
] as const;
const all = [...ofPlayer, ['files', 'Files']] as const;

/** What the user may see of a player, and the files they may open, to add some of it as evidence. */
export function EvidencePicker({ playerId, urls, onPick }: EvidencePickerProps) {
  const me = useMe();
  const [tab, setTab] = useState<(typeof all)[number][0]>('timeline');
  const choices = { playerId, urls, onPick };
  return (
    <Stack component="section" gap="sm" aria-label="Pick evidence">
      <Tabs label="Pick evidence from" tabs={isAdmin(me?.roles ?? []) ? all : ofPlayer} value={tab} onChange={setTab}>
        {tab === 'timeline' ? <TimelineChoices key={playerId} {...choices} /> : null}
        {tab === 'chat' ? <ChatChoices key={playerId} {...choices} /> : null}
        {tab === 'files' ? <FileChoices urls={urls} onPick={onPick} /> : null}
      </Tabs>
    </Stack>
  );
}
