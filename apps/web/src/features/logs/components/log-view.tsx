import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { errorMessage, fieldErrors } from '../../../lib/api/api-error.ts';
import { useStoredText } from '../../../lib/storage/stored-text.ts';
import { copyLine } from '../copy-line.ts';
import type { LogFilter } from '../log-filter.ts';
import { entryAt } from '../log-lines.ts';
import { createMarker } from '../log-matches.ts';
import { logWrap } from '../log-wrap.ts';
import { sourcesQuery } from '../logs.queries.ts';
import type { LogLinesView } from '../use-log-lines.ts';
import { LogEmpty } from './log-empty.tsx';
import { LogList } from './log-list.tsx';
import classes from './log-panel.module.css';

type Props = { view: LogLinesView; filter: LogFilter; onFilter: (filter: LogFilter) => void };

export function LogView({ view, filter, onFilter }: Props) {
  const { data: sources = [] } = useQuery(sourcesQuery);
  const isWrapped = useStoredText(logWrap) !== 'no';
  const mark = createMarker(filter.search, filter.isPattern);
  const labelOf = (host: string) => sources.find((source) => source.host === host)?.label ?? host;
  // What is wrong with the search is said at its field.
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
              rows={lines.rows}
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
      {newCount === 0 ? 'Jump to newest' : `${newCount === null ? 'Many' : newCount.toLocaleString()} new`}
    </Button>
  );
}
