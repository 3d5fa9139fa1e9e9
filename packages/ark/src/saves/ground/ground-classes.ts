/** What the height of an object says about the ground below it. */
export type GroundRole = 'walks' | 'swims' | 'lies' | 'foundation' | 'nothing';

/** Creatures that fly or hang in the air, at any height. */
const flyers =
  /^(Ptero|Argent|Quetz|Pela(gornis)?_|Dimorph|Ichthyornis|Archa(eopteryx)?_|Bat_|Onyc|Desmodus|Moth_|Lymantria|Vulture|Tapejara|Tropeo|Griffin|Phoenix|Dragon|Bee_|Wyvern|Owl|SnowOwl|LightBird|Featherlight|Glowbug|Sinomacrops|GasBag|Rhynio|Fjordhawk|Hesperornis|IceJumper|Spindles|CrystalWyvern|Voidwyrm|TekWyvern|Astrodelphis|SpaceDolphin|Summoner|Enforcer|Scout|Defense|MEK|Maewing|Ptera|Rock_?Drake|RockDrake|Yi_Ling|Aureliax|Drakeling|Flying)|(Wyvern|Griffin|Bird|Fairy)_Character/i;

/** Creatures that live in water only. Those that also walk are in neither list: they float above the bed. */
const swimmers =
  /^(Mega?lodon|Coel|Salmon|Piranha|Mosa|Plesio|Dolphin|Ichthyosaur|Angler|Manta|Squid|Tuso|Dunkle|Basilosaurus|Leed|Eel|Electrophorus|Cnidaria|Ammonite|Trilobite|Lio(pleurodon)?_|Shark|Whale|Jellyfish|Eurypterid)/i;

/** Creatures of both: neither their feet nor their depth is certain. */
const amphibians =
  /^(Otter|Sarco|Toad|Beelzebufo|Diplocaulus|Spino|Kaprosuchus|Baryonyx|Penguin|Kairuku|Leech|Castoroides|Beaver)/i;

/** Foundations stand on the ground. Ceilings, pillars and furniture also stand higher up. */
const foundations = /^(Floor|FenceFoundation|TriFoundation|TriFloor)_/;
const fallen = /^DroppedItem/;

export function groundRoleOf(className: string, isCreature: boolean): GroundRole {
  if (!isCreature) return foundations.test(className) ? 'foundation' : fallen.test(className) ? 'lies' : 'nothing';
  if (swimmers.test(className)) return 'swims';
  return flyers.test(className) || amphibians.test(className) ? 'nothing' : 'walks';
}
