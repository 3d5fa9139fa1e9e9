import fs from 'node:fs';
import path from 'node:path';

// Loaded into the agent before its own code: it reaches the portal and the games through the proxies.
const { folder, portal, games } = JSON.parse(process.env.FAULTS_ROUTE ?? '{}');
const argumentOf = (/** @type {string} */ name) => process.argv.indexOf(name) + 1;
const config = JSON.parse(fs.readFileSync(process.argv[argumentOf('--config')] ?? '', 'utf8'));
/** @type {Record<string, number>} by the port of the proxy */
const targets = {};
for (const [index, { rcon }] of config.servers.entries()) {
  targets[games[index]] = rcon.port;
  rcon.port = games[index];
}
const configFile = path.join(folder, 'agent.json');
fs.writeFileSync(configFile, JSON.stringify(config), { mode: 0o600 });
fs.writeFileSync(path.join(folder, 'games.json'), JSON.stringify(targets));
process.argv[argumentOf('--config')] = configFile;
process.argv[argumentOf('--portal')] = portal;
