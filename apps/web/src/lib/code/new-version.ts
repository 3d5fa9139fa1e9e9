export const newVersionText = 'A new version is available – reload';

/** A file of this version is not served any more. */
export class NewVersionError extends Error {
  constructor() {
    super(newVersionText);
    this.name = 'NewVersionError';
  }
}

/** Knows when the portal serves another build of the web app than the one that runs here. */
export function createNewVersion(ownBuild: string | undefined) {
  const watchers = new Set<() => void>();
  let isShown = false;
  let dismissedBuild: string | undefined;
  let servedBuild: string | undefined;
  const setShown = (shown: boolean) => {
    if (isShown === shown) return;
    isShown = shown;
    for (const watcher of watchers) watcher();
  };
  return {
    get: () => isShown,
    watch: (watcher: () => void) => {
      watchers.add(watcher);
      return () => {
        watchers.delete(watcher);
      };
    },
    /** The build that a response names. */
    noteServed: (build: string | null) => {
      if (ownBuild === undefined || build === null || build === servedBuild) return;
      servedBuild = build;
      setShown(build !== ownBuild && build !== dismissedBuild);
    },
    /** Something of this version is missing already. */
    announce: () => setShown(true),
    dismiss: () => {
      dismissedBuild = servedBuild;
      setShown(false);
    },
  };
}

/** The portal writes its build into the page; without a portal in front of it there is none. */
function readOwnBuild(): string | undefined {
  const build = document.querySelector('meta[name=build]')?.getAttribute('content') ?? '';
  return /^[\w-]+$/.test(build) && build !== '__BUILD__' ? build : undefined;
}

export const newVersion = createNewVersion(readOwnBuild());
