import { DAVESession } from '@snazzah/davey';
import { VoiceOpcodes, type VoiceReceivePayload } from 'discord-api-types/voice/v8';
import { isSilent, type HeardFrame } from './voice-meter.ts';
import { addProposal, createExternalSender, removeProposal, splitCommit, uint64 } from './mls.ts';

/** The connection of the bot: a member whose keys only it knows. */
type Remote = { send: (payload: VoiceReceivePayload) => void; sendBinary: (op: VoiceOpcodes, payload: Buffer) => void };

/** The end-to-end encryption of one voice channel (DAVE): the voice server as MLS delivery service, and its people. */
export type DaveGroup = {
  channelId: string;
  /** The bot is connected: again, after a resume. */
  connect: (remote: Remote) => void;
  join: (userId: string) => void;
  leave: (userId: string) => void;
  receiveBinary: (op: VoiceOpcodes, payload: Buffer) => void;
  /** The bot has the keys of a transition. */
  ready: (transitionId: number) => void;
  /** What the people in the channel hear of a frame. */
  hear: (frame: Buffer) => HeardFrame;
};

export const daveVersion = 1;
/** Of proposals that are added, not revoked. */
const append = 0;
/** Not video. */
const audio = 0;

type Change = { joined: string[]; left: string[] };

type Options = {
  channelId: string;
  botId: string;
  /** Those who are in the channel already. */
  people: readonly string[];
  onEpoch: (epoch: number) => void;
  onFailure: (error: unknown) => void;
};

export function createDaveGroup({ channelId, botId, people, onEpoch, onFailure }: Options): DaveGroup {
  const sender = createExternalSender();
  const id = uint64(BigInt(channelId));
  /** Who is in the channel; the group follows, change by change. */
  const present = new Set(people);
  const sessions = new Map<string, DAVESession>();
  /** Who is in the group, by the number of their leaf in its tree. */
  const leaves: (string | undefined)[] = [];
  /** Who has decrypted a frame since they joined. */
  const listening = new Set<string>();
  let epoch = 0n;
  let remote: Remote | undefined;
  let botKeyPackage: Buffer | undefined;
  let lastTransition = 0;
  let work = Promise.resolve();
  let takeCommit: ((message: Buffer) => void) | undefined;

  const isIn = (userId: string) => leaves.includes(userId);
  const everyone = () => [...sessions.keys(), botId];
  const keyPackageOf = (userId: string) =>
    (userId === botId ? botKeyPackage : sessions.get(userId)?.getSerializedKeyPackage()) ?? Buffer.alloc(0);
  const addSession = (userId: string) => {
    const session = new DAVESession(daveVersion, userId, channelId);
    session.setExternalSender(sender.credential);
    sessions.set(userId, session);
  };
  const announce = (op: VoiceOpcodes, message: Buffer) => {
    lastTransition = (lastTransition % 0xffff) + 1;
    const transition = Buffer.alloc(2);
    transition.writeUInt16BE(lastTransition);
    remote?.sendBinary(op, Buffer.concat([transition, message]));
  };

  /** The first of the people who are in commits; only where there is none, the bot has to. */
  const commitOf = async (proposals: Buffer, { left }: Change): Promise<{ commit: Buffer; welcome?: Buffer }> => {
    const fromBot = new Promise<Buffer>((resolve) => (takeCommit = resolve));
    if (isIn(botId))
      remote?.sendBinary(VoiceOpcodes.DaveMlsProposals, Buffer.concat([Buffer.from([append]), proposals]));
    const staying = [...sessions].filter(([userId]) => isIn(userId) && !left.includes(userId));
    const results = staying.map(([, session]) => session.processProposals(append, proposals, everyone()));
    const commit = results[0]?.commit;
    if (commit) return { commit, ...(results[0]?.welcome && { welcome: results[0].welcome }) };
    return splitCommit(await fromBot);
  };

  const change = async (wanted: Change): Promise<void> => {
    const joined = wanted.joined.filter((userId) => !isIn(userId) && everyone().includes(userId));
    const left = wanted.left.filter(isIn);
    if (joined.length + left.length === 0) return;
    const removed = left.map((userId) => removeProposal(leaves.indexOf(userId)));
    const added = joined.map((userId) => addProposal(keyPackageOf(userId)));
    const proposals = sender.propose({ id, epoch }, [...removed, ...added]);
    const { commit, welcome = Buffer.alloc(0) } = await commitOf(proposals, { joined, left });
    for (const [userId, session] of sessions) {
      if (joined.includes(userId)) session.processWelcome(welcome);
      else if (isIn(userId) && !left.includes(userId)) session.processCommit(commit);
    }
    if (joined.includes(botId)) announce(VoiceOpcodes.DaveMlsWelcome, welcome);
    else announce(VoiceOpcodes.DaveMlsAnnounceCommitTransition, commit);
    for (const userId of left) {
      leaves[leaves.indexOf(userId)] = undefined;
      listening.delete(userId);
    }
    for (const userId of joined) leaves[firstFree(leaves)] = userId;
    epoch += 1n;
    onEpoch(Number(epoch));
  };
  /** One change at a time: each starts from the epoch of the one before. */
  const enqueue = (step: () => Promise<void>) => {
    work = work.then(step).catch(onFailure);
  };
  const add = (userId: string) => {
    addSession(userId);
    return change({ joined: [userId], left: [] });
  };
  const remove = (userId: string) => change({ joined: [], left: [userId] }).finally(() => void sessions.delete(userId));

  /** Whoever is there first makes the group, and adds the others. */
  const begin = () => {
    const [founder = botId, ...others] = everyone();
    leaves[0] = founder;
    if (founder !== botId) enqueue(() => change({ joined: others, left: [] }));
  };

  people.forEach(addSession);
  return {
    channelId,
    connect(connected) {
      remote = connected;
      remote.send({ op: VoiceOpcodes.ClientsConnect, d: { user_ids: [...present, botId] } });
      if (!botKeyPackage) remote.sendBinary(VoiceOpcodes.DaveMlsExternalSender, sender.credential);
    },
    join(userId) {
      if (present.has(userId)) return;
      present.add(userId);
      remote?.send({ op: VoiceOpcodes.ClientsConnect, d: { user_ids: [userId] } });
      if (botKeyPackage) enqueue(() => add(userId));
      else addSession(userId);
    },
    leave(userId) {
      if (!present.delete(userId)) return;
      remote?.send({ op: VoiceOpcodes.ClientDisconnect, d: { user_id: userId } });
      if (botKeyPackage) enqueue(() => remove(userId));
      else sessions.delete(userId);
    },
    receiveBinary(op, payload) {
      if (op === VoiceOpcodes.DaveMlsCommitWelcome) takeCommit?.(Buffer.from(payload));
      if (op !== VoiceOpcodes.DaveMlsKeyPackage || botKeyPackage) return;
      botKeyPackage = Buffer.from(payload);
      begin();
    },
    ready: (transitionId) =>
      remote?.send({ op: VoiceOpcodes.DaveExecuteTransition, d: { transition_id: transitionId } }),
    hear(frame) {
      const members = [...sessions].filter(([userId]) => isIn(userId));
      if (isSilent(frame) || members.length === 0) return { opus: frame, isEndToEnd: false };
      const heard = members.map(([userId, session]) => ({ userId, opus: decrypted(session, botId, frame) }));
      for (const { userId, opus } of heard) if (opus) listening.add(userId);
      // Who has just joined has no keys for the last frames of the epoch before.
      const isLost = heard.some(({ userId, opus }) => !opus && listening.has(userId));
      const opus = heard.find((one) => one.opus)?.opus;
      return isLost || !opus ? null : { opus, isEndToEnd: true };
    },
  };
}

function decrypted(session: DAVESession, userId: string, frame: Buffer): Buffer | undefined {
  try {
    return session.decrypt(userId, audio, frame);
  } catch {
    return undefined;
  }
}

function firstFree(leaves: readonly (string | undefined)[]): number {
  const free = leaves.indexOf(undefined);
  return free < 0 ? leaves.length : free;
}
