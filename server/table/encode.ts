import type { TableFile } from '#contract/exportProfiles.ts';

export type Encode = (text: string) => Uint8Array;

const BYTES = 256;

/** The bytes of windows-1251 by character. Node has a decoder but no encoder for it. */
const bytesByCharacter: ReadonlyMap<string, number> = new Map(
  Array.from({ length: BYTES }, (_, byte) => [new TextDecoder('windows-1251').decode(Uint8Array.of(byte)), byte]),
);

/** @throws for a character that the encoding does not have; `findUnencodable` finds it in advance */
export const createEncoder = (encoding: TableFile['encoding']): Encode => {
  if (encoding === 'utf-8') {
    const encoder = new TextEncoder();
    return text => encoder.encode(text);
  }
  return text =>
    Uint8Array.from(text, character => {
      const byte = bytesByCharacter.get(character);
      if (byte === undefined) throw new Error(`windows-1251 has no character "${character}"`);
      return byte;
    });
};

/** The first character that windows-1251 does not have; null if it has all of them. */
export const findUnencodable = (text: string): string | null => {
  for (const character of text) if (!bytesByCharacter.has(character)) return character;
  return null;
};
