// Preloaded into the portal and the world. They stop by themselves when the message channel closes; this covers the
// time before they listen to it.
const end = () => process.kill(process.pid, 'SIGKILL');

if (process.send && !process.connected) end();
process.on('disconnect', () => {
  if (process.listenerCount('disconnect') === 1) end();
});
