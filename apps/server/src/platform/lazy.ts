/** Creates a value on first use. A failed creation is tried again on the next use. */
export function lazy<T>(create: () => T): () => T {
  let created: { value: T } | undefined;
  return () => (created ??= { value: create() }).value;
}
