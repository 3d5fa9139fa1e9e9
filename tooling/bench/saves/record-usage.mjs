// Loaded into a measured program by `--import`: writes down at its end what it used, to the file that BENCH_USAGE names.
import fs from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMb: (maxRSS * 1024) / 1e6 };
  fs.writeFileSync(process.env['BENCH_USAGE'] ?? '', JSON.stringify(usage));
});
