import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '../../../components/table/data-table.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { formatDuration } from '../../../lib/text/format.ts';
import { useNow } from '../../../lib/text/relative-time.ts';
import { playtimeDays, playtimeQuery, type Playtime } from '../people.queries.ts';
import { formatDate, lastDays, levelOf, localDate, summarizeDays, weeksOf, type PlayDay } from './play-days.ts';
import classes from './playtime-chart.module.css';

/** Playtime by day: bars, a calendar, and both in words and as a table. */
export function PlaytimePanel({ playerId }: { playerId: string }) {
  const query = useQuery(playtimeQuery(playerId));
  const today = localDate(useNow());
  return (
    <Panel title="Playtime by day">
      <QueryRegion query={query} skeletonHeight={240}>
        {({ days, servers }) => <PlaytimeFigure days={lastDays(days, today, playtimeDays)} servers={servers} />}
      </QueryRegion>
    </Panel>
  );
}

/** The calendar shows all days, the bars those that fit. */
const barDays = 90;

type FigureProps = { days: PlayDay[]; servers: Playtime['servers'] };

function PlaytimeFigure({ days, servers }: FigureProps) {
  const played = days.filter(({ ms }) => ms > 0);
  const mostMs = Math.max(0, ...days.map(({ ms }) => ms));
  if (played.length === 0) return <Text c="dimmed">{summarizeDays(days)}</Text>;
  return (
    <Stack component="figure" gap="sm" m={0}>
      <Bars days={days.slice(-barDays)} mostMs={mostMs} />
      <Calendar days={days} mostMs={mostMs} />
      <Text component="figcaption" size="sm">
        {summarizeDays(days)}
      </Text>
      {servers.length < 2 ? null : <ServerShares servers={servers} />}
      <details>
        <summary className={classes.summary}>Show as a table</summary>
        <DataTable
          id="playtime"
          label="Playtime by day, newest first"
          hasTools={false}
          rows={played.toReversed().map((day) => ({ ...day, id: day.date }))}
          columns={dayColumns}
        />
      </details>
    </Stack>
  );
}

const dayColumns: readonly TableColumn<PlayDay & { id: string }>[] = [
  {
    key: 'day',
    label: 'Day',
    width: 'auto',
    onCard: 'title',
    firstOrder: 'desc',
    value: ({ date }) => date,
    render: ({ date }) => <time dateTime={date}>{formatDate(date)}</time>,
  },
  {
    key: 'played',
    label: 'Played',
    width: 'auto',
    firstOrder: 'desc',
    value: ({ ms }) => ms,
    render: ({ ms }) => formatDuration(ms),
  },
];

function ServerShares({ servers }: Pick<FigureProps, 'servers'>) {
  return (
    <ul className={classes.shares} aria-label="Playtime by server">
      {servers.map(({ server, ms }) => (
        <li key={server.id} className={classes.share}>
          <PlainText text={server.name} />
          <span>{formatDuration(ms)}</span>
        </li>
      ))}
    </ul>
  );
}

type ChartProps = { days: readonly PlayDay[]; mostMs: number };

const plot = { height: 80, step: 4, bar: 3 } as const;

/** Hidden from screen readers, as is the calendar: the text beside them says the same. */
function Bars({ days, mostMs }: ChartProps) {
  return (
    <div className={classes.chart} aria-hidden>
      <span className={classes.top}>{formatDuration(mostMs)}</span>
      <svg
        viewBox={`0 0 ${days.length * plot.step} ${plot.height}`}
        preserveAspectRatio="none"
        className={classes.plot}
      >
        {days.map(({ date, ms }, index) => {
          const height = ms === 0 ? 0 : Math.max(2, (ms / mostMs) * plot.height);
          return (
            <rect key={date} x={index * plot.step} y={plot.height - height} width={plot.bar} height={height}>
              <title>{dayText({ date, ms })}</title>
            </rect>
          );
        })}
      </svg>
      <span className={classes.from}>{formatDate(days[0]?.date ?? '')}</span>
      <span>today</span>
    </div>
  );
}

function Calendar({ days, mostMs }: ChartProps) {
  return (
    <div className={classes.calendar} aria-hidden>
      {weeksOf(days).map((week, index) => (
        <div key={week.find((day) => day !== null)?.date ?? index} className={classes.week}>
          {week.map((day, weekday) => (
            <span
              key={weekday}
              className={classes.day}
              data-level={day === null ? undefined : levelOf(day.ms, mostMs)}
              title={day === null ? undefined : dayText(day)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function dayText({ date, ms }: PlayDay): string {
  return `${formatDate(date)}: ${ms === 0 ? 'not played' : formatDuration(ms)}`;
}
