import { serverChat, whisper } from '@tribehall/ark/rcon/commands';
import { sharedPlaces, type GameTraits } from './game-traits.ts';

export const asa: GameTraits = {
  ...sharedPlaces,
  title: 'ARK: Survival Ascended',
  isAsciiOnly: false,
  maxRowLength: 200,
  say: serverChat,
  whisper,
  // There is a server for Windows only; others run it through Proton.
  banLists: ['../Binaries/Win64/BanList.txt', 'BanList.txt'],
};
