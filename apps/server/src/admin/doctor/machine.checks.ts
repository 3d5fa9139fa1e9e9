import { existsSync, readFileSync, statfsSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { hasObjectStorage } from '../../object-storage.ts';
import { folderOf, sharedSettings } from '../../peers.ts';
import { findFolderFault } from '../../platform/data-folder.ts';
import { defaultsFor, thisMachine } from '../../platform/machine.ts';
import { inspectTools } from '../../modules/music/yt-dlp/tool.service.ts';
import { bad, good, inMegabytes, note, type Finding } from './finding.ts';

const megabyte = 1024 * 1024;
const leastFree = 1024 * megabyte;
const leastFiles = 4096;
const leastMemoryMb = 900;

export function checkNode(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    return bad('node', `This is Node.js ${version}; Tribehall needs 20.19 or newer.`);
  if (major % 2 === 1)
    return note('node', `This is Node.js ${version}, which gets no long-term support. Use 22 or 24.`);
  return good('node', `This is Node.js ${version}.`);
}

export function checkFolders(config: Config): Finding[] {
  const { DATA_DIR } = config;
  if (!existsSync(DATA_DIR)) return [note('folders', `${DATA_DIR} does not exist yet; the first start creates it.`)];
  const fault = findFolderFault(DATA_DIR);
  if (fault) return [bad('folders', fault)];
  const others = sharedSettings.flatMap((setting) => {
    const folder = folderOf(config, setting);
    const reason = existsSync(folder) ? findFolderFault(folder)?.replace('DATA_DIR', setting) : undefined;
    if (reason) return [bad('folders', reason)];
    if (config[setting] === undefined || existsSync(folder)) return [];
    return [bad('folders', `${setting} (${folder}) does not exist. Is its drive mounted?`)];
  });
  return others.length > 0 ? others : [good('folders', `${DATA_DIR} and the folders below it belong to this user.`)];
}

/** The user of RUN_AS, which matters where root starts the portal. */
export function checkUser({ RUN_AS: name }: Config, users = readText('/etc/passwd')): Finding[] {
  if (name === undefined || users === '' || users.split('\n').some((line) => line.startsWith(`${name}:`))) return [];
  return [bad('user', `RUN_AS is "${name}", but there is no such user on this machine.`)];
}

/** Free space now, and whether everything that may be stored fits. */
export function checkSpace(config: Config): Finding[] {
  if (!existsSync(config.DATA_DIR)) return [];
  const { bavail, bsize } = statfsSync(config.DATA_DIR);
  const free = bavail * bsize;
  const findings: Finding[] = [];
  if (free < Math.max(leastFree, config.FILES_KEEP_FREE_MB * megabyte))
    findings.push(
      bad(
        'space',
        `Only ${inMegabytes(free)} are free on the drive of ${config.DATA_DIR}; uploads and songs are refused below ${config.FILES_KEEP_FREE_MB} MB (FILES_KEEP_FREE_MB).`,
      ),
    );
  const excess = explainExcess(config);
  if (excess !== undefined) findings.push(note('space', excess));
  return findings.length > 0
    ? findings
    : [good('space', `${inMegabytes(free)} are free on the drive of ${config.DATA_DIR}.`)];
}

/** Undefined if everything that may be stored on the drive of the portal fits. */
export function explainExcess(config: Config): string | undefined {
  const { blocks, bsize } = statfsSync(config.DATA_DIR);
  const total = blocks * bsize;
  const limits = {
    FILES_QUOTA_MB: config.FILES_DIR === undefined && !hasObjectStorage(config) ? config.FILES_QUOTA_MB : 0,
    MUSIC_QUOTA_MB: config.MUSIC_DIR === undefined ? config.MUSIC_QUOTA_MB : 0,
    JOURNAL_MAX_MB: config.DATABASE_URL === undefined ? config.JOURNAL_MAX_MB : 0,
    LOG_MAX_MB: config.DATABASE_URL === undefined ? config.LOG_MAX_MB : 0,
  };
  const wanted = Object.values(limits).reduce((sum, size) => sum + size, 0) * megabyte;
  const names = Object.entries(limits).flatMap(([name, size]) => (size > 0 ? [`${name}=${size}`] : []));
  if (wanted <= total) return undefined;
  return `The drive of ${config.DATA_DIR} has ${inMegabytes(total)}, and the limits allow ${inMegabytes(wanted)} (${names.join(', ')}). Lower them, so that the drive does not fill up.`;
}

/** Open files, and what the portal takes of the machine. `pid` is the running portal. */
export function checkLimits(config: Config, pid: number | undefined, machine = thisMachine()): Finding[] {
  const findings: Finding[] = [];
  const limits = readText(`/proc/${pid ?? 'self'}/limits`);
  const [, hard = ''] = /^Max open files\s+\S+\s+(\S+)/m.exec(limits) ?? [];
  if (hard !== '' && hard !== 'unlimited' && Number(hard) < leastFiles)
    findings.push(
      bad(
        'limits',
        `Only ${hard} files may be open at once; each person and agent needs one. Raise it (LimitNOFILE=65536 in the unit of systemd, or ulimit -n 65536).`,
      ),
    );
  const { memoryMb, cores } = machine;
  const memory = inMegabytes(memoryMb * megabyte);
  if (memoryMb < leastMemoryMb)
    findings.push(note('limits', `This machine has ${memory} of memory; 1 GB is recommended.`));
  const { hashes, downloads } = defaultsFor(machine);
  const chosen =
    `For ${cores} ${cores === 1 ? 'core' : 'cores'} and ${memory} of memory: DATABASE_POOL is ${config.DATABASE_POOL}, ` +
    `TERMINAL_MEMORY_MB ${config.TERMINAL_MEMORY_MB}; password hashes at a time: ${hashes}, downloads: ${downloads}.`;
  if (findings.length === 0) findings.push(good('limits', `${hard || 'Enough'} files may be open at once.`));
  return [...findings, good('limits', chosen)];
}

export async function checkTools(config: Config): Promise<Finding[]> {
  return (await inspectTools(config)).map(({ state, message }) => ({ mark: state, about: 'music', message }));
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
