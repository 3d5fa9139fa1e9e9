// Preloaded into programs that a command starts: whatever ends the command, also kill -9, ends the program too.
const end = () => process.kill(process.pid, 'SIGKILL');

if (process.send && !process.connected) end();
process.on('disconnect', end);
process.channel?.unref();

// Programs hand their options on to processes they fork; those have channels of their own to live by.
process.execArgv = process.execArgv.filter((option) => option !== '--import' && option !== import.meta.url);
