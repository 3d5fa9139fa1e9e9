// Preloaded into programs that a command starts: whatever ends the command, also kill -9, ends the program too.
const end = () => process.kill(process.pid, 'SIGKILL');

if (process.connected === false) end();
process.on('disconnect', end);
process.channel?.unref();
