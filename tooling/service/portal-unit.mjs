/**
 * What the unit depends on.
 * @typedef {{ command: string[], systemdVersion: number, nodeFolder?: string, writable?: string[] }} UnitFacts
 */

export const unitName = 'tribehall.service';
export const serviceUser = 'tribehall';
export const stateFolder = '/var/lib/tribehall';
export const settingsFile = '/etc/tribehall/portal.env';

/** Has what a program needs that systemd starts without a PATH of its own. */
export const systemPath = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** The first version that puts the portal into a part of its control group, and that waits longer after each failure. */
const newerVersion = 254;

/** @param {UnitFacts} facts */
export function portalUnit({ command, systemdVersion, nodeFolder, writable = [] }) {
  const isNewer = systemdVersion >= newerVersion;
  const path = [...(nodeFolder && !systemPath.includes(nodeFolder) ? [nodeFolder] : []), ...systemPath];
  const start = command.map(quoted).join(' ');
  return `# Written by "tribehall service install", which replaces it. Changes belong into "systemctl edit tribehall".
[Unit]
Description=Tribehall portal
Wants=network-online.target
After=network-online.target postgresql.service nats-server.service
# However often it fails, it is started again.
StartLimitIntervalSec=0

[Service]
Type=exec
User=${serviceUser}
Group=${serviceUser}
# Settings are in .env there, a link to ${settingsFile}; data are in the folder "data".
StateDirectory=tribehall
StateDirectoryMode=0700
WorkingDirectory=${stateFolder}
Environment=HOME=${stateFolder}
Environment=PATH=${path.join(':')}
# For Node.js itself, such as NODE_EXTRA_CA_CERTS.
EnvironmentFile=-/etc/default/tribehall
ExecStart=${isNewer ? start : inSubgroup(start)}
Restart=always
RestartSec=2
${isNewer ? 'RestartSteps=5\nRestartMaxDelaySec=60\n' : ''}# The portal answers what it has begun and stops its database itself.
KillMode=mixed
TimeoutStopSec=90
LimitNOFILE=65536

# A control group for each command of the Owner's terminal.
Delegate=yes
${isNewer ? 'DelegateSubgroup=portal\n' : ''}OOMPolicy=continue

${hardening}
ProtectHome=yes
${writable.map((folder) => `ReadWritePaths=${inQuotes(`-${folder.replaceAll('%', '%%')}`)}\n`).join('')}
[Install]
WantedBy=multi-user.target
`;
}

/**
 * Not here: ProtectControlGroups, MemoryDenyWriteExecute and ProtectProc, since the terminal makes control groups and
 * shows the processes of the machine, and Node.js compiles while it runs.
 */
const hardening = `NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
PrivateTmp=yes
PrivateMounts=yes
PrivateDevices=yes
DevicePolicy=closed
ProtectClock=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
UMask=0077
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM`;

/** What DelegateSubgroup= does in newer versions: a group with processes of its own cannot share its CPU with others. */
function inSubgroup(/** @type {string} */ start) {
  const group = '/sys/fs/cgroup$$(sed -n s/^0:://p /proc/self/cgroup)/portal';
  return `/bin/sh -c 'mkdir -p "${group}" && echo $$$$ >"${group}/cgroup.procs"; exec "$$@"' sh ${start}`;
}

/** An argument as systemd reads it. @param {string} argument */
function quoted(argument) {
  const escaped = argument.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return inQuotes(escaped);
}

/** @param {string} word */
function inQuotes(word) {
  return /^[\w@%+=:,./$-]+$/.test(word) ? word : `"${word.replace(/["\\]/g, String.raw`\$&`)}"`;
}
