// Preloaded into programs that a command starts: they exit with the command, even if it is killed with -9.
const end = () => process.kill(process.pid, 'SIGKILL');

if (process.send && !process.connected) end();
process.on('disconnect', end);
process.channel?.unref();

// Forked processes would inherit this option, but they have their own channels.
process.execArgv = process.execArgv.filter((option) => option !== '--import' && option !== import.meta.url);
