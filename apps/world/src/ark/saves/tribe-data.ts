import type { Citizen } from '../play/census.ts';
import type { Tribe } from '../survivor.ts';
import type { PropertyList } from './property-list.ts';

/** The properties of a tribe's file, in the game's order. */
export function writeTribeData(
  list: PropertyList,
  /** The games spell the property of the owner in different ways. */
  ownerProperty: 'OwnerPlayerDataId' | 'OwnerPlayerDataID',
  tribe: Tribe,
  members: readonly Citizen['survivor'][],
): void {
  list.struct('TribeData', 'TribeData', () => {
    list.string('TribeName', tribe.name);
    if (tribe.ownerArkId !== undefined) list.uint32(ownerProperty, tribe.ownerArkId);
    list.int('TribeID', tribe.id);
    list.strings(
      'MembersPlayerName',
      members.map(({ name }) => name),
    );
    list.uint32s(
      'MembersPlayerDataID',
      members.map(({ arkId }) => arkId),
    );
    list.bytes(
      'MembersRankGroups',
      members.map(({ arkId }) => (tribe.adminArkIds.includes(arkId) ? 1 : 0)),
    );
    list.uint32s('TribeAdmins', tribe.adminArkIds);
    list.bool('bSetGovernment', true);
    list.struct('TribeGovernment', 'TribeGovernment', () => {
      list.int('TribeGovern_DinoOwnership', 1);
      list.int('TribeGovern_StructureOwnership', 1);
    });
    list.structs(
      'TribeRankGroups',
      'TribeRankGroup',
      ['Newcomer', 'Elder'].map((name, rank) => () => {
        list.string('RankGroupName', name);
        list.byte('RankGroupRank', rank);
        list.bool('bPreventStructureDemolish', rank === 0);
      }),
    );
    list.strings('TribeLog', tribe.log);
    list.int('LogIndex', tribe.log.length);
  });
  list.end();
}
