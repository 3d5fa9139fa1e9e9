export type UnitFacts = {
  /** Node.js and the agent, or the executable that is both. */
  program: readonly string[];
  config: string;
  user: string;
  /** Folders that the agent writes to. */
  writable: readonly string[];
  systemdVersion: number;
};

/** The first version that waits longer after each failure. */
const versionWithSteps = 254;

export function agentUnit({ program, config, user, writable, systemdVersion }: UnitFacts): string {
  const steps = systemdVersion >= versionWithSteps ? 'RestartSteps=5\nRestartMaxDelaySec=60\n' : '';
  const command = [...program, 'run', '--config', config].map((word) => quoted(word.replaceAll('$', '$$$$')));
  return `# Written by "tribehall-agent service install", which replaces it. Changes belong into "systemctl edit tribehall-agent".
[Unit]
Description=Tribehall agent
Wants=network-online.target
After=network-online.target
# However often it fails, it is started again.
StartLimitIntervalSec=0

[Service]
Type=exec
User=${user}
WorkingDirectory=/
# For Node.js itself, such as NODE_EXTRA_CA_CERTS.
EnvironmentFile=-/etc/default/tribehall-agent
ExecStart=${command.join(' ')}
Restart=always
RestartSec=5
${steps}KillMode=mixed
TimeoutStopSec=30

NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
# Games are often installed in a home folder.
ProtectHome=read-only
${writable.map((folder) => `ReadWritePaths=${quoted(folder)}\n`).join('')}PrivateTmp=yes
PrivateMounts=yes
PrivateDevices=yes
DevicePolicy=closed
ProtectProc=invisible
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
UMask=0077
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`;
}

/** A word as systemd reads it. */
function quoted(word: string): string {
  const escaped = word.replaceAll('%', '%%');
  return /^[\w@%+=:,./$-]+$/.test(escaped) ? escaped : `"${escaped.replace(/["\\]/g, String.raw`\$&`)}"`;
}
