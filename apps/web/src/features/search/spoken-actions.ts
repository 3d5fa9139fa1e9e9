/** What people type before a name: `ban cinder`, `go to ragnarok`. */
const verbs = [
  'ban',
  'kill',
  'mail',
  'report',
  'sanction',
  'rename',
  'save world of',
  'save',
  'copy id of',
  'open',
  'go to',
] as const;

type Spoken = {
  /** The action that is wanted, if one was named. */
  verb: string | undefined;
  /** What it is about: this is what is searched for. */
  about: string;
};

/** Splits a text into the action it begins with and the rest. */
export function readSpoken(text: string): Spoken {
  const wanted = text.trim();
  const verb = verbs.find((verb) => wanted.toLowerCase().startsWith(`${verb} `));
  return { verb, about: verb === undefined ? wanted : wanted.slice(verb.length).trim() };
}
