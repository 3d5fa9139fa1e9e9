/** The file that a world is saved in. */
export type WorldFile = {
  /** `pause` comes between beginning and end, and is false where the server was stopped meanwhile. */
  write: (file: string, pause: () => Promise<boolean>) => Promise<void>;
};

export const noPause = () => Promise.resolve(true);
