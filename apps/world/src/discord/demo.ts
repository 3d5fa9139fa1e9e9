/** Someone with a Discord account. */
export type Person = { id: string; username: string; globalName: string; isBot?: boolean };

export type Channel = { id: string; name: string; kind: 'text' | 'voice' | 'stage'; topic?: string };

/** Channels with sound: people are in them. */
export function isVoiceBased({ kind }: Channel): boolean {
  return kind !== 'text';
}

/** The community's guild. */
export const demoGuild = { id: '81384788765712384', name: 'Tribehall community' };

/** The same at every start, so that what the portal has stored stays valid. Only this world knows them. */
export const demoApplication = {
  id: '100000000000000090',
  name: 'Ski Bap Bot',
  clientSecret: 'client-secret-of-the-demo-world',
  botToken: 'token-of-the-demo-bot',
};

/** People who may be chosen on the authorize page; those of the portal's demo accounts bear their names. */
export const demoPeople: readonly (Person & { isMember: boolean; voice?: string })[] = [
  { id: '100000000000000001', username: 'mira', globalName: 'Mira', isMember: true, voice: 'Lounge' },
  { id: '100000000000000002', username: 'nico', globalName: 'Nico', isMember: true },
  { id: '100000000000000003', username: 'olive', globalName: 'Olive', isMember: true, voice: 'Lounge' },
  { id: '100000000000000004', username: 'adam', globalName: 'Adam', isMember: true, voice: 'Lounge' },
  { id: '100000000000000005', username: 'drifter', globalName: 'Drifter', isMember: false },
];

export const demoChannels: readonly Channel[] = [
  { id: '100000000000000101', name: 'general', kind: 'text', topic: 'Anything goes' },
  { id: '100000000000000102', name: 'ark-chat', kind: 'text', topic: 'What is said in the game' },
  { id: '100000000000000103', name: 'ark-log', kind: 'text', topic: 'What happens in the game' },
  { id: '100000000000000104', name: 'music', kind: 'text', topic: 'Songs and requests' },
  { id: '100000000000000111', name: 'Lounge', kind: 'voice' },
  { id: '100000000000000112', name: 'Afk', kind: 'voice' },
  { id: '100000000000000113', name: 'Town hall', kind: 'stage' },
];

/** The lowest first. Nobody has them at first. */
export const demoRoles = [
  { id: '100000000000000121', name: 'Regular' },
  { id: '100000000000000122', name: 'Moderator' },
];

/** Another guild: drifters are members of something too. */
export const otherGuild = { id: '100000000000000200', name: 'Somewhere else', members: ['100000000000000005'] };

export const demoMessages: readonly { channel: string; person: string; text: string }[] = [
  { channel: 'general', person: 'olive', text: 'Welcome! Songs go to #music, the game speaks in #ark-chat.' },
  { channel: 'general', person: 'adam', text: 'Anyone up for a cave run tonight?' },
  { channel: 'general', person: 'mira', text: 'In the Lounge already, come in.' },
];
