/**
 * Who may call a route. The server has one check for each (a missing one does not compile). The text says what is
 * missing and is shown to the user.
 */
export const rights = {
  anyone: 'Everyone may do this.',
  user: 'You need to log in.',
  admin: 'You need the role Admin.',
  owner: 'You need the role Owner.',
  guildMember: 'Your linked Discord account needs to be a member of the community guild.',
  guildAdmin: 'You need the role Admin, and your linked Discord account needs to be a member of the community guild.',
  serverPlayer: 'You need a linked character on this server.',
  clusterPlayer: 'You need a linked character on a server of this cluster.',
  serverAdmin: 'You need the role Admin or a linked character that is admin on this server.',
  moderator: 'You need the role Admin, or to be an admin or moderator of a server.',
  serverModerator: 'You need to be an admin or moderator of this server.',
  clusterModerator: 'You need the role Admin, or to be a moderator of this cluster.',
  serverHistory: 'You need to be an admin of this server, or a moderator who may see its history.',
  serverKick: 'You need to be an admin of this server, or a moderator who may kick its players.',
  serverWarn: 'You need to be an admin of this server, or a moderator who may warn its players.',
  serverMute: 'You need to be an admin of this server, or a moderator who may mute its players.',
  serverBan: 'You need to be an admin of this server, or a moderator who may ban its players.',
  serverMail: 'You need a linked character on this server, or to be a moderator who may send mail to its players.',
  serverConsole: 'You need to be an admin of this server, or a moderator who may use its console.',
  serverStructures: 'You need to be an admin of this server, or a moderator who may see its structures.',
} as const;

export type Right = keyof typeof rights;
