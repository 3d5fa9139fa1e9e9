import { DAVESession } from '@snazzah/davey';
import { VoiceOpcodes } from 'discord-api-types/voice/v8';
import { expect, it } from 'vitest';
import { createDaveGroup, daveVersion } from './dave-group.ts';

const [channelId, botId, mira, nico] = ['100000000000000111', '100000000000000009', '1', '2'];

/** A group with a bot whose commits are sent when the test says so. */
function connectBot(people: string[]) {
  const epochs: number[] = [];
  const commits: Buffer[] = [];
  const failures: unknown[] = [];
  const bot = new DAVESession(daveVersion, botId, channelId);
  const known = new Set<string>();
  const group = createDaveGroup({
    channelId,
    botId,
    people,
    onEpoch: (epoch) => epochs.push(epoch),
    onFailure: (error) => failures.push(error),
  });
  const act: Partial<Record<VoiceOpcodes, (payload: Buffer) => void>> = {
    [VoiceOpcodes.DaveMlsExternalSender]: (payload) => {
      bot.setExternalSender(payload);
      group.receiveBinary(VoiceOpcodes.DaveMlsKeyPackage, bot.getSerializedKeyPackage());
    },
    [VoiceOpcodes.DaveMlsProposals]: (payload) => {
      const { commit, welcome } = bot.processProposals(payload[0] ?? 0, payload.subarray(1), [...known]);
      if (commit) commits.push(Buffer.concat([commit, welcome ?? Buffer.alloc(0)]));
    },
    [VoiceOpcodes.DaveMlsWelcome]: (payload) => bot.processWelcome(payload.subarray(2)),
    [VoiceOpcodes.DaveMlsAnnounceCommitTransition]: (payload) => bot.processCommit(payload.subarray(2)),
  };
  group.connect({
    send: ({ op, d }) => {
      if (op === VoiceOpcodes.ClientsConnect) for (const id of d.user_ids) known.add(id);
      if (op === VoiceOpcodes.ClientDisconnect) known.delete(d.user_id);
    },
    sendBinary: (op, payload) => act[op]?.(payload),
  });
  const commit = async () => {
    await expect.poll(() => commits.length).toBe(1);
    group.receiveBinary(VoiceOpcodes.DaveMlsCommitWelcome, commits.pop() ?? Buffer.alloc(0));
  };
  return { group, bot, epochs, failures, commit };
}

const frame = () => Buffer.from([0xfc, ...Array.from({ length: 60 }, (_, n) => n)]);

it('takes back a person who left and returned before the bot has committed that they left', async () => {
  const { group, bot, epochs, failures, commit } = connectBot([mira]);
  await expect.poll(() => bot.ready).toBe(true);
  expect(group.hear(bot.encryptOpus(frame()))).toMatchObject({ isEndToEnd: true });

  group.leave(mira);
  group.join(mira);
  await commit();
  await commit();
  await expect.poll(() => epochs).toHaveLength(3);
  expect(group.hear(bot.encryptOpus(frame()))).toEqual({ opus: frame(), isEndToEnd: true });
  expect(failures).toEqual([]);
});

it('loses nobody when one person comes and another goes', async () => {
  const { group, bot, epochs, failures } = connectBot([mira]);
  await expect.poll(() => bot.ready).toBe(true);
  group.join(nico);
  await expect.poll(() => epochs).toHaveLength(2);
  group.leave(mira);
  await expect.poll(() => epochs).toHaveLength(3);
  expect(group.hear(bot.encryptOpus(frame()))).toEqual({ opus: frame(), isEndToEnd: true });
  expect(failures).toEqual([]);
});
