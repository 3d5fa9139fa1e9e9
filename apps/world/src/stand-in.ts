/** A test double for one outside system. */
export type StandIn = {
  /** Starts it on loopback and returns the settings that point the portal at it. */
  start: (env: NodeJS.ProcessEnv, paths: WorldPaths) => Promise<RunningStandIn>;
};

/** The folder of the world, and the socket on which it will listen for steering messages. */
export type WorldPaths = { folder: string; control: string };

export type RunningStandIn = {
  settings: Record<string, string>;
  /** The config file with which an agent finds the game servers. */
  agentConfig?: string;
  /** Performs what a message asks; returns undefined for messages to others. */
  steer?: (message: unknown) => Promise<object | undefined>;
  stop: () => Promise<void>;
};
