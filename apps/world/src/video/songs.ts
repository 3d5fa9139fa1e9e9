/** How a song's media lie on the site: one file, or in pieces that a downloader puts together. */
export type Delivery = 'file' | 'hls' | 'dash';

export type Song = {
  /** Eleven characters, as at YouTube. */
  id: string;
  title: string;
  artist: string;
  seconds: number;
  delivery: Delivery;
  picture: 'bars' | 'colours';
  /** Notes as semitones above the root, so many a second; null is a rest. */
  melody: { rootHz: number; notesPerSecond: number; notes: readonly (number | null)[] };
};

const scales = {
  morning: [0, 4, 7, 12, 7, 4, null, 2],
  hunt: [0, 0, 3, 5, 7, 5, 3, null],
  lull: [12, 7, 9, 5, 7, 4, 5, null],
  march: [0, 7, 0, 7, 5, 4, 2, 4],
} as const;

/** Invented songs of invented bands; the last ones have hostile titles. */
export const demoSongs: readonly Song[] = [
  song('DodoSunrise', 'Dodo Sunrise', 'The Wandering Dodos', 24, 'morning', 262),
  song('ObeliskHum1', 'Hum of the Blue Obelisk', 'Tek Choir', 32, 'lull', 196),
  song('RaptorRun_2', 'Raptor Run', 'Beach Bob and the Torches', 20, 'hunt', 220),
  song('-TidewatchX', 'Tidewatch', 'Mira & the Low Tide', 28, 'lull', 247),
  song('CampfireSng', 'Campfire on Herbivore Island', 'The Hatchery', 26, 'morning', 208, { delivery: 'hls' }),
  song('MetalMarch7', 'Metal Run March', 'Argentavis Airline', 30, 'march', 175, { delivery: 'dash' }),
  song('GigaLullaby', 'Lullaby for a Giganotosaurus', 'Night Pet', 40, 'lull', 165),
  song('TekSaddle_9', 'Tek Saddle', 'Element Rush', 22, 'hunt', 233),
  song('AmpersandQ4', `Tom & "Jerry's" <Narcoberry> Jam`, `Rock 'n' Roar`, 12, 'march', 294),
  song('EmojiRex_01', '🦖 Rex 🔥 Rëmix ünd Größe 恐竜', 'Ünïcode Ärk', 10, 'hunt', 311),
  song('DotDotSlash', '../../etc/passwd', '../artist', 8, 'march', 330),
  song('DesktopFile', 'x.desktop', 'con', 8, 'morning', 349),
  song('HtmlTitle_3', '<img src=x onerror=alert(1)>', '<b>bold</b>', 8, 'hunt', 370),
  song('LongTitle_4', 'Long '.repeat(60).trim(), 'A band that does not stop', 8, 'lull', 392),
];

function song(
  id: string,
  title: string,
  artist: string,
  seconds: number,
  scale: keyof typeof scales,
  rootHz: number,
  more: { delivery?: Delivery } = {},
): Song {
  const melody = { rootHz, notesPerSecond: 3, notes: scales[scale] };
  const picture = scale === 'lull' || scale === 'morning' ? 'colours' : 'bars';
  return { id, title, artist, seconds, delivery: 'file', picture, melody, ...more };
}
