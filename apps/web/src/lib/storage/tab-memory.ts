/** IDs stored for this tab, also across reloads. Other tabs have their own. */
export type TabMemory = {
  ids(): readonly string[];
  has(id: string): boolean;
  add(id: string): void;
  remove(id: string): void;
};

const maxIds = 50;

export function tabMemory(key: string): TabMemory {
  let ids = read(key);
  const change = (next: readonly string[]) => {
    ids = next.slice(-maxIds);
    write(key, ids);
  };
  return {
    ids: () => ids,
    has: (id) => ids.includes(id),
    add: (id) => change([...ids.filter((known) => known !== id), id]),
    remove: (id) => change(ids.filter((known) => known !== id)),
  };
}

function read(key: string): readonly string[] {
  try {
    return (sessionStorage.getItem(key) ?? '').split(' ').filter((id) => id !== '');
  } catch {
    return [];
  }
}

function write(key: string, ids: readonly string[]): void {
  try {
    if (ids.length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, ids.join(' '));
  } catch {
    // Storage is blocked or full: the ids still hold until a reload.
  }
}
