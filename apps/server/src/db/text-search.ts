import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Db } from './db.ts';

/** `trigrams`: the schema of the extension, where there is one. */
export type TextSearch = { text: string; trigrams: string | undefined };

/** The condition, and how well a column that meets it matches: the lower, the better. */
type Comparison = { isMatch: SQL; rank: SQL };
type Compare = (column: SQLWrapper, search: TextSearch) => Comparison;

/** Texts that are only alike come after all of these, the more alike the lower. */
const ranks = { exact: sql.raw('0'), beginning: sql.raw('1'), word: sql.raw('2'), part: sql.raw('3') };
const mostAlike = sql.raw('4');

/** What a comparison finds matches this well at least; those after it find nothing better. */
export const worstRanks = { begins: 1, words: 2, contains: 3, alike: 5 };

/** What stands before a word in a name. */
const wordStarts = [' ', '_', '-', '.', '['];

const isShort = ({ text }: TextSearch) => text.length < 3;
/** In the locale C only of the letters of ASCII. */
const hasTrigrams = ({ text }: TextSearch) => /[a-z\d]{3}/i.test(text);
const allowsTypos = (search: TextSearch) => search.trigrams !== undefined && hasTrigrams(search);

/** Whether a comparison may find more than those before it. */
export function isWorthwhile(compare: keyof typeof worstRanks, search: TextSearch): boolean {
  if (compare === 'words') return isShort(search) && /^[a-z\d]/i.test(search.text);
  return compare === 'alike' ? allowsTypos(search) : true;
}

/**
 * For the rest of the transaction: how long each statement may take, and which share of the text's trigrams is enough. A
 * typo breaks three or four of them.
 */
export async function limitSearch(db: Db, { text }: TextSearch, withinMs: number): Promise<void> {
  const threshold = text.length > 6 ? 0.35 : 0.5;
  await db.execute(
    sql.raw(`set local statement_timeout = ${withinMs}; set local max_parallel_workers_per_gather = 0;
      set local pg_trgm.word_similarity_threshold = ${threshold}`),
  );
}

/** Each costs more than the one before, and finds more. */
export const comparisons = {
  /** An index on `lower(column)` with `text_pattern_ops` serves it, and so does one of trigrams. */
  begins: (column, { text }) => {
    const all = spellings(text);
    const conditions = all.map((spelling) => sql`lower(${column}) like ${`${escapeLike(spelling)}%`}`);
    return { isMatch: sql`(${sql.join(conditions, sql` or `)})`, rank: beginningRank(column, all) };
  },
  /** At the beginning of a word: an index of trigrams serves it however short the text is. */
  words: (column, { text }) => {
    const patterns = spellings(text).flatMap((spelling) =>
      wordStarts.map((start) => `%${escapeLike(start + spelling)}%`),
    );
    const conditions = patterns.map((pattern) => sql`lower(${column}) like ${pattern}`);
    return { isMatch: sql`(${sql.join(conditions, sql` or `)})`, rank: ranks.word };
  },
  /** All names are read for a text that has no trigrams, so words are not looked for again. */
  contains: (column, search) => {
    const all = spellings(search.text);
    const patterns = oneOf(all.map((spelling) => `%${escapeLike(spelling)}%`));
    // In another collation than that of the index, which the planner would read as a whole.
    const isMatch = sql`lower(${column}) ${hasTrigrams(search) ? sql`` : sql`collate pg_catalog."C"`} like ${patterns}`;
    return { isMatch, rank: isShort(search) ? ranks.part : partRank(column, all) };
  },
  /** Only where typos are allowed. */
  alike: (column, { text, trigrams = '' }) => {
    const [schema, wanted] = [sql.identifier(trigrams), sql`${text.toLowerCase()}::text`];
    return {
      isMatch: sql`lower(${column}) operator(${schema}.%>) ${wanted}`,
      rank: sql`${mostAlike} + 1 - ${schema}.word_similarity(${wanted}, lower(${column}))`,
    };
  },
} satisfies Record<keyof typeof worstRanks, Compare>;

/** Contains the text or, where typos are allowed, something like it. */
export function compareBoth(column: SQLWrapper, search: TextSearch): Comparison {
  const contains = comparisons.contains(column, search);
  const rank = partRank(column, spellings(search.text));
  if (!allowsTypos(search)) return { ...contains, rank };
  const alike = comparisons.alike(column, search);
  return {
    isMatch: sql`(${contains.isMatch} or ${alike.isMatch})`,
    rank: sql`case when ${contains.isMatch} then ${rank} else ${alike.rank} end`,
  };
}

function partRank(column: SQLWrapper, all: string[]): SQL {
  const words = all.map((spelling) => `(^|[^[:alnum:]])${spelling.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`);
  const beginnings = all.map((spelling) => `${escapeLike(spelling)}%`);
  // The commonest case first.
  return sql`case when not lower(${column}) ~ ${oneOf(words)} then ${ranks.part}
    when lower(${column}) like ${oneOf(beginnings)} then ${beginningRank(column, all)} else ${ranks.word} end`;
}

function beginningRank(column: SQLWrapper, all: string[]): SQL {
  return sql`case when lower(${column}) = ${oneOf(all)} then ${ranks.exact} else ${ranks.beginning} end`;
}

/** A plain parameter where there is only one: an index does not serve a list of patterns. */
function oneOf(texts: string[]): SQL {
  return texts.length === 1 ? sql`${texts[0]}::text` : sql`any(${sql.param(texts)}::text[])`;
}

/**
 * As `lower` may have left a name: in the locale C it changes only the letters of ASCII, so a text with others is looked
 * for in the spellings that are usual.
 */
function spellings(text: string): string[] {
  const titled = text.toLowerCase().replace(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase());
  const all = [text.toLowerCase(), text, text.toUpperCase(), titled];
  return [...new Set(all.map((spelling) => spelling.replace(/[A-Z]/g, (letter) => letter.toLowerCase())))];
}

/** A pattern of LIKE that means the text itself. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
