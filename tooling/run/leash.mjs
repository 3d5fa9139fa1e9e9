// Preloaded into programs that a command starts: whatever ends the command, also kill -9, ends the program too.
if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.channel.unref();
}
