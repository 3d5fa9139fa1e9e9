// Preloaded into the portal and the world: they stop by themselves when the message channel ends,
// but until they listen to it, while they load and open things, this does it for them.
const end = () => process.kill(process.pid, 'SIGKILL');

if (process.send && !process.connected) end();
process.on('disconnect', () => {
  if (process.listenerCount('disconnect') === 1) end();
});
