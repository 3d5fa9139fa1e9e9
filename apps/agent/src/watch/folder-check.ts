import fs from 'node:fs/promises';

export type FolderCheck = { isReadable(): boolean; stop(): void };

const againMs = 10_000;

/** Checks now and then whether a folder can be read. */
export async function checkFolder(folder: string | undefined): Promise<FolderCheck> {
  let isReadable = false;
  const look = async () => {
    isReadable =
      folder !== undefined &&
      (await fs.readdir(folder).then(
        () => true,
        () => false,
      ));
  };
  await look();
  const timer = setInterval(() => void look(), againMs);
  return { isReadable: () => isReadable, stop: () => clearInterval(timer) };
}
