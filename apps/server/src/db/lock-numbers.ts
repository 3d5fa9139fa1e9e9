/** The numbers of the advisory locks of the database: arbitrary, different, and the same in every process and version. */
export const lockNumbers = {
  /** One process changes the tables at a time. */
  migrations: 7_426_001,
  /** The process that holds it is the bot. */
  bot: 7_426_002,
  /** One process adds to the audit chain at a time. */
  auditChain: 7_426_003,
  /** One process removes old audit entries and addresses. */
  auditRetention: 7_426_004,
  /** One process adds or drops partitions at a time. */
  partitions: 7_426_006,
  /** One process does the maintenance of log entries. */
  logs: 7_426_007,
  /** One process does the maintenance of the journal. */
  journal: 7_426_008,
  /** One process adds the indexes for searches. */
  searchIndexes: 7_426_011,
  /** One process looks for outages at a time. */
  outages: 7_426_013,
  /** Held by every portal: shared by those that serve together, exclusive by one that has no bus. */
  databaseUse: 7_426_031,
  /** One backup is made at a time; until it is done, no partition is dropped. */
  backup: 7_426_032,
  /** One process writes JSON databases at a time. */
  databaseWrites: 0x64617461,
  /** One transaction adds versions of JSON databases at a time, where PostgreSQL holds the truth. */
  databaseVersions: 7_426_033,
} as const;
