export type Topic = { opens: readonly string[]; replies: readonly string[] };

/** In braces: `creature`, `level`, `place`, `goods`, `name` (the previous speaker). */
export const topics: readonly Topic[] = [
  {
    opens: ['hi all', 'hello from the beach', 'morning everyone', 'back again, what did I miss?', 'evening survivors'],
    replies: ['hey {name}', 'welcome back', 'hello!', 'o/', 'hi {name}, quiet night so far'],
  },
  {
    opens: [
      'taming a {level} {creature} near {place}, need a hand',
      'anyone seen a high level {creature}?',
      'just lost my {creature} at {place} :(',
      'a {level} {creature} just spawned at {place}',
    ],
    replies: ['coming', 'bring narcotics, {name}', 'what level?', 'nice, grats', 'saw one at {place} earlier', 'F'],
  },
  {
    opens: [
      'trading {goods} for {goods}, whisper me',
      'WTB {goods}, paying well',
      'selling {creature} eggs, {level} base',
      'who has a spare {goods}?',
    ],
    replies: [
      'how much?',
      'I have some, meet at {place}',
      'too dear',
      'got {goods} if you want that',
      'tomorrow maybe',
    ],
  },
  {
    opens: [
      'careful at {place}, {creature} pack',
      'do not fly over {place} right now',
      'someone left a {creature} on wander at {place}',
      'alpha {creature} at {place}, stay away',
    ],
    replies: [
      'thanks for the warning',
      'too late...',
      'on my way with a {creature}',
      'already dead :)',
      'where exactly?',
    ],
  },
  {
    opens: ['when is the next restart?', 'is it just me or is there lag?', 'how do I link my character on the portal?'],
    replies: [
      'no idea',
      'fine here',
      'ask an admin',
      'on the portal, the code comes as a private message',
      'reconnect helps',
    ],
  },
  {
    opens: ['boss fight tonight, who is in?', 'cave run to {place} in ten minutes', 'breeding {creature} all weekend'],
    replies: ['me!', 'count me in', 'need two more', 'only if {name} comes', 'what gear?'],
  },
];

/** Typed by someone sooner or later on every server. */
export const oddMessages = [
  '<b>bold</b> <script>alert(1)</script>',
  '"quotes" and \'more\' and `ticks` and \\ slashes',
  'a", "; KickPlayer 1',
  '/me tests !commands ${x} %s {creature',
  '@everyone https://example.com/?a=1&b=<2>',
  'first line\nsecond line',
  'SERVER: I am not the server',
  'joined this ARK!',
  'Server received, But no response!!',
  'GG 🦖🔥 ça marche, naïve café',
  'שלום לכולם \u202Eabc',
  'a'.repeat(240),
] as const;
