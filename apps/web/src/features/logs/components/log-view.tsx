import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ScrollText } from 'lucide-react';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { toastError, toastSuccess } from '../../../components/notices/toast.tsx';
import { errorMessage, fieldErrors } from '../../../lib/api/api-error.ts';
import { useStoredText } from '../../../lib/storage/stored-text.ts';
import { visibleLines } from '../../../lib/text/visible-text.ts';
import { defaultFilter, isFiltered as isFilterActive, type LogFilter } from '../log-filter.ts';
import { entryAt, type LogEntry } from '../log-lines.ts';
import { createMarker } from '../log-matches.ts';
import { logWrap } from '../log-wrap.ts';
import { sourcesQuery } from '../logs.queries.ts';
import type { LogLinesView } from '../use-log-lines.ts';
import { LogList } from './log-list.tsx';
import { formatCount } from '../../../lib/text/format-count.ts';
import classes from './log-panel.module.css';

type Props = { view: LogLinesView; filter: LogFilter; onFilter: (filter: LogFilter) => void };

export function LogView({ view, filter, onFilter }: Props) {
  const { data: sources = [] } = useQuery(sourcesQuery);
  const isWrapped = useStoredText(logWrap) !== 'no';
  const mark = createMarker(filter.search, filter.isPattern);
  const labelOf = (host: string) => sources.find((source) => source.host === host)?.label ?? host;
  // The search field shows this error.
  if (fieldErrors(view.query.error)['search'] !== undefined) return <div className={classes.lines} />;
  return (
    <div className={classes.lines}>
      <QueryRegion query={view.query} skeletonHeight={240}>
        {(lines) =>
          lines.rows.length === 0 ? (
            <div className={classes.notice}>
              <LogEmpty filter={filter} onFilter={onFilter} />
            </div>
          ) : (
            <LogList
              lines={lines}
              labelOf={labelOf}
              mark={mark}
              currentId={filter.at === undefined ? undefined : entryAt(lines, filter.at)}
              isFollowing={view.isFollowing}
              isWrapped={isWrapped}
              above={lines.hasOlder ? <OlderLines older={view.older} onRead={view.readOlder} /> : null}
              onCopy={copyLine}
              onFollow={view.mayFollow && lines.isAtEnd ? view.follow : undefined}
              onPause={view.pause}
            />
          )
        }
      </QueryRegion>
      <ToNewest view={view} filter={filter} onFilter={onFilter} />
    </div>
  );
}

function OlderLines({ older, onRead }: { older: LogLinesView['older']; onRead: () => void }) {
  return (
    <div className={classes.older}>
      <Button variant="default" size="compact-sm" loading={older.isPending} onClick={onRead}>
        Older lines
      </Button>
      {older.error === null ? null : <span role="alert">{errorMessage(older.error)}</span>}
    </div>
  );
}

function ToNewest({ view: { mayFollow, isFollowing, newCount, follow }, filter, onFilter }: Props) {
  if (isFollowing) return null;
  const leave = () => onFilter({ ...filter, range: '5m', after: undefined, before: undefined, at: undefined });
  return (
    <Button
      className={classes.below ?? ''}
      variant="default"
      leftSection={<ArrowDown size={14} aria-hidden />}
      onClick={mayFollow ? follow : leave}
    >
      {newCount === 0 ? 'Jump to newest' : `${newCount === null ? 'Many' : formatCount(newCount)} new`}
    </Button>
  );
}

type EmptyProps = { filter: LogFilter; onFilter: (filter: LogFilter) => void };

function LogEmpty({ filter, onFilter }: EmptyProps) {
  const isFiltered = isFilterActive(filter);
  const { range, after, before, at } = filter;
  const action = isFiltered ? (
    <Button variant="default" onClick={() => onFilter({ ...defaultFilter, range, after, before, at })}>
      Clear filters
    </Button>
  ) : range === '7d' ? undefined : (
    <Button variant="default" onClick={() => onFilter({ ...defaultFilter, range: range === '24h' ? '7d' : '24h' })}>
      {range === '24h' ? 'Show 7 days' : 'Show 24 hours'}
    </Button>
  );
  return (
    <Notice icon={ScrollText} title="No logs found." action={action}>
      <Text c="dimmed">
        {isFiltered ? 'Nothing in this time range matches the filters.' : 'Nothing was logged in this time range.'}
      </Text>
    </Notice>
  );
}

/** With invisible characters made visible, so that pasting is safe. */
function lineText({ at, level, host, key, text }: LogEntry): string {
  return visibleLines(`${at} ${level.toUpperCase()} ${host} ${key} ${text}`);
}

async function copyLine(entry: LogEntry): Promise<void> {
  try {
    await navigator.clipboard.writeText(lineText(entry));
    toastSuccess('Line copied.');
  } catch (cause) {
    toastError(new Error("Your browser doesn't allow copying here. Select the text instead.", { cause }));
  }
}
