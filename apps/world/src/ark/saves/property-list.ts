export type Vector = { x: number; y: number; z: number };

/** How one game writes properties. The encoding differs between the games; the contents of a list do not. */
export type PropertyList = {
  int: (name: string, value: number) => void;
  uint16: (name: string, value: number) => void;
  uint32: (name: string, value: number) => void;
  uint64: (name: string, value: number) => void;
  float32: (name: string, value: number) => void;
  float64: (name: string, value: number) => void;
  byte: (name: string, value: number, index?: number) => void;
  bool: (name: string, value: boolean) => void;
  string: (name: string, value: string) => void;
  /** Other things of the same save, by whatever it calls them. */
  object: (name: string, key: string) => void;
  objects: (name: string, keys: readonly string[]) => void;
  strings: (name: string, values: readonly string[]) => void;
  uint32s: (name: string, values: readonly number[]) => void;
  bytes: (name: string, values: readonly number[]) => void;
  vector: (name: string, value: Vector) => void;
  netId: (name: string, playerId: string) => void;
  /** `write` fills the struct; its end is added. */
  struct: (name: string, type: string, write: () => void) => void;
  structs: (name: string, type: string, writeEach: readonly (() => void)[]) => void;
  /** The name that ends every list. */
  end: () => void;
};

/** Saves hold numbers for names, the files beside them hold the names themselves. */
export type WriteName = (name: string) => void;

/** How a save refers to another of its objects. */
export type WriteReference = (key: string) => void;
