import { t as letterOrder } from "./word-index-BTjARYrT.js";
// src/modules/blokken/word-search.ts
/** The words that can be made of these small letters; `?` is any letter. `steps` is when counting too many ends. */
function searchWords(index, characters, limits) {
	const { counts, letters, blanks } = toStock(characters);
	const { nodes } = index;
	const hits = [];
	let [count, taken] = [0, 0];
	/** Goes only where the letters lead: a step takes its letter from the stock, or else a blank. */
	const visit = (node, available, blanksLeft) => {
		taken += 1;
		const end = nodes[node + 3 + 2] ?? 0;
		for (let at = nodes[node + 2] ?? 0; at < end; at += 1) if ((count += 1) <= limits.words) hits.push(index.words[at] ?? 0);
		const on = nodes[node] ?? 0;
		const first = nodes[node + 1] ?? 0;
		for (let left = blanksLeft > 0 ? on : on & available; left !== 0; left &= left - 1) {
			if (count > limits.words && taken > limits.steps) return;
			const bit = left & -left;
			const child = first + bitCount(on & bit - 1) * 3;
			if ((available & bit) === 0) {
				visit(child, available, blanksLeft - 1);
				continue;
			}
			const place = 31 - Math.clz32(bit);
			const had = counts[place] ?? 0;
			counts[place] = had - 1;
			visit(child, had === 1 ? available & ~bit : available, blanksLeft);
			counts[place] = had;
		}
	};
	visit(0, letters, blanks);
	if (count <= limits.words) return {
		words: readWords(index, hits),
		count
	};
	return {
		words: [],
		count: taken > limits.steps ? -1 : count
	};
}
/** How many there are of each letter and, as bits, which there are. */
function toStock(characters) {
	const counts = new Uint8Array(letterOrder.length);
	let [letters, blanks] = [0, 0];
	for (const character of characters) {
		const place = letterOrder.indexOf(character);
		if (place === -1) blanks += 1;
		else {
			counts[place] = (counts[place] ?? 0) + 1;
			letters |= 1 << place;
		}
	}
	return {
		counts,
		letters,
		blanks
	};
}
/** The numbers are in the order of the answer: from the longest words on, those of a length side by side. */
function readWords({ numbers, text }, hits) {
	let [length, textAt] = [64, 0];
	return Array.from(Uint32Array.from(hits).toSorted(), (number) => {
		for (; number >= (numbers[length - 1] ?? Infinity); length -= 1) textAt += ((numbers[length - 1] ?? 0) - (numbers[length] ?? 0)) * length;
		const at = textAt + (number - (numbers[length] ?? 0)) * length;
		return text.slice(at, at + length);
	});
}
function bitCount(bits) {
	let pairs = bits - (bits >>> 1 & 1431655765);
	pairs = (pairs & 858993459) + (pairs >>> 2 & 858993459);
	return Math.imul(pairs + (pairs >>> 4) & 252645135, 16843009) >>> 24;
}
export { searchWords as t };

//# sourceMappingURL=word-search-BIoBQxHl.js.map