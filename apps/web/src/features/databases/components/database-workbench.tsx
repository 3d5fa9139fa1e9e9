import { Button, Stack, Text } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { SegmentedChoice } from '../../../components/forms/segmented-choice.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { fieldErrors } from '../../../lib/api/api-error.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { databaseViews, type DatabaseView } from '../database-views.ts';
import {
  guildsQuery,
  knownGuildsQuery,
  textQuery,
  type DatabaseTarget,
  type DatabaseText,
} from '../databases.queries.ts';
import { editorCodeQuery } from '../editor/editor-code.queries.ts';
import { DatabaseEditor } from './database-editor.tsx';
import { DatabaseTree } from './database-tree.tsx';
import { DatabaseVersions } from './database-versions.tsx';
import classes from './database-workbench.module.css';
import { GuildList } from './guild-list.tsx';

/** From the URL. */
export type Choice = {
  guildId: string | undefined;
  view: DatabaseView;
  search: string;
  versionId: string | undefined;
};

type Props = { file: string; userId: string; choice: Choice; onChoice: (change: Partial<Choice>) => void };

/** One database: its guilds, text, tree and versions. */
export function DatabaseWorkbench({ file, userId, choice, onChoice }: Props) {
  const { guildId, view, search, versionId } = choice;
  const target = { file, guildId };
  const text = useQuery(textQuery(target));
  // Only valid JSON has parts.
  const { data: guilds } = useQuery({
    ...guildsQuery(file),
    enabled: guildId !== undefined || text.data?.problem === null,
  });
  const guildName = useGuildName(guildId);
  const hasGuilds = guilds !== undefined && (guilds.length > 0 || guildId !== undefined);
  const guildError = text.data === undefined ? fieldErrors(text.error)['guildId'] : undefined;
  return (
    <div className={classes.workbench} data-split={hasGuilds}>
      {hasGuilds ? (
        <GuildList
          guilds={guilds}
          guildId={guildId}
          search={search}
          onSearch={(next) => onChoice({ search: next })}
          onChoose={(next) => onChoice({ guildId: next })}
        />
      ) : null}
      {guildError === undefined ? (
        <Stack gap="md" className={classes.content ?? ''}>
          <SegmentedChoice
            label="View"
            choices={databaseViews}
            value={view}
            onChange={(next) => onChoice({ view: next, versionId: undefined })}
          />
          {guildId === undefined ? null : (
            <Text c="dimmed">
              {view === 'versions'
                ? 'Versions are of the whole file.'
                : `You are viewing the part of ${guildName} only.`}
            </Text>
          )}
          <DatabaseTextView target={target} userId={userId} isShown={view === 'text'} query={text} />
          {view === 'tree' ? (
            <QueryRegion query={text} skeletonHeight={320}>
              {(source) => <DatabaseTree source={source} />}
            </QueryRegion>
          ) : null}
          {view === 'versions' ? (
            <DatabaseVersions file={file} versionId={versionId} onView={(next) => onChoice({ versionId: next })} />
          ) : null}
        </Stack>
      ) : (
        <UnknownGuild message={guildError} onWholeFile={() => onChoice({ guildId: undefined })} />
      )}
    </div>
  );
}

function useGuildName(guildId: string | undefined): string {
  const { data: known = [] } = useQuery({ ...knownGuildsQuery, enabled: guildId !== undefined });
  const name = known.find(({ id }) => id === guildId)?.name;
  return name === undefined ? `guild ${guildId}` : visibleText(name);
}

type TextViewProps = { target: DatabaseTarget; userId: string; isShown: boolean; query: UseQueryResult<DatabaseText> };

/** Stays mounted while another view is shown, because it holds unsaved text. */
function DatabaseTextView({ target, userId, isShown, query }: TextViewProps) {
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  const code = useQuery({ ...editorCodeQuery, enabled: wasShown });
  if (!wasShown) return null;
  return (
    <div hidden={!isShown}>
      <QueryRegion query={query} skeletonHeight={320}>
        {(source) => (
          <QueryRegion query={code} skeletonHeight={320}>
            {(parts) => (
              <DatabaseEditor
                key={JSON.stringify(target)}
                target={target}
                source={source}
                parts={parts}
                userId={userId}
                isShown={isShown}
              />
            )}
          </QueryRegion>
        )}
      </QueryRegion>
    </div>
  );
}

type UnknownGuildProps = { message: string; onWholeFile: () => void };

/** Shown when the database has no part for the guild. */
function UnknownGuild({ message, onWholeFile }: UnknownGuildProps) {
  const action = (
    <Button variant="default" onClick={onWholeFile}>
      Show the whole file
    </Button>
  );
  return <Notice icon={SearchX} title={message} role="alert" action={action} />;
}
