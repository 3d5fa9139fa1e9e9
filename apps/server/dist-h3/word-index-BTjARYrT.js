// src/modules/blokken/word-index.ts
/** Common letters first: words share more of their ways then, and there are fewer nodes. */
const letterOrder = "enrtsaioldghkpumbvcwfzjyxq";
const mark = 1112296241;
const headerLength = 4;
function packWordIndex({ nodes, words, numbers, text }) {
	const parts = [
		Uint32Array.of(mark, nodes.length, words.length, text.length),
		nodes,
		words,
		numbers
	].map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength));
	return Buffer.concat([...parts, Buffer.from(text, "latin1")]);
}
/** Undefined where it is no such index, or not the whole of one. */
function unpackWordIndex(file) {
	const bytes = file.byteOffset % 4 === 0 ? file : Buffer.from(Uint8Array.from(file).buffer);
	let at = 0;
	const take = (length) => {
		const part = new Uint32Array(bytes.buffer, bytes.byteOffset + at, length);
		at += part.byteLength;
		return part;
	};
	if (bytes.length < 16) return void 0;
	const [found, nodesLength = 0, wordCount = 0, textLength = 0] = take(headerLength);
	const length = (headerLength + nodesLength + wordCount + 64 + 1) * 4 + textLength;
	if (found !== mark || bytes.length !== length) return void 0;
	return {
		nodes: take(nodesLength),
		words: take(wordCount),
		numbers: take(65),
		text: bytes.toString("latin1", at)
	};
}
export { packWordIndex as n, unpackWordIndex as r, letterOrder as t };

//# sourceMappingURL=word-index-BTjARYrT.js.map