import { inWords, ratio, spread } from '../rounds.mjs';

/**
 * @typedef {import('./transfers.mjs').Sample} Sample
 * @typedef {import('./transfers.mjs').Samples} Samples
 */

const withoutNginx = 'nginx is not installed, so there is nothing to compare with.';

/** @param {Samples} samples */
export function uploadTable({ tus = [], form = [], spoolBytes, spoolForm, put }) {
  const hasNginx = spoolBytes && spoolForm && put;
  /** @param {string} name @param {Sample[]} portal @param {Sample[]} [spool] */
  const uploadRow = (name, portal, spool) => {
    const compared =
      hasNginx && spool ? [seconds(spool), against(portal, spool), seconds(put), against(portal, put)] : [];
    return row([name, seconds(portal), ...compared, inWords(spread(portal.map(({ below }) => below)), 2)]);
  };
  const columns = hasNginx ? ['nginx spooling', 'ratio', 'nginx PUT', 'ratio'] : [];
  const about = hasNginx
    ? `Spooling is \`proxy_request_buffering\`: nginx writes the body to a file, then passes it on to a server that throws it
away. PUT is nginx's dav module, which writes and renames. The portal writes, hashes, flushes to the drive, renames and
enters the file in its database. Ratios are the portal's CPU time to nginx's: less is better.`
    : withoutNginx;
  return `${about}

${head(['upload', 'portal, CPU s a GiB', ...columns, 'database, CPU s a GiB'])}
${uploadRow('tus, one `PATCH`', tus, spoolBytes)}
${uploadRow('multipart form', form, spoolForm)}`;
}

/** @param {Samples} samples */
export function downloadTable({ portal = [], nginx }) {
  const columns = nginx ? ['nginx, `sendfile off`', "ratio of nginx's to the portal's"] : [];
  const compared = nginx ? [seconds(nginx), against(nginx, portal)] : [];
  return `${nginx ? "Both send the same file. Here more is better: the part of nginx's speed per CPU second that the portal has." : withoutNginx}

${head(['download', 'portal, CPU s a GiB', ...columns])}
${row(['signed address', seconds(portal), ...compared])}`;
}

/** @param {[string, import('./memory.mjs').Sample[]][]} samples @param {number} rounds */
export function memoryTable(samples, rounds) {
  const lines = samples.map(([name, list]) =>
    row([
      name,
      inWords(spread(list.map(({ ready }) => ready))),
      inWords(spread(list.map(({ before }) => before))),
      `**${inWords(spread(list.map(({ growth }) => growth)))}**`,
    ]),
  );
  return `Memory the portal's process has in use (RSS), looked at every 100 ms: when it has just started, when 64 MiB have gone up
and down again, and how much it then grows at most. ${rounds} rounds, each with a new portal.

${head(['', 'started, MiB', 'warmed up, MiB', 'growth, MiB'])}
${lines.join('\n')}`;
}

/** @param {Sample[]} list */
function seconds(list) {
  return inWords(spread(list.map(({ own }) => own)), 2);
}

/** @param {Sample[]} list @param {Sample[]} baseline */
function against(list, baseline) {
  const [of, to] = [list, baseline].map((samples) => samples.map(({ own }) => own));
  return `**${inWords(ratio(of ?? [], to ?? []), 2)}**`;
}

/** @param {string[]} names */
function head(names) {
  return `${row(names)}\n|${names.map(() => '---|').join('')}`;
}

/** @param {string[]} cells */
function row(cells) {
  return `| ${cells.join(' | ')} |`.replace('|  |', '| |');
}
