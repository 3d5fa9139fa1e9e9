import { serverChat, whisper } from '@tribehall/ark/rcon/commands';
import { sharedPlaces, type GameTraits } from './game-traits.ts';

export const ase: GameTraits = {
  ...sharedPlaces,
  title: 'ARK: Survival Evolved',
  isAsciiOnly: true,
  maxRowLength: 200,
  say: serverChat,
  whisper,
  banLists: ['../Binaries/Linux/BanList.txt', '../Binaries/Win64/BanList.txt', 'BanList.txt'],
};
