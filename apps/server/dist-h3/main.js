import { A as hashPassword, C as findByEmail, D as createSetupCode, F as setGuildChannel, G as clusters, I as addDatabase, K as servers, L as wasSaved, M as hashFile, N as insertGuild, O as findByEmail$1, P as readGuildChannels, S as addUser, X as EngineError, _ as foldName, d as acquireLock, et as roles, f as isLock, h as hashToken, it as secretSettings, j as addConnection, k as putLinkedPlayer, m as say, n as startBotAlone, nt as SettingError, p as complain, q as inTransaction, r as startPortal, rt as readConfig, tt as games, v as keepFiles, x as filesShelf, y as isUnused } from "./portal-DfylqH2_.js";
import { closeSync, mkdirSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import * as z$1 from "zod";
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
// src/bot/outlive-libraries.ts
const libraries = /[\\/]node_modules[\\/](discord\.js|@discordjs|@snazzah)[\\/]/;
/**
* The Discord libraries lose some of their failures: in promises that nobody waits for, and in listeners that nobody
* called. Those must not take everything else down. Whatever else nobody caught is for `end`: the process is in a
* state that nobody has thought of.
*/
function outliveLibraries(log, end) {
	process.on("unhandledRejection", (err) => log.error({ err }, "Something failed where nobody waited for it"));
	process.on("uncaughtException", (err) => {
		if (!isOfLibrary(err)) return end(err);
		log.error({ err }, "A Discord library failed where nobody could catch it");
	});
}
function isOfLibrary({ stack }) {
	return libraries.test(stack ?? "");
}
// src/demo-ark.ts
const id = z$1.string().regex(/^[\w-]{1,64}$/);
const name = z$1.string().min(1).max(64);
const demoArk = z$1.object({
	clusters: z$1.array(z$1.object({
		id,
		name,
		servers: z$1.array(z$1.object({
			id,
			name,
			game: z$1.enum(games),
			map: z$1.string().max(64).optional(),
			token: z$1.string().regex(/^[\w-]{32,128}$/)
		}))
	})),
	/** Characters of demo accounts, and the file that shows what each sees in the game. */
	people: z$1.array(z$1.object({
		username: name,
		screen: z$1.string()
	})).default([])
});
/** What the demo world says of its game servers; nothing where it has none or is off. */
function readDemoArk({ DEMO_ARK_FILE: file, isWorldOn }) {
	if (file === void 0 || !isWorldOn) return {
		clusters: [],
		people: []
	};
	try {
		return demoArk.parse(JSON.parse(readFileSync(file, "utf8")));
	} catch (cause) {
		throw new SettingError(`DEMO_ARK_FILE names a file that cannot be used: ${file}.`, { cause });
	}
}
// src/modules/chat/demo.service.ts
/** Channels of the stand-in Discord. */
const channels = {
	relay: "100000000000000102",
	log: "100000000000000103"
};
/** The chat of new demo servers goes to the demo's guild, and what is said there into the game. */
async function seedDemoChat(ctx, newServers) {
	const { GUILD_ID: guildId } = ctx.config;
	if (guildId === void 0) return;
	const { relayChannelId, logChannelId } = await readGuildChannels(ctx, guildId);
	const by = {
		discordId: "0",
		name: "demo world"
	};
	if (relayChannelId === null) await setGuildChannel(ctx, by, guildId, {
		use: "relay",
		channelId: channels.relay
	});
	if (logChannelId === null) await setGuildChannel(ctx, by, guildId, {
		use: "log",
		channelId: channels.log
	});
	for (const serverId of newServers) for (const kind of ["relay", "log"]) await insertGuild(ctx.db, {
		serverId,
		guildId,
		kind
	});
}
// src/modules/databases/demo.service.ts
const file = "demo/greetings.json";
const greetings = {
	welcome: "Welcome to the obelisk, survivor.",
	rules: ["Be kind below level 30.", "Claim what you tame within a day."],
	weekend: {
		harvestMultiplier: 3,
		tamingMultiplier: 5,
		isOn: false
	}
};
/** A database to look at, where there has never been one of the name. Nothing reads it. */
async function seedDemoDatabases(ctx) {
	if (await wasSaved(ctx, file)) return;
	await addDatabase(ctx, {
		userId: null,
		username: "demo world",
		address: "start"
	}, file, () => Promise.resolve(`${JSON.stringify(greetings, null, 2)}\n`));
}
// src/modules/files/demo.service.ts
const demoFiles = [
	{
		name: "Server rules.md",
		visibility: "public",
		lines: [
			"# Rules of the obelisk",
			"",
			"1. No building on spawn beaches, bridges and explorer notes.",
			"2. Wild tames are for everyone: claim what you tame within a day.",
			"3. Raids end when the defenders log off. Be kind to survivors below level 30.",
			"4. Structures whose owners were away for 30 days may be cleared."
		]
	},
	{
		name: "config/GameUserSettings.ini",
		visibility: "admins",
		lines: [
			"[ServerSettings]",
			"DifficultyOffset=1.0",
			"HarvestAmountMultiplier=2.0",
			"TamingSpeedMultiplier=3.0",
			"ShowMapPlayerLocation=True",
			"RCONEnabled=True"
		]
	},
	{
		name: "events/boss nights.json",
		visibility: "public",
		lines: ["{\"friday\":{\"boss\":\"Broodmother\",\"map\":\"The Island\"},\"saturday\":{\"boss\":\"Dragon\",\"map\":\"Ragnarok\"}}"]
	}
];
/** Some files of the demo's Admin, where there has never been one. */
async function seedDemoFiles(ctx) {
	const shelf = filesShelf(ctx);
	if (await shelf.isThere() || !await isUnused(ctx.db)) return;
	const { id: uploaderId, username } = await findByEmail(ctx, "admin@tribehall.test");
	await shelf.make();
	const kept = [];
	for (const { name, visibility, lines } of demoFiles) {
		const id = randomUUID();
		const handle = await shelf.createPart(id);
		const content = Buffer.from(`${lines.join("\n")}\n`);
		await handle.writeFile(content);
		await handle.sync();
		const hash = await hashFile(handle);
		await handle.close();
		kept.push({
			part: id,
			file: {
				id,
				name,
				size: content.length,
				visibility,
				uploaderId,
				hash
			}
		});
	}
	await keepFiles(ctx, {
		userId: uploaderId,
		username,
		address: "demo world"
	}, kept, () => Promise.resolve());
}
// src/modules/users/demo.service.ts
const demoPassword = "tribehall-demo";
/** The accounts of the demo world. Their password is known to everyone: config keeps them to loopback. */
const demoAccounts = [
	{
		email: "owner@tribehall.test",
		username: "Olive",
		roles: [roles.Owner],
		discordId: "100000000000000003",
		about: "Owner, Discord linked"
	},
	{
		email: "admin@tribehall.test",
		username: "Adam",
		roles: [roles.Admin],
		discordId: "100000000000000004",
		about: "Admin, Discord linked"
	},
	{
		email: "member@tribehall.test",
		username: "Mira",
		roles: [],
		discordId: "100000000000000001",
		hasCharacter: true,
		about: "Discord and a character linked"
	},
	{
		email: "newcomer@tribehall.test",
		username: "Nico",
		roles: [],
		about: "nothing linked"
	}
];
/** The simulated survivor that belongs to the demo member. */
const demoCharacter = {
	serverId: "demo-the-island",
	playerId: "76561190000000001",
	isAdmin: false
};
/** Makes the demo accounts that are missing. The member's character comes with the account or with its server. */
async function seedDemoAccounts(ctx, newServers = []) {
	for (const account of demoAccounts) {
		const known = await findByEmail$1(ctx.db, account.email);
		const userId = known?.id ?? await addAccount(ctx, account);
		const isDue = known === void 0 || newServers.includes(demoCharacter.serverId);
		if (account.hasCharacter && isDue) await putLinkedPlayer(ctx.db, {
			...demoCharacter,
			userId,
			linkedAt: ctx.clock()
		});
	}
}
async function addAccount(ctx, account) {
	const { discordId } = account;
	const passwordHash = await hashPassword(ctx, demoPassword);
	return inTransaction(ctx, async (ctx) => {
		const { id } = await addUser(ctx, {
			...account,
			passwordHash,
			isDemo: true
		});
		if (discordId !== void 0) {
			const guilds = ctx.config.GUILD_ID ? [ctx.config.GUILD_ID] : [];
			await addConnection(ctx, id, {
				discordId,
				username: account.username,
				guilds
			});
		}
		return id;
	});
}
// src/modules/servers/demo.store.ts
async function hasCluster(db, id) {
	return (await db.select({ id: clusters.id }).from(clusters).where(eq(clusters.id, id))).length === 1;
}
async function isClusterName(db, nameKey) {
	return (await db.select({ id: clusters.id }).from(clusters).where(eq(clusters.nameKey, nameKey))).length === 1;
}
async function isServerName(db, nameKey) {
	return (await db.select({ id: servers.id }).from(servers).where(eq(servers.nameKey, nameKey))).length === 1;
}
async function insertCluster(db, row) {
	await db.insert(clusters).values(row);
}
async function insertServer(db, row) {
	await db.insert(servers).values(row);
}
/** Answers whether there is such a server. */
async function updateServer(db, id, set) {
	return (await db.update(servers).set(set).where(eq(servers.id, id)).returning({ id: servers.id })).length === 1;
}
// src/modules/servers/demo.service.ts
/** Lists the servers of the demo world with the tokens of this start; answers those that are new. */
async function seedDemoServers(ctx, { clusters }) {
	return inTransaction(ctx, async (ctx) => {
		const added = [];
		for (const { id, name, servers } of clusters) {
			const clusterId = await addCluster(ctx, {
				id,
				name
			});
			for (const server of servers) if (await addServer(ctx, clusterId, server)) added.push(server.id);
		}
		return added;
	});
}
/** What is there already may have been renamed or moved meanwhile, and stays so. */
async function addCluster(ctx, { id, name }) {
	if (!await hasCluster(ctx.db, id)) await insertCluster(ctx.db, {
		id,
		...await freeName(ctx, name, isClusterName),
		createdAt: ctx.clock()
	});
	return id;
}
async function addServer(ctx, clusterId, server) {
	const { id, game, map = null } = server;
	const tokenHash = hashToken(server.token);
	if (await updateServer(ctx.db, id, {
		tokenHash,
		game
	})) return false;
	const names = await freeName(ctx, server.name, isServerName);
	await insertServer(ctx.db, {
		id,
		...names,
		game,
		clusterId,
		map,
		tokenHash,
		createdAt: ctx.clock()
	});
	return true;
}
/** Someone may have given the name to something else. */
async function freeName(ctx, name, isTaken) {
	let free = name;
	for (let n = 1; await isTaken(ctx.db, foldName(free)); n += 1) free = n === 1 ? `${name} (demo)` : `${name} (demo ${n})`;
	return {
		name: free,
		nameKey: foldName(free)
	};
}
// src/platform/initial-environment.ts
/**
* Overwrites these variables in the memory from which the system tells others what this process was started with
* (`/proc/<pid>/environ`). Whoever needs them has read them before. Does nothing where the system has no such place.
*/
function hideInitial(names) {
	let memory;
	try {
		const { start, end } = findEnvironment();
		memory = openSync("/proc/self/mem", "r+");
		const bytes = Buffer.alloc(end - start);
		readSync(memory, bytes, 0, bytes.length, start);
		for (let at = 0; at < bytes.length;) {
			const next = bytes.indexOf(0, at) < 0 ? bytes.length : bytes.indexOf(0, at);
			const equals = bytes.indexOf("=", at);
			if (equals < next && names.includes(bytes.toString("latin1", at, equals))) writeSync(memory, Buffer.alloc(next - equals - 1, "*"), 0, next - equals - 1, start + equals + 1);
			at = next + 1;
		}
	} catch {} finally {
		if (memory !== void 0) closeSync(memory);
	}
}
/** Fields 50 and 51 of its status; the name in brackets may have anything in it. */
function findEnvironment() {
	const text = readFileSync("/proc/self/stat", "latin1");
	const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
	return {
		start: Number(fields[47]),
		end: Number(fields[48])
	};
}
// src/main.ts
process.umask(63);
const fail = (sentence) => {
	complain(sentence);
	process.exit(1);
};
try {
	const config = readConfig();
	hideInitial(secretSettings);
	const demoArk = readDemoArk(config);
	const lock = await lockFolder(config);
	const isBotAlone = config.TRIBEHALL_BOT === "alone";
	const portal = await (isBotAlone ? startBotAlone(config, say) : startPortal(config, say));
	lock.describe(isBotAlone ? {} : { url: portal.url });
	stopOnSignals(portal, lock);
	outliveLibraries(portal.ctx.log, (error) => fail(inWords(error)));
	if (isBotAlone) say(`The bot of Tribehall runs; the portal is at ${portal.url}`);
	else await greet(portal, demoArk);
	process.send?.({
		type: "ready",
		url: portal.url
	});
} catch (error) {
	fail(inWords(error));
}
async function lockFolder(config) {
	mkdirSync(config.DATA_DIR, {
		recursive: true,
		mode: 448
	});
	const lock = await acquireLock(config.DATA_DIR);
	if (isLock(lock)) return lock;
	return fail(`Tribehall already runs on ${config.DATA_DIR} (process ${lock.pid}${lock.url ? `, ${lock.url}` : ""}).`);
}
async function greet({ ctx, url }, demoArk) {
	if (ctx.config.isWorldOn) {
		const newServers = await seedDemoServers(ctx, demoArk);
		await seedDemoAccounts(ctx, newServers);
		await seedDemoChat(ctx, newServers);
		await seedDemoFiles(ctx);
		await seedDemoDatabases(ctx);
		say(`Demo accounts, password ${demoPassword}:`);
		for (const account of demoAccounts) say(`  ${account.email.padEnd(26)}${account.about}`);
		say(`The demo's Discord: ${ctx.config.SITE_CHAT_INVITE_URL}`);
		for (const { username, screen } of demoArk.people) say(`What ${username} sees in the game: ${screen}`);
	}
	const setup = await createSetupCode(ctx);
	if (setup) say(`There is no Owner yet. Whoever registers here becomes it: ${url}/register?setup=${setup}`);
	say(`Tribehall is ready at ${url}`);
}
function stopOnSignals(portal, lock) {
	let isStopping = false;
	const stop = (code) => {
		if (isStopping) return;
		isStopping = true;
		lock.describe({ stopping: true });
		setTimeout(() => process.exit(code || 1), 2e4).unref();
		portal.stop().then(() => process.exit(code), (error) => fail(`Stopping failed: ${inWords(error)}`));
	};
	for (const signal of [
		"SIGINT",
		"SIGTERM",
		"SIGHUP"
	]) process.on(signal, () => stop(0));
	process.on("disconnect", () => stop(0));
	portal.databaseExited.then(() => {
		if (!isStopping) complain("The database ended by itself; its last words are in the log.");
		stop(1);
	});
}
function inWords(error) {
	if (error instanceof SettingError || error instanceof EngineError) return error.message;
	const { code, port, address } = error;
	if (code === "EADDRINUSE") return `Port ${port} of ${address} is taken by another program. PORT chooses another one.`;
	if (code === "EACCES" && port !== void 0) return `Port ${port} is not allowed for this user. PORT chooses another one.`;
	return error instanceof Error ? error.stack ?? error.message : String(error);
}
export {};

//# sourceMappingURL=main.js.map