import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { acquireLock, isLock, type LockHolder } from '../../platform/lock.ts';
import { createSecretKey, readSecret, type SecretKey } from '../../platform/secret-key.ts';
import { version } from '../../platform/server-root.ts';
import { checkBackups } from './backup.checks.ts';
import { checkBus, checkDatabase } from './database.checks.ts';
import { bad, formatFinding, good, note, type Finding } from './finding.ts';
import { checkFolders, checkLimits, checkNode, checkSpace, checkTools, checkUser } from './machine.checks.ts';
import { checkDiscord, checkEmail, checkMetricsPort, checkPublicUrl, checkRelease } from './network.checks.ts';
import { checkCertificates, checkProxy, readSettings } from './settings.checks.ts';
import { checkStorage } from './storage.checks.ts';

/** Checks everything that an operator can get wrong, and says it in sentences; returns the exit code. Changes nothing. */
export async function runDoctor(
  environment: NodeJS.ProcessEnv | undefined,
  print: (line: string) => void,
): Promise<number> {
  const now = new Date();
  const all: Finding[] = [];
  const report = (findings: Finding | Finding[]) => {
    for (const finding of [findings].flat()) {
      all.push(finding);
      print(formatFinding(finding));
    }
  };
  const { config, findings } = readSettings(environment);
  report([checkNode(), ...findings]);
  report([...checkUser(config), ...checkFolders(config), ...checkSpace(config)]);
  report(await checkBackups(config, now));
  const holder = await findPortal(config);
  report(
    holder
      ? good('portal', `The portal is running (process ${holder.pid}).`)
      : note('portal', 'The portal is not running here.'),
  );
  report(checkLimits(config, holder?.pid));
  const key = openKey(config, report);
  report(await checkDatabase(config, key));
  report([...(await checkBus(config, key)), ...checkCertificates(config, now)]);
  report(checkProxy(config));
  const url = config.PUBLIC_URL ?? holder?.url ?? undefined;
  if (holder && url !== undefined) report(await checkPublicUrl(url, version, now));
  else if (config.PUBLIC_URL !== undefined)
    report(note('address', 'The portal is not running, so PUBLIC_URL was not tried.'));
  report(await checkMetricsPort(config, holder !== undefined));
  report(await checkRelease(config, version));
  report(await checkStorage(config));
  report(await checkEmail(config));
  report(await checkDiscord(config));
  report(await checkTools(config));
  const wrong = all.filter(({ mark }) => mark === 'bad').length;
  print(wrong === 0 ? '\nEverything is in order.' : `\n${wrong} thing${wrong === 1 ? ' is' : 's are'} wrong.`);
  return wrong === 0 ? 0 : 1;
}

/** The portal that runs on the data folder. */
async function findPortal({ DATA_DIR }: Config): Promise<LockHolder | undefined> {
  if (!existsSync(DATA_DIR)) return undefined;
  const lock = await acquireLock(DATA_DIR);
  if (!isLock(lock)) return lock;
  await lock.release();
  return undefined;
}

/** Never creates a key. */
function openKey(config: Config, report: (finding: Finding) => void): SecretKey | undefined {
  if (config.SECRET_KEY === undefined && !existsSync(join(config.DATA_DIR, 'secret.key'))) return undefined;
  try {
    return createSecretKey(config.SECRET_KEY ?? readSecret(config.DATA_DIR));
  } catch (error) {
    report(bad('secret', (error as Error).message));
    return undefined;
  }
}
