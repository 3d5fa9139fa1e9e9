/** Faults and refusals of Discord. May be changed while it runs. */
export type Switches = {
  /** Stops listening and drops every connection. */
  down: boolean;
  /** Delays every reply of the API. */
  slowMs: number;
  /** Every call of the API gets this status. */
  status: number | undefined;
  /** Every call of the API gets something that is no JSON, or five megabytes of it. */
  rubbish: 'no-json' | 'huge' | undefined;
  /** Calls of the API are refused as too many; `times` ends it by itself. */
  rateLimited: { retryAfterS: number; times?: number } | undefined;
  /** Limits the four above to paths that contain this. */
  faultsAt: string | undefined;
  /** The gateway does not respond to upgrade requests. */
  refuseGateway: boolean;
  /** The gateway closes with this code after every Identify. */
  gatewayCloseCode: number | undefined;
  /** The privileged intent is off in the developer portal. */
  noMessageContent: boolean;
  /** A request to join voice gets no reply, as with a full channel. */
  noVoiceServer: boolean;
  /** The voice server closes with this code after every Identify. */
  voiceCloseCode: number | undefined;
  /** The voice server replies to every Identify with something that makes no sense. */
  voiceRubbish: boolean;
  /** What @everyone, and with it the bot, may not do. */
  denied: Deniable[];
  /** What @everyone, and with it the bot, may do beyond the usual. */
  granted: 'MuteMembers'[];
  /** The ids of people who accept no direct messages. */
  closedTo: string[];
  /** Scopes that people grant instead of the requested ones. */
  grantedScopes: string[] | undefined;
};

export type Deniable = 'ViewChannel' | 'SendMessages' | 'Connect' | 'Speak' | 'RequestToSpeak';

export function createSwitches(): Switches {
  return {
    down: false,
    slowMs: 0,
    status: undefined,
    rubbish: undefined,
    rateLimited: undefined,
    faultsAt: undefined,
    refuseGateway: false,
    gatewayCloseCode: undefined,
    noMessageContent: false,
    noVoiceServer: false,
    voiceCloseCode: undefined,
    voiceRubbish: false,
    denied: [],
    granted: [],
    closedTo: [],
    grantedScopes: undefined,
  };
}
