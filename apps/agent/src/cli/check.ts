import type { Config, ServerConfig } from '../config/config.ts';
import { gameTraits } from '../games.ts';
import { createSemaphore } from '../semaphore.ts';
import type { ReaderLimits } from '../saves/save-reading.ts';
import { checkConfigFile } from './check-config.ts';
import { checkAdminLogging, checkBanList, checkLog, checkProfiles } from './check-files.ts';
import { checkRcon } from './check-game.ts';
import { checkPortal, checkToken } from './check-portal.ts';
import { checkSave, type SaveCheck } from './check-save.ts';
import { printFinding, type Finding } from './finding.ts';

type Section = { title: string; findings: Finding[] };

/** Checks everything the agent needs and prints what to fix. Returns false if something is broken. */
export async function checkAll(
  config: Config,
  print: (line: string) => void,
  reader?: Partial<ReaderLimits>,
): Promise<boolean> {
  const sections = [
    { title: 'Agent', findings: [await checkConfigFile(config), ...(await checkPortal(config.portal))] },
    ...(await checkServers(config, { stateDir: config.stateDir, semaphore: createSemaphore(1), reader })),
  ];
  for (const { title, findings } of sections) {
    print(title);
    for (const line of findings.flatMap(printFinding)) print(line);
    print('');
  }
  const broken = sections.flatMap(({ findings }) => findings).filter(({ mark }) => mark === 'bad').length;
  print(broken === 0 ? 'Everything works.' : `${broken} ${broken === 1 ? 'thing has' : 'things have'} to be fixed.`);
  return broken === 0;
}

/** Games in parallel, tokens one by one: the portal limits connections without a hello. */
async function checkServers({ portal, servers }: Config, saveCheck: SaveCheck): Promise<Section[]> {
  const games = Promise.all(servers.map((server) => checkGame(server, saveCheck)));
  const tokens: Finding[] = [];
  for (const { token } of servers) tokens.push(await checkToken(portal, token));
  return (await games).map(({ title, findings }, index) => ({
    title,
    findings: [...tokens.slice(index, index + 1), ...findings],
  }));
}

async function checkGame(server: ServerConfig, saveCheck: SaveCheck): Promise<Section> {
  const [rcon, bans, profiles] = await Promise.all([checkRcon(server), checkBanList(server), checkProfiles(server)]);
  const save = await checkSave(server, saveCheck);
  const log = await checkLog(server, rcon.playerCount);
  return {
    title: `${server.name} (${gameTraits[server.game].title})`,
    findings: [...rcon.findings, log, bans, profiles, save, ...checkAdminLogging(server)],
  };
}
