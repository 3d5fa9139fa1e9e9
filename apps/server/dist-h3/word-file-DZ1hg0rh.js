import { n as packWordIndex, r as unpackWordIndex, t as letterOrder } from "./word-index-BTjARYrT.js";
import { createRequire } from "node:module";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readFile, writeFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
// src/modules/blokken/round-words.ts
/** Ordinary Dutch words of seven to nine letters. */
const roundWords = `
aardappel aardbei abrikoos achtbaan adelaar afstand afwasbak ambacht antwoord appelboom artikel avontuur
bakkerij bedrijf begraven bekende beloning bergtop beroemd bewaking bezoeker bladzijde blijven bloemen bloesem
boerderij boomhut boterham botsing brandweer breedte brommer broodje buurman camping chocola citroen dageraad
dakpannen dansvloer december deurknop dinsdag dolfijn donderdag draaien driehoek drinken droogte druiven
duikboot duizend eekhoorn eerlijk emmertje ervaring etalage fabriek familie feestdag fietsbel fietspad fontein
fornuis fotograaf framboos gangpad geboorte gebouwen gedachte gedicht geheugen gelukkig gemeente geschenk
gesprek getallen geweldig gezicht goedkoop gordijn granaat grappig groente grondwet haarband hagelslag halsband
handdoek handvat heuvels hoofdstad horloge huisdier huiswerk ijsbeer ijskast inktvis jaargang jachthond januari
jarenlang jongeren journaal kaarsen kabouter kalender kampvuur kanarie kapitein kapstok karavaan kasteel
kikkers kinderen kladblok klapdeur kleding kleuren klinker knikker knoflook koekjes koelkast komkommer konijnen
koningin korenveld krakeling krantje kruiden kruipen kunstwerk kussens kustlijn kwartier laarzen landkaart
lantaarn leerling leeuwen lekkage leraren letters levering liniaal luchtbel luipaard maaltijd maandag machine
mandarijn mannetje marathon markten meester melkweg meloenen metalen meubels miljoen minuten molenaar mondeling
monster mosterd motoren naaldbos nagellak namiddag nevelig noorden notaris november nummers ochtend oefenen
olifant olijven omgeving onderzoek oogsten oorbellen opdracht openbaar oplossing opruimen overkant palmboom
panorama papegaai paradijs paraplu parkeren patroon peddels pelikaan pendelbus penseel pepermunt piloten
plakband planken plezier ploegen politie pompoen portret postbode potlood praatjes prijzen prinses publiek
puzzels raadsel rechter reclame regenboog regering reiziger rekening ridders rijbewijs ringweg rivieren
roeiboot rolstoel rommelig rondreis rozijnen rustdag schaduw scherven schilder schommel schouder schrift
seconde sieraden slagroom sleutel slinger smaragd sneeuwpop snelheid soldaat spannend speeltuin spiegel spijker
spinazie spoorweg sprookje stadion stallen station steiger sterren storing straten struiken studeren tandarts
tandpasta tekening telefoon tennisbal theater theepot tijdperk toekomst toernooi toverstaf traktatie treinen
trommels trouwen tuinman uitgang uitzicht vakantie valkuil varkens veerboot verdwaald verhaal verkeer vertrek
vierkant vijftig vingers violist vlaggen vleermuis vliegtuig vlinder voedsel voetbal volkslied voorjaar
vriendin vrijdag vulkaan waarheid wachten wandelen waterval wedstrijd weekend wegwijzer weiland werkdag
wijnglas winkels woensdag woestijn wonderen worstelen wortels zaterdag zeehond zeilboot zomerdag zonnebril
zwembad zwemmen
`.trim().split(/\s+/);
// src/modules/blokken/letters.ts
/** As it stands in a puzzle: small letters without accents. Undefined where other things are in it. */
function foldLetters(text) {
	const folded = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
	return /^[a-z]*$/.test(folded) ? folded : void 0;
}
// src/modules/blokken/word-index-builder.ts
/** Takes words of small letters, in any order, some of them twice. Takes seconds: for when nobody waits. */
function buildWordIndex(given) {
	const byLength = Array.from({ length: 65 }, () => /* @__PURE__ */ new Set());
	for (const word of given) byLength[word.length]?.add(word);
	const words = byLength.toReversed().flatMap((same) => [...same].toSorted());
	const numbers = Uint32Array.from(byLength, (_, length) => byLength.slice(length + 1).reduce((sum, { size }) => sum + size, 0));
	return {
		...buildTrie(words),
		numbers,
		text: words.join("")
	};
}
/** Level by level, the children of a node side by side. */
function buildTrie(words) {
	const ways = words.map((word, number) => ({
		places: wayOf(word),
		number
	})).toSorted(byPlaces);
	const queue = [{
		from: 0,
		to: ways.length,
		depth: 0
	}];
	const nodes = [];
	const ends = [];
	for (let at = 0; at < queue.length; at += 1) {
		const { from, to, depth } = queue[at] ?? fail$1();
		const [firstChild, start] = [queue.length, ends.length];
		let [rest, bits] = [from, 0];
		for (; rest < to && ways[rest]?.places.length === depth; rest += 1) ends.push(ways[rest]?.number ?? fail$1());
		for (const child of splitBelow(ways, {
			from: rest,
			to,
			depth
		})) {
			bits |= 1 << placeAt(ways, child.from, depth);
			queue.push(child);
		}
		nodes.push(bits, firstChild * 3, start);
	}
	nodes.push(0, 0, ends.length);
	return {
		nodes: Uint32Array.from(nodes),
		words: Uint32Array.from(ends)
	};
}
function* splitBelow(ways, { from, to, depth }) {
	for (let begin = from, end = from; begin < to; begin = end) {
		const place = placeAt(ways, begin, depth);
		while (end < to && placeAt(ways, end, depth) === place) end += 1;
		yield {
			from: begin,
			to: end,
			depth: depth + 1
		};
	}
}
/** The places of its letters in the order, sorted, as characters. */
function wayOf(word) {
	const places = Buffer.from(word, "latin1").map((code) => placeOf.get(code) ?? fail$1(word));
	return Buffer.from(places.toSorted()).toString("latin1");
}
const placeOf = new Map(letterOrder.split("").map((letter, place) => [letter.charCodeAt(0), place]));
function placeAt(ways, at, depth) {
	return (ways[at] ?? fail$1()).places.charCodeAt(depth);
}
function byPlaces(a, b) {
	if (a.places !== b.places) return a.places < b.places ? -1 : 1;
	return a.number - b.number;
}
function fail$1(word = "") {
	throw new Error(`${JSON.stringify(word)} is no word of small letters`);
}
// src/platform/trie-x3.ts
const dataMark = "\n__DATA__\n";
/**
* Reads a word list in cspell's format TrieXv3: the words as one walk through their trie. A character goes a step
* down, `$` ends a word and goes one up, `<` and the digits after it go up, `#n;` is put where an earlier node is.
*/
function readTrieX3(text) {
	const start = text.indexOf(dataMark);
	const base = Number(/^TrieXv3\nbase=(\d+)$/m.exec(text.slice(0, Math.max(0, start)))?.[1]);
	if (!(base >= 2 && base <= 36)) throw new Error("This is no word list in TrieXv3");
	const { root, down, up, endWord, repeat } = createWalk();
	let mayBeDigit = false;
	for (const [token, stepsUp, escaped, number] of text.slice(start + 10).matchAll(tokens)) {
		const isUp = stepsUp !== void 0 && (mayBeDigit || stepsUp === "<");
		mayBeDigit = isUp || token === "$";
		if (isUp) up(stepsUp === "<" ? 1 : Number(stepsUp) - 1);
		else if (token === "$") endWord();
		else if (number !== void 0) repeat(Number.parseInt(number, base));
		else down(escaped === void 0 ? token : unescape(escaped));
	}
	return root;
}
const tokens = /([<2-9])|\\(\\[^]|[^])|#(\w+);|[^\r\n]/gu;
function unescape(escaped) {
	return {
		"\\n": "\n",
		"\\r": "\r"
	}[escaped] ?? escaped.replace(/^\\(?=.)/su, "");
}
function createWalk() {
	const root = newNode();
	/** Where a word ends and none goes on; shared by all such words. */
	const end = {
		isWord: true,
		next: void 0
	};
	const numbered = [end];
	const path = [{
		node: root,
		step: ""
	}];
	const here = () => path.at(-1) ?? fail();
	const replaceHere = (node) => (path.at(-2) ?? fail()).node.next?.set(here().step, node);
	const up = (steps) => {
		if (steps >= path.length) fail();
		path.length -= steps;
	};
	return {
		root,
		up,
		down: (step) => {
			const node = newNode();
			(here().node.next ??= /* @__PURE__ */ new Map()).set(step, node);
			numbered.push(node);
			path.push({
				node,
				step
			});
		},
		endWord: () => {
			const { node } = here();
			if (node.next) node.isWord = true;
			else replaceHere(end);
			if (!node.next && numbered.at(-1) === node) numbered.pop();
			up(1);
		},
		repeat: (number) => {
			replaceHere(numbered[number] ?? fail());
			numbered.pop();
		}
	};
}
function newNode() {
	return {
		isWord: false,
		next: void 0
	};
}
function fail() {
	throw new Error("The word list in TrieXv3 is damaged");
}
// src/modules/blokken/word-sources.ts
/** Of Debian's package wdutch, where it is installed: many compounds that cspell has only in parts. */
const debianFile = "/usr/share/dict/dutch";
/** Dutch words as they stand in a puzzle. Some come more than once. */
function readDutchWords(files = { debian: debianFile }) {
	const words = [];
	collectWords(readTrieX3(readCspellList()), "", words);
	const more = existsSync(files.debian) ? readFileSync(files.debian, "utf8").split("\n") : [];
	return [...roundWords, ...[...words, ...more].flatMap((word) => toGameWord(word) ?? [])];
}
function readCspellList() {
	const folder = dirname(createRequire(import.meta.url).resolve("@cspell/dict-nl-nl"));
	return gunzipSync(readFileSync(join(folder, "Dutch.trie.gz"))).toString("utf8");
}
/** Those of letters alone: cspell marks with signs what is a part of a word, or wrong, or a name in small letters. */
function collectWords({ isWord, next }, begin, words) {
	if (isWord) words.push(begin);
	next?.forEach((node, step) => {
		if (isSmallLetter(step)) collectWords(node, begin + step, words);
	});
}
function isSmallLetter(character) {
	return character >= "a" && character <= "z" || /^\p{Ll}$/u.test(character);
}
/** Names have capitals, abbreviations signs or no vowel. */
function toGameWord(word) {
	if (/^[a-z]{2,}$/.test(word)) return hasVowel.test(word) ? word : void 0;
	const folded = /^\p{Ll}{2,}$/u.test(word) ? foldLetters(word) : void 0;
	return folded !== void 0 && hasVowel.test(folded) ? folded : void 0;
}
const hasVowel = /[aeiouy]/;
// src/modules/blokken/word-file.ts
/** Made once, when the portal is built: making the index takes seconds, reading it a moment. */
async function writeWordFile(file) {
	await writeFile(file, packWordIndex(buildWordIndex(readDutchWords())));
}
/** The index in this file; made anew where there is none, as when the portal runs from its sources. */
async function readWordFile(file) {
	const bytes = await readFile(file).catch(() => void 0);
	return (bytes && unpackWordIndex(bytes)) ?? buildWordIndex(readDutchWords());
}
export { roundWords as i, writeWordFile as n, foldLetters as r, readWordFile as t };

//# sourceMappingURL=word-file-DZ1hg0rh.js.map