import type { Config } from '../config.ts';

/** Something that each portal has one of: the configuration is the same object in all its contexts. */
export function perPortal<T>(create: (config: Config) => T): (portal: { config: Config }) => T {
  const made = new WeakMap<Config, T>();
  return ({ config }) => {
    const known = made.get(config);
    if (known !== undefined) return known;
    const fresh = create(config);
    made.set(config, fresh);
    return fresh;
  };
}
