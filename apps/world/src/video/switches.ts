/** How the site misbehaves, for all songs or for one. May be changed while it runs. */
export type Switches = {
  /** Rate limit of media in bytes per second. */
  bytesPerSecond: number | undefined;
  page: Trouble;
  /** `cut` ends the connection in the middle. */
  media: Trouble | 'cut';
  search: Trouble;
  /** Where a watch page sends its visitors instead. */
  pageRedirect: string | undefined;
  /** Where every file of the song's media is instead. */
  mediaRedirect: string | undefined;
  /** Where the second piece of an HLS song is instead. */
  segmentAddress: string | undefined;
  /** An endless file. */
  isLive: boolean;
  /** The length that media claim to have, in bytes. */
  claimedBytes: number | undefined;
  /** The length that a page claims its song to have. */
  claimedSeconds: number | undefined;
  /** Where the picture of a song is instead. */
  pictureAddress: string | undefined;
};

type Trouble = 'ok' | 'missing' | 'broken' | 'hangs';

const usual: Switches = {
  bytesPerSecond: undefined,
  page: 'ok',
  media: 'ok',
  search: 'ok',
  pageRedirect: undefined,
  mediaRedirect: undefined,
  segmentAddress: undefined,
  isLive: false,
  claimedBytes: undefined,
  claimedSeconds: undefined,
  pictureAddress: undefined,
};

export type SwitchBoard = ReturnType<typeof createSwitchBoard>;

export function createSwitchBoard(changed: Partial<Switches> = {}) {
  const all: Switches = { ...usual, ...changed };
  const perSong = new Map<string, Partial<Switches>>();
  return {
    of: (songId?: string): Switches => ({ ...all, ...(songId === undefined ? {} : perSong.get(songId)) }),
    /** For one song, or for all of them. */
    set: (changes: Partial<Switches>, songId?: string) => {
      const unknown = Object.keys(changes).find((name) => !Object.hasOwn(usual, name));
      if (unknown !== undefined) throw new Error(`There is no switch "${unknown}".`);
      if (songId === undefined) Object.assign(all, changes);
      else perSong.set(songId, { ...perSong.get(songId), ...changes });
    },
    reset: () => {
      Object.assign(all, usual);
      perSong.clear();
    },
  };
}
