/** One thing of the outside that the world stands in for. */
export type StandIn = {
  /** Starts it on loopback and answers the settings that point the portal at it. */
  start: (env: NodeJS.ProcessEnv, place: Place) => Promise<RunningStandIn>;
};

/** Where the world keeps its files, and where it will listen for steering messages. */
export type Place = { folder: string; control: string };

export type RunningStandIn = {
  settings: Record<string, string>;
  /** The config file with which an agent finds the game servers. */
  agentConfig?: string;
  /** Does what a message asks, or answers undefined to what is not for it. */
  steer?: (message: unknown) => Promise<object | undefined>;
  stop: () => Promise<void>;
};
