/** One thing of the outside that the world stands in for. */
export type StandIn = {
  /** Starts it on loopback and answers the settings that point the portal at it. */
  start: (env: NodeJS.ProcessEnv) => Promise<RunningStandIn>;
};

export type RunningStandIn = {
  settings: Record<string, string>;
  /** The config file with which an agent finds the game servers. */
  agentConfig?: string;
  /** Where `steer` can be reached from other processes. */
  control?: string;
  /** Does what a message asks, or answers undefined to what is not for it. */
  steer?: (message: unknown) => Promise<object | undefined>;
  stop: () => Promise<void>;
};
