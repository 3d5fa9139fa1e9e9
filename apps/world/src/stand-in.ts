/** One thing of the outside that the world stands in for. */
export type StandIn = {
  /** Starts it on loopback and answers the settings that point the portal at it. */
  start: () => Promise<RunningStandIn>;
};

export type RunningStandIn = { settings: Record<string, string>; stop: () => Promise<void> };
