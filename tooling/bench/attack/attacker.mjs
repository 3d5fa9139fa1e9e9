// Attacks a portal of this machine from a process of its own, so that what it does to the portal is not mixed with what it does to itself.
import { attacks } from './attacks.mjs';

process.on('message', (/** @type {{ name: string, target: import('./attacks.mjs').Target }} */ { name, target }) => {
  const attack = attacks[name];
  if (!attack) throw new Error(`There is no attack "${name}".`);
  void attack(target).then((damage) => process.send?.(damage));
});
process.on('disconnect', () => process.exit(0));
