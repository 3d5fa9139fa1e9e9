import { createHistogram, gauge, type Histogram, type Metric } from '../../platform/metrics/metric.ts';
import type { ValidEvent } from './agent-events.ts';

type Counts = { connections: number; running: number; waiting: number; postCommit: number };

export type AgentMeasures = {
  /** Of the gateway, once there is one. */
  counts: () => Counts;
  intakeLag: Histogram;
  commands: Histogram;
  rcon: Histogram;
};

export function createAgentMeasures(): AgentMeasures {
  return {
    counts: () => ({ connections: 0, running: 0, waiting: 0, postCommit: 0 }),
    intakeLag: createHistogram({
      name: 'tribehall_intake_lag_seconds',
      help: 'Events of games, from when they happened until they are stored; long after an outage of the connection.',
      bounds: [0.1, 0.5, 1, 2.5, 10, 60, 600],
    }),
    commands: createHistogram({
      name: 'tribehall_agent_command_duration_seconds',
      help: 'Commands to agents that this portal has sent, until their reply, by outcome.',
      bounds: [0.05, 0.1, 0.25, 1, 2.5, 10, 30],
    }),
    rcon: createHistogram({
      name: 'tribehall_rcon_duration_seconds',
      help: 'Replies of game servers over RCON as their agents measure them, by server id.',
      bounds: [0.05, 0.1, 0.25, 1, 2.5, 10],
    }),
  };
}

export function agentMetrics(measures: AgentMeasures): Metric[] {
  return [
    measures.intakeLag,
    measures.commands,
    measures.rcon,
    gauge({ name: 'tribehall_agent_connections', help: 'Connected agents.' }, () => measures.counts().connections),
    gauge({ name: 'tribehall_intake_queue', help: 'Work of agents on the database, by state.' }, () => {
      const { running, waiting, postCommit } = measures.counts();
      return [
        { labels: { state: 'running' }, value: running },
        { labels: { state: 'waiting' }, value: waiting },
        { labels: { state: 'post_commit' }, value: postCommit },
      ];
    }),
  ];
}

/** After events were stored. */
export function observeLag(
  { intakeLag }: AgentMeasures,
  events: readonly ({ seq: number } | ValidEvent)[],
  now: Date,
): void {
  const series = intakeLag.series({});
  for (const event of events)
    if ('event' in event) series.observe(Math.max(0, now.getTime() - event.event.at.getTime()) / 1000);
}
