import { $ as roleNames, A as hashPassword, B as logEntries, C as findByEmail, E as setRoles, H as list, J as AppError, K as servers, M as hashFile, Q as roleName, R as openDb, S as addUser, T as setPassword, U as operator, V as logSources, W as record, X as EngineError, Y as readConnection, Z as routes, _ as foldName, a as endSessions, b as files, c as addPartitionsFor, d as acquireLock, et as roles, f as isLock, g as newToken, h as hashToken, i as openStorage, l as readPartName, m as say, nt as SettingError, o as setDisabled, p as complain, q as inTransaction, rt as readConfig, s as addSearchIndex, t as createContext, u as verifyAudit, w as list$1, x as filesShelf, z as prepared } from "./portal-DfylqH2_.js";
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { asc, count, eq, gt, like, sql, sum } from "drizzle-orm";
import { pino } from "pino";
// src/platform/terminal-text.ts
/** Control characters, those that turn the direction of writing, and line ends: a terminal would obey them. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]/gu;
/** Text from anyone as one harmless line. */
function escapeLine(text) {
	return text.replace(unseen, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}
/** The same for text that is JSON, and stays it. */
function escapeJson(json) {
	return json.replace(unseen, (sign) => Array.from({ length: sign.length }, (_, n) => `\\u${sign.charCodeAt(n).toString(16).padStart(4, "0")}`).join(""));
}
// src/admin-audit.ts
const defaultCount = 50;
const maxCount = 1e6;
const pageSize$1 = 1e3;
/** The audit at the console: to look through, and to prove that nothing was changed. */
function createAuditCommands(say) {
	return {
		audit: {
			takes: [],
			options: {
				actor: "text",
				action: "text",
				object: "text",
				search: "text",
				from: "date",
				to: "date",
				limit: "count",
				json: null
			},
			about: "who did what, newest first; each text has to be found in its field, times are UTC",
			run: async (ctx, _, { actor, action, object: target, search, from, to, limit, json }) => {
				const query = readQuery({
					actor,
					action,
					target,
					search,
					from: readDate(from, "00:00:00.000"),
					to: readDate(to, "23:59:59.999")
				});
				const show = json === void 0 ? inWords : (entry) => escapeJson(JSON.stringify(entry));
				for await (const entry of entriesOf(ctx, query, readCount(limit))) say(show(entry));
			}
		},
		"verify-audit": {
			takes: [],
			options: { head: "id:hash" },
			about: "compute the chain of hashes of the audit anew; with a head written down before, also against that",
			run: async (ctx, _, { head: noted }) => {
				const { entries, head, broken } = await verifyAudit(ctx, readWitness(noted));
				const checked = `${entries} ${entries === 1 ? "entry" : "entries"} checked`;
				if (broken) throw new AppError("CONFLICT", `${checked}; entry ${broken.id} is broken. ${broken.reason}`);
				say(`${checked}; nothing was changed, removed or put in.`);
				if (head) say(`Head, to be written down elsewhere: ${head.id}:${head.hash}`);
			}
		}
	};
}
async function* entriesOf(ctx, query, count) {
	let before;
	for (let left = count; left > 0; left -= pageSize$1) {
		const { entries, hasMore } = await list(ctx, {
			...query,
			before
		}, Math.min(left, pageSize$1));
		yield* entries;
		before = entries.at(-1)?.id;
		if (!hasMore) return;
	}
}
function inWords(entry) {
	const who = entry.address === operator.address ? entry.actor : `${entry.actor} (${entry.address})`;
	const details = entry.details === null ? "" : JSON.stringify(entry.details);
	return escapeLine([
		entry.at.toISOString(),
		`#${entry.id}`,
		who,
		entry.action,
		entry.target,
		entry.outcome,
		details
	].join("  ").trimEnd());
}
function readQuery(given) {
	const result = routes["GET /audit"].query.safeParse(given);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	throw new AppError("BAD_REQUEST", `--${issue?.path.join(".").replace("target", "object")}: ${issue?.message}`);
}
/** A day alone means all of it. */
function readDate(given, timeOfDay) {
	if (given === void 0) return void 0;
	const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(given) ? `${given}T${timeOfDay}Z` : given);
	if (!Number.isNaN(date.getTime()) && date.getUTCFullYear() <= 9999) return date.toISOString();
	throw new AppError("BAD_REQUEST", `${given} is not a date; write 2026-01-31 or 2026-01-31T12:00Z.`);
}
function readCount(given = String(defaultCount)) {
	const count = /^\d{1,7}$/.test(given) ? Number(given) : 0;
	if (count < 1 || count > maxCount) throw new AppError("BAD_REQUEST", `--limit is a whole number from 1 to ${maxCount}.`);
	return count;
}
function readWitness(given) {
	if (given === void 0) return void 0;
	const [, id, hash] = /^(\d{1,18}):([0-9a-f]{64})$/i.exec(given.trim()) ?? [];
	if (id === void 0 || hash === void 0) throw new AppError("BAD_REQUEST", "--head takes what verify-audit printed: an id, a colon and a hash.");
	return {
		id: BigInt(id),
		hash: hash.toLowerCase()
	};
}
// src/modules/files/verify.store.ts
/** A page of all files, the deleted ones too: they can still come back. */
async function listKeptAfter(db, id, limit) {
	return db.select({
		id: files.id,
		name: files.name,
		size: files.size,
		hash: files.hash
	}).from(files).where(gt(files.id, id)).orderBy(asc(files.id)).limit(limit);
}
async function sumKept(db) {
	const [row] = await db.select({
		files: count(),
		bytes: sum(files.size)
	}).from(files);
	return {
		files: row?.files ?? 0,
		bytes: Number(row?.bytes ?? 0)
	};
}
const findId = prepared((db) => db.select({ id: files.id }).from(files).where(eq(files.id, sql.placeholder("id"))).prepare("files_known"));
async function isFile(db, id) {
	return (await findId(db).execute({ id })).length > 0;
}
// src/modules/files/verify.service.ts
const pageSize = 200;
/** A row and its bytes come and go one after the other: a running portal may be between the two. */
const secondLookMs = 1e3;
/** Reads every file that is kept and compares it with what was uploaded. Changes nothing. */
async function verifyFiles(ctx, tell) {
	const { files: ofFiles, bytes: ofBytes } = await sumKept(ctx.db);
	if (ofFiles > 0 && !await filesShelf(ctx).isThere()) throw new AppError("UNAVAILABLE", "The folder of the files is not there. Is its drive mounted, is FILES_DIR right?");
	const progress = {
		files: 0,
		bytes: 0,
		ofFiles,
		ofBytes
	};
	const missing = [];
	for await (const row of allRows(ctx)) {
		tell.progress(progress);
		const fault = await findFault(ctx, row);
		if (fault === "missing") missing.push(row);
		else if (fault) tell.fault({
			fault,
			...row
		});
		progress.files += 1;
		progress.bytes += row.size;
	}
	const orphans = await findOrphans(ctx, await filesShelf(ctx).listKept());
	if (missing.length + orphans.length > 0) await setTimeout(secondLookMs);
	const onTheirWay = new Set((await filesShelf(ctx).listParts()).map(({ name }) => readPartName(name)?.id));
	for (const row of missing) {
		const fault = !onTheirWay.has(row.id) && await isFile(ctx.db, row.id) ? await findFault(ctx, row) : void 0;
		if (fault) tell.fault({
			fault,
			...row
		});
	}
	const present = new Set(await filesShelf(ctx).listKept());
	for (const id of await findOrphans(ctx, orphans)) if (present.has(id)) tell.fault({
		fault: "orphaned",
		id,
		name: ""
	});
	return progress;
}
async function* allRows(ctx) {
	for (let last = "";;) {
		const page = await listKeptAfter(ctx.db, last, pageSize);
		yield* page;
		const end = page.at(-1);
		if (!end) return;
		last = end.id;
	}
}
async function findFault(ctx, { id, size, hash }) {
	let handle;
	try {
		handle = await filesShelf(ctx).open(id);
		if (!handle) return "missing";
		return (await handle.stat()).size === size && await hashFile(handle) === hash ? void 0 : "changed";
	} catch {
		return "unreadable";
	} finally {
		await handle?.close();
	}
}
async function findOrphans(ctx, ids) {
	const orphans = [];
	for (const id of ids) if (!await isFile(ctx.db, id)) orphans.push(id);
	return orphans;
}
// src/modules/logs/load.store.ts
const pick = (words) => sql.raw(`(array[${words.map((word) => `'${word}'`).join(", ")}])[1 + floor(random() * ${words.length})::int]`);
const upTo = (max) => sql.raw(`floor(random() * ${max})::int`);
const code = sql.raw(`substr(md5(random()::text), 1, 16)`);
const player = pick([
	"Alice",
	"HeloRaptr",
	"Bob",
	"Daan",
	"Sanne",
	"Noor",
	"Finn",
	"Lotte",
	"Milan",
	"Tess"
]);
const creature = pick([
	"Raptor",
	"Rex",
	"Carno",
	"Giganotosaurus",
	"Allosaurus",
	"Spino",
	"Argentavis"
]);
const tribe = pick([
	"Vikings",
	"Nomads",
	"Raiders",
	"Builders",
	"Coastal Traders"
]);
const goods = pick([
	"metal",
	"polymer",
	"cementing paste",
	"kibble",
	"black pearls",
	"eggs"
]);
/** Lines of the kinds that games, agents and portals write; one kind is rare. */
const madeUp = sql`case
  when random() < 0.000002 then ${creature} || ' fled: a wild Titanosaur broke the wall at ' || ${upTo(100)}
  else case floor(random() * 8)::int
    when 0 then ${player} || ${upTo(500)} || ' joined this ARK!'
    when 1 then 'Tribe ' || ${tribe} || ', ID ' || ${upTo(1e9)} || ': Day ' || ${upTo(9e3)} || ', 12:34:56: Tribemember '
      || ${player} || ' - Lvl ' || ${upTo(150)} || ' was killed by a ' || ${creature} || ' - Lvl ' || ${upTo(300)} || '!'
    when 2 then ${player} || ' (' || ${player} || '): who has ' || ${goods} || ' near ' || ${upTo(100)} || ' ' || ${upTo(100)} || '?'
    when 3 then 'LogNet: NotifyAcceptingConnection accepted from: ' || ${upTo(255)} || '.' || ${upTo(255)} || '.'
      || ${upTo(255)} || '.' || ${upTo(255)} || ':' || ${upTo(65535)}
    when 4 then 'A request failed method=GET route=/api/ark/servers/:id/players reference=' || ${code}
    when 5 then 'The link of server ' || ${code} || ' was opened by the agent 1.' || ${upTo(20)}
    when 6 then 'AdminCmd: SetPlayerPos ' || ${upTo(1e5)} || ' ' || ${upTo(1e5)} || ' (PlayerName: ' || ${player}
      || ', ARKID: ' || ${upTo(1e9)} || ', SteamID: 7656119' || floor(random() * 1e10)::bigint || ')'
    else 'Saving the world took ' || (random() * 20)::numeric(6, 3) || ' seconds: ' || ${upTo(1e5)} || ' actors, '
      || ${upTo(2e3)} || ' structures'
  end
end`;
/** So many entries, one after the other, in a span of time. */
async function insertMadeUp(db, hosts, span) {
	const { from, stepMs, count } = span;
	await db.execute(sql`
    insert into ${logEntries} (at, host, key, level, text)
    select ${from.toISOString()}::timestamptz + n * ${stepMs}::float8 * interval '1 ms', ${pick(hosts)},
      ${pick([
		"game",
		"game",
		"game",
		"chat",
		"agent"
	])}, ${sql.raw("(array[0, 1, 1, 1, 1, 1, 1, 1, 2, 3])[1 + floor(random() * 10)::int]")}, ${madeUp}
    from generate_series(0, ${count}::int - 1) n`);
}
async function insertSources(db, hosts, lastAt) {
	const rows = hosts.flatMap((host) => [
		"game",
		"chat",
		"agent"
	].map((key) => ({
		host,
		key,
		label: host,
		lastAt
	})));
	await db.insert(logSources).values(rows).onConflictDoNothing();
}
async function dropSearchIndex(db) {
	await db.execute(sql`drop index if exists log_entries_text`);
}
async function deleteOf(db, hosts) {
	const isOne = (column) => sql`${column} = any(${sql.param(hosts)}::text[])`;
	await db.delete(logSources).where(isOne(sql`${logSources.host}`));
	const { rowCount } = await db.delete(logEntries).where(isOne(sql`${logEntries.host}`));
	return rowCount ?? 0;
}
// src/modules/logs/load.service.ts
/** Known by their names, so that they can be taken away again without touching a real one. */
const hosts = Array.from({ length: 6 }, (_, n) => `load-${n + 1}`);
const days = 10;
const dayMs = 864e5;
const hourMs = 36e5;
/** Adds so many made-up entries of the last days, to see the portal with millions. */
async function addLoadEntries(ctx, count) {
	const until = ctx.clock().getTime();
	const stepMs = days * dayMs / count;
	await insertSources(ctx.db, hosts, ctx.clock());
	await dropSearchIndex(ctx.db);
	for (let fromMs = until - days * dayMs; fromMs < until; fromMs += hourMs) {
		const from = new Date(fromMs);
		const to = Math.min(until, fromMs + hourMs);
		await addPartitionsFor(ctx, [from, new Date(to)]);
		await insertMadeUp(ctx.db, hosts, {
			from,
			stepMs,
			count: Math.round((to - fromMs) / stepMs)
		});
	}
	await addSearchIndex(ctx);
}
async function removeLoadEntries(ctx) {
	return deleteOf(ctx.db, hosts);
}
// src/modules/servers/load.store.ts
async function countServers(db, idStart) {
	const [row] = await db.select({ total: count() }).from(servers).where(like(servers.id, `${idStart}%`));
	return row?.total ?? 0;
}
/** Leaves out those whose name is taken; answers how many there are more now. */
async function insertServers(db, rows) {
	return (await db.insert(servers).values(rows).onConflictDoNothing().returning({ id: servers.id })).length;
}
async function deleteServers(db, idStart) {
	return (await db.delete(servers).where(like(servers.id, `${idStart}%`)).returning({ id: servers.id })).length;
}
// src/modules/servers/load.service.ts
/** Known by their ids, so that they can be taken away again without touching a real one. */
const idStart = "load-";
const rowsAtOnce = 1e3;
/** Lists so many servers that nothing is connected for, to see the portal with thousands; answers how many they are. */
async function addLoadServers(ctx, count) {
	const from = await countServers(ctx.db, idStart);
	const createdAt = ctx.clock();
	const rows = Array.from({ length: count }, (_, n) => {
		const name = `Load ${String(from + n + 1).padStart(4, "0")}`;
		return {
			id: `${idStart}${randomBytes(6).toString("base64url")}`,
			name,
			nameKey: foldName(name),
			game: n % 2 === 0 ? "asa" : "ase",
			tokenHash: hashToken(newToken()),
			createdAt
		};
	});
	return ctx.db.transaction(async (db) => {
		let added = 0;
		for (let start = 0; start < rows.length; start += rowsAtOnce) added += await insertServers(db, rows.slice(start, start + rowsAtOnce));
		return added;
	});
}
async function removeLoadServers(ctx) {
	return deleteServers(ctx.db, idStart);
}
// src/admin-commands.ts
/** What the operator can do at the console of the machine, also when nobody can log in any more. */
function createAdminCommands(say) {
	return {
		"create-owner": {
			takes: ["email", "username"],
			about: "make an account that is Owner",
			run: async (ctx, [email = "", username = ""]) => {
				const account = readAccount({
					email,
					username,
					password: newPassword()
				});
				const passwordHash = await hashPassword(ctx, account.password);
				await inTransaction(ctx, async (ctx) => {
					await addUser(ctx, {
						...account,
						passwordHash,
						roles: [roles.Owner]
					});
					await record(ctx, operator, {
						action: "users.create-owner",
						target: account.username,
						outcome: "done"
					});
				});
				say(`${account.email} is Owner. Password: ${account.password}`);
			}
		},
		"give-role": {
			takes: ["email", "role"],
			about: `give a role (${grantable.join(", ")}); the sessions end`,
			run: async (ctx, [email = "", role = ""]) => {
				const user = await findByEmail(ctx, email);
				await setRoles(ctx, operator, user.id, [...user.roles, roleNumber(role)]);
				say(`${user.email} is ${role} now.`);
			}
		},
		"take-role": {
			takes: ["email", "role"],
			about: "take a role away; the sessions end",
			run: async (ctx, [email = "", role = ""]) => {
				const user = await findByEmail(ctx, email);
				const taken = roleNumber(role);
				await setRoles(ctx, operator, user.id, user.roles.filter((other) => other !== taken));
				say(`${user.email} is not ${role} any more.`);
			}
		},
		"reset-password": {
			takes: ["email"],
			about: "make up a new password; the sessions end",
			run: async (ctx, [email = ""]) => {
				const user = await findByEmail(ctx, email);
				const password = newPassword();
				await setPassword(ctx, operator, user, password);
				say(`New password of ${user.email}: ${password}`);
			}
		},
		"end-sessions": {
			takes: ["email"],
			about: "log the user out everywhere",
			run: async (ctx, [email = ""]) => {
				const user = await findByEmail(ctx, email);
				const ended = await endSessions(ctx, operator, user.id);
				say(`${ended} session${ended === 1 ? "" : "s"} of ${user.email} ended.`);
			}
		},
		"disable-user": {
			takes: ["email"],
			about: "close an account; the sessions end",
			run: async (ctx, [email = ""]) => {
				const user = await findByEmail(ctx, email);
				await setDisabled(ctx, operator, user.id, true);
				say(`The account of ${user.email} is closed.`);
			}
		},
		"enable-user": {
			takes: ["email"],
			about: "open a closed account again",
			run: async (ctx, [email = ""]) => {
				const user = await findByEmail(ctx, email);
				await setDisabled(ctx, operator, user.id, false);
				say(`The account of ${user.email} is open.`);
			}
		},
		"add-servers": {
			takes: ["count"],
			about: "list so many made-up servers (Load 0001 …), to try the portal with thousands",
			run: async (ctx, [count = ""]) => {
				if (!/^\d{1,5}$/.test(count) || Number(count) === 0) throw new AppError("BAD_REQUEST", "How many is a whole number from 1 to 99999.");
				say(`${await addLoadServers(ctx, Number(count))} servers listed. \`remove-load-servers\` takes them away.`);
			}
		},
		"remove-load-servers": {
			takes: [],
			about: "take the made-up servers away again",
			run: async (ctx) => say(`${await removeLoadServers(ctx)} servers taken away.`)
		},
		"add-log-entries": {
			takes: ["count"],
			about: "add so many made-up log entries of the last ten days, to try the portal with millions",
			run: async (ctx, [count = ""]) => {
				if (!/^\d{1,8}$/.test(count) || Number(count) === 0) throw new AppError("BAD_REQUEST", "How many is a whole number from 1 to 99999999.");
				await addLoadEntries(ctx, Number(count));
				say(`About ${count} log entries added. \`remove-load-log-entries\` takes them away.`);
			}
		},
		"remove-load-log-entries": {
			takes: [],
			about: "take the made-up log entries away again",
			run: async (ctx) => say(`${await removeLoadEntries(ctx)} log entries taken away.`)
		},
		"verify-files": {
			takes: [],
			about: "read every uploaded file and compare it with what was uploaded",
			run: (ctx) => verifyKept(ctx, say)
		},
		...createAuditCommands(say),
		"list-users": {
			takes: [],
			about: "list the accounts",
			run: async (ctx) => {
				for (let page = 1, left = 1; left > 0; page += 1) {
					const answer = await list$1(ctx, {
						page,
						search: void 0
					});
					for (const user of answer.users) say(describeUser(user));
					left = answer.total - page * answer.pageSize;
				}
			}
		}
	};
}
function describeUser({ email, username, roles, disabledAt }) {
	const notes = [...roles.map((role) => roleName(role) ?? role), ...disabledAt ? ["closed"] : []];
	return `${email.padEnd(34)}${username.padEnd(24)}${notes.join(", ")}`;
}
const progressMs = 1e4;
const gigabytes = (bytes) => (bytes / 1e9).toFixed(1);
/** What is wrong is told line by line; anything wrong is a failure. */
async function verifyKept(ctx, say) {
	let toldAt = Date.now();
	let faults = 0;
	const read = await verifyFiles(ctx, {
		fault: ({ fault, id, name }) => {
			faults += 1;
			say(`${fault.padEnd(12)}${id.padEnd(40)}${name}`.trimEnd());
		},
		progress: ({ files, bytes, ofFiles, ofBytes }) => {
			if (Date.now() - toldAt < progressMs) return;
			toldAt = Date.now();
			say(`${files} of ${ofFiles} files read, ${gigabytes(bytes)} of ${gigabytes(ofBytes)} GB`);
		}
	});
	const all = `${read.files} files with ${gigabytes(read.bytes)} GB were checked`;
	if (faults > 0) throw new AppError("CONFLICT", `${all}; ${faults} ${faults === 1 ? "is" : "are"} wrong.`);
	say(`${all}; all of them are as they were uploaded.`);
}
/** DiscordBot belongs to machine accounts. */
const grantable = roleNames.filter((name) => name !== "DiscordBot");
/** The same rules as on the register page. */
function readAccount(given) {
	const result = routes["POST /users/register"].body.safeParse(given);
	if (!result.success) throw new AppError("BAD_REQUEST", result.error.issues[0]?.message);
	return result.data;
}
function roleNumber(name) {
	const known = grantable.find((role) => role.toLowerCase() === name.toLowerCase());
	if (!known) throw new AppError("BAD_REQUEST", `There is no role ${name}; there are ${grantable.join(" and ")}.`);
	return roles[known];
}
function newPassword() {
	return randomBytes(15).toString("base64url");
}
// src/admin-context.ts
/** The database of the running portal, or, when none runs, of the data folder. */
async function openAdminContext(config) {
	const log = pino({ level: "silent" });
	const local = {
		...config,
		NATS_URL: void 0
	};
	if (!config.DATABASE_URL && !existsSync(config.DATA_DIR)) throw new SettingError(`There is no data at ${config.DATA_DIR}; DATA_DIR names the folder, \`npm start\` makes it.`);
	const lock = config.DATABASE_URL ? void 0 : await acquireLock(config.DATA_DIR);
	if (lock && !isLock(lock)) {
		const connection = await readConnection(config.DATA_DIR);
		if (!connection) throw new SettingError("The portal is just starting or stopping. Please try again.");
		const open = openDb(connection, log);
		return {
			ctx: await createContext(local, open, log),
			close: open.close
		};
	}
	const storage = await openStorage(config, () => {}, log);
	const close = async () => {
		await storage.close();
		await lock?.release();
	};
	return {
		ctx: await createContext(local, storage, log),
		close
	};
}
// src/admin.ts
process.umask(63);
const commands = createAdminCommands(say);
/** Where the help says what a command is for. */
const aboutColumn = 44;
try {
	process.exitCode = await run(process.argv.slice(2));
} catch (error) {
	const isExpected = error instanceof AppError || error instanceof SettingError || error instanceof EngineError;
	complain(isExpected ? error.message : error instanceof Error ? error.stack ?? "" : String(error));
	process.exitCode = 1;
}
async function run(args) {
	const [name = "help", ...rest] = args;
	const command = Object.hasOwn(commands, name) ? commands[name] : void 0;
	if (!command) {
		printHelp();
		return name === "help" || name === "--help" ? 0 : 2;
	}
	const given = readArguments(command, rest);
	if (!given) {
		complain(`Usage: npm run admin -- ${usageOf(name, command)}`);
		return 2;
	}
	const { ctx, close } = await openAdminContext(readConfig());
	try {
		await command.run(ctx, given.values, given.options);
		return 0;
	} finally {
		await close();
	}
}
function readArguments(command, args) {
	const known = Object.entries(command.options ?? {});
	const options = Object.fromEntries(known.map(([name, value]) => [name, { type: value === null ? "boolean" : "string" }]));
	try {
		const { positionals, values } = parseArgs({
			args,
			allowPositionals: true,
			strict: true,
			options
		});
		if (positionals.length !== command.takes.length) return void 0;
		return {
			values: positionals,
			options: Object.fromEntries(known.map(([name]) => [name, values[name]?.toString()]))
		};
	} catch {
		return;
	}
}
function usageOf(name, { takes, options = {} }) {
	const named = Object.entries(options).map(([option, value]) => `[--${option}${value === null ? "" : ` <${value}>`}]`);
	return [
		name,
		...takes.map((take) => `<${take}>`),
		...named
	].join(" ");
}
function printHelp() {
	say("npm run admin -- <command>\n");
	for (const [name, command] of Object.entries(commands)) {
		const usage = usageOf(name, command);
		const gap = usage.length < 43 ? "" : `\n${" ".repeat(46)}`;
		say(`  ${usage.padEnd(aboutColumn)}${gap}${command.about}`.replace(/ +\n/, "\n"));
	}
	say("\nWorks while the portal runs and while it does not. Passwords are made up and printed once.");
}
export {};

//# sourceMappingURL=admin.js.map