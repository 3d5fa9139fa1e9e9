import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { SegmentedChoice } from '../../../components/forms/segmented-choice.tsx';
import { fieldErrors } from '../../../lib/api/api-error.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { databaseViews, type DatabaseView } from '../database-views.ts';
import { guildsQuery, knownGuildsQuery, textQuery } from '../databases.queries.ts';
import { DatabaseTextView } from './database-text-view.tsx';
import { DatabaseTree } from './database-tree.tsx';
import { DatabaseVersions } from './database-versions.tsx';
import classes from './database-workbench.module.css';
import { GuildList } from './guild-list.tsx';
import { UnknownGuild } from './unknown-guild.tsx';

/** What the page's address says. */
export type Choice = {
  guildId: string | undefined;
  view: DatabaseView;
  search: string;
  versionId: string | undefined;
};

type Props = { file: string; userId: string; choice: Choice; onChoice: (change: Partial<Choice>) => void };

/** One database: its guilds beside it, its text, its tree and what it was before. */
export function DatabaseWorkbench({ file, userId, choice, onChoice }: Props) {
  const { guildId, view, search, versionId } = choice;
  const place = { file, guildId };
  const text = useQuery(textQuery(place));
  // What is not JSON has no parts to list.
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
              {view === 'versions' ? 'Versions are of the whole file.' : `This is the part of ${guildName} alone.`}
            </Text>
          )}
          <DatabaseTextView place={place} userId={userId} isShown={view === 'text'} query={text} />
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
