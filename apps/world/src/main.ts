import { startWorld } from './world.ts';

const world = await startWorld();

let isStopping = false;
const stop = () => {
  if (isStopping) return;
  isStopping = true;
  void world.stop().then(() => process.exit(0));
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
// Exits with the program that started it.
process.on('disconnect', stop);
process.on('message', (message) => {
  void world.steer(message).then((reply) => reply && process.connected && process.send?.(reply));
});
const { settings, agentConfig, control } = world;
process.send?.({ type: 'ready', settings, agentConfig, control });
