import type { ArkMap, MapAxis } from './ark-map.ts';

/** Name, title, latitude, longitude; the longitude is omitted if it is the same. */
type Row = [name: string, title: string, latitude: MapAxis, longitude?: MapAxis];

const axis = (shift: number, scale: number): MapAxis => ({ shift, scale });

/** A square around the middle. */
const centred = (scale: number) => axis(50, scale);

/** From the edges of the game's own map. */
function between(min: number, max: number): MapAxis {
  const scale = (max - min) / 100;
  return { shift: -min / scale, scale };
}

/**
 * Genesis has two layers, one above the other, with a scale each. A map has one scale here: that of the land. What
 * stands in the ocean biome (above z = 129,392, ±1,107,500 wide) may lie outside of 0 to 100.
 */
const genesisLand = between(-410_000, 410_000);

const ascended: Row[] = [
  ['TheIsland_WP', 'The Island', between(-342_900, 342_900)],
  ['ScorchedEarth_WP', 'Scorched Earth', between(-393_650, 393_750)],
  ['TheCenter_WP', 'The Center', between(-337_215, 700_189), between(-524_364, 513_040)],
  ['Aberration_WP', 'Aberration', centred(8000)],
  ['Extinction_WP', 'Extinction', between(-342_900, 342_900)],
  ['Ragnarok_WP', 'Ragnarok', centred(13_100)],
  ['Valguero_WP', 'Valguero', centred(8160)],
  ['LostColony_WP', 'Lost Colony', centred(8160)],
  ['Astraeos_WP', 'Astraeos', centred(16_000)],
  ['Genesis_WP', 'Genesis', genesisLand],
  ['Genesis1_WP', 'Genesis', genesisLand],
  ['BobsMissions_WP', 'Club Ark', between(-15_121, 9770), between(-12_812, 12_078)],
  ['Svartalfheim_WP', 'Svartalfheim', centred(4065)],
  ['Amissa_WP', 'Amissa', axis(46.9, 11_375), axis(48.1, 11_400)],
  ['Forglar_WP', 'Forglar', axis(61.4, 7150), axis(69.8, 7945)],
  ['Insaluna_WP', 'Insaluna', centred(9400)],
  ['Temptress_WP', 'Temptress Lagoon', centred(8150)],
  ['Reverence_WP', 'Reverence', centred(8125)],
  ['Nyrandil', 'Nyrandil', centred(8175)],
];

const evolved: Row[] = [
  ['TheIsland', 'The Island', centred(8000)],
  ['TheCenter', 'The Center', axis(30.342_237_472_534_18, 9584), axis(55.104_167_938_232_42, 9600)],
  ['ScorchedEarth_P', 'Scorched Earth', centred(8000)],
  ['Aberration_P', 'Aberration', centred(8000)],
  ['Extinction', 'Extinction', centred(8000)],
  ['Ragnarok', 'Ragnarok', axis(50.009_388, 13_100)],
  ['Valguero_P', 'Valguero', centred(8161)],
  ['CrystalIsles', 'Crystal Isles', axis(48.687, 15_882.02), axis(49.9481, 16_988.76)],
  ['Genesis', 'Genesis', centred(10_500)],
  ['Gen2', 'Genesis Part 2', axis(49.6, 14_500)],
  ['LostIsland', 'Lost Island', axis(51.6, 15_300), axis(49, 15_300)],
  ['Fjordur', 'Fjordur', centred(7140)],
  ['Viking_P', 'Fjell', centred(7140)],
  ['Amissa', 'Amissa', axis(49.9, 10_900), axis(49.9, 10_850)],
  ['Svartalfheim', 'Svartalfheim', centred(4065)],
  ['AstralARK', 'Astral ARK', centred(2000)],
  ['Hope', 'Hope', centred(6850)],
  ['Tunguska_P', 'Tunguska', axis(46.8, 14_000), axis(49.29, 13_300)],
  ['Caballus_P', 'Caballus', centred(8125)],
  ['TiamatPrime', 'Tiamat Prime', centred(8000)],
  ['Glacius_P', 'Glacius', centred(16_250)],
  ['Antartika', 'Antartika', centred(8000)],
  ['Olympus', 'Olympus', axis(0, 8130)],
  ['EbenusAstrum', 'Ebenus Astrum', axis(52.9, 8650), axis(25, 18_500)],
  ['TheVolcano', 'The Volcano', centred(9181)],
  ['Earrion_P', 'The Earrion', centred(6250)],
  ['Alemia_P', 'Alemia', centred(8150)],
  ['Velius_P', 'Velius', centred(8575)],
  ['TaeniaStella', 'Taenia Stella', axis(48.9, 15_500)],
  ['GunSmoke', 'Gun Smoke', axis(12.1, 7900), axis(10.8, 7850)],
  ['Valhalla', 'Valhalla', axis(48.813_560_485_839_844, 14_750)],
  ['MortemTupiu', 'Mortem Tupiu', axis(32.479_148_864_746_094, 20_000), axis(40.598_937_988_281_25, 16_000)],
  ['ShigoIslands', 'Shigo Islands', centred(8128)],
];

const arkMaps: ArkMap[] = [...ascended, ...evolved].map(([name, title, latitude, longitude = latitude]) => ({
  name,
  title,
  latitude,
  longitude,
}));

/** The game's maps and well-known ones of mods. An operator's own come first; case-insensitive. */
export function findMap(name: string, more: readonly ArkMap[] = []): ArkMap | undefined {
  const wanted = name.toLowerCase();
  return [...more, ...arkMaps].find((map) => map.name.toLowerCase() === wanted);
}
