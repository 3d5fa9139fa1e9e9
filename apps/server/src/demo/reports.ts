type DemoReport = {
  id: string;
  source: 'portal' | 'discord' | 'game';
  account?: 'member' | 'newcomer';
  reporterPlayerId: string | null;
  reporterName: string;
  serverId: string;
  playerId: string;
  playerName: string;
  text: string;
  state: 'open' | 'answered' | 'closed';
  hoursAgo: number;
  /** Who answered it, where there is an answer. */
  assignee?: 'owner' | 'admin' | 'moderator';
  answer?: { text: string; hoursAgo: number };
  comments?: readonly { author: string; text: string; hoursAgo: number }[];
};

/** One in each state. */
export const demoReports: readonly DemoReport[] = [
  {
    id: 'demo-report-vault',
    source: 'game',
    account: 'member',
    reporterPlayerId: '76561190000000001',
    reporterName: 'mira_plays',
    serverId: 'demo-the-island',
    playerId: '76561190000000701',
    playerName: 'LootGoblin',
    text: 'is back and blocks the lava cave again',
    state: 'open',
    hoursAgo: 9,
    assignee: 'moderator',
    comments: [
      { author: 'Mona', text: 'Same player as the ban of three weeks ago. I look at the cave tonight.', hoursAgo: 8 },
      { author: 'Adam', text: 'If it is him again, two weeks this time.', hoursAgo: 6 },
    ],
  },
  {
    id: 'demo-report-raft',
    source: 'portal',
    account: 'newcomer',
    reporterPlayerId: null,
    reporterName: 'Nico',
    serverId: 'demo-the-island',
    playerId: '76561190000000001',
    playerName: 'mira_plays',
    text: 'There are rafts all over the river mouth, nobody gets through.',
    state: 'answered',
    hoursAgo: 15.5 * 24,
    assignee: 'moderator',
    answer: { text: 'We have asked for the rafts to be moved. Please tell us if they are still there.', hoursAgo: 360 },
  },
  {
    id: 'demo-report-cage',
    source: 'discord',
    account: 'member',
    reporterPlayerId: null,
    reporterName: 'Mira',
    serverId: 'demo-island-ascended',
    playerId: '0002f0e1000000000000000000000001',
    playerName: 'grimjaw',
    text: 'He builds walls around the bases of new players while they are offline.',
    state: 'closed',
    hoursAgo: 122,
    assignee: 'admin',
    answer: { text: 'Thank you. He is banned in the whole cluster for two weeks.', hoursAgo: 117 },
    comments: [{ author: 'Adam', text: 'The tribe logs of all three say the same.', hoursAgo: 119 }],
  },
];
