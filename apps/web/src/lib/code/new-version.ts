export const newVersionText = 'A new version is available – reload';

/** A file of this version is no longer served. */
export class NewVersionError extends Error {
  constructor() {
    super(newVersionText);
    this.name = 'NewVersionError';
  }
}

/** Detects that the portal serves another build of the web app than the one running here. */
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
    /** The build named in a response. */
    noteServed: (build: string | null) => {
      if (ownBuild === undefined || build === null || build === servedBuild) return;
      servedBuild = build;
      setShown(build !== ownBuild && build !== dismissedBuild);
    },
    /** A file of this version is already missing. */
    announce: () => setShown(true),
    dismiss: () => {
      dismissedBuild = servedBuild;
      setShown(false);
    },
  };
}

/** The portal writes its build into the page; the development server does not. */
function readOwnBuild(): string | undefined {
  const build = document.querySelector('meta[name=build]')?.getAttribute('content') ?? '';
  return /^[\w-]+$/.test(build) && build !== '__BUILD__' ? build : undefined;
}

export const newVersion = createNewVersion(readOwnBuild());
