import { createReadStream } from 'node:fs';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251';

const SAMPLE_BYTES = 4096;

/**
 * Detects the encoding of a text file; null when it is binary. Checks, in order: a byte order mark, zero bytes typical
 * of UTF-16, validity of the whole file as UTF-8. The fallback is windows-1251, which Russian spreadsheets save as CSV.
 */
export const detectEncoding = async (path: string): Promise<Encoding | null> => {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  let isUtf8 = true;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (isFirst) {
      const detectedEncoding = detectEncodingByMark(chunk) ?? detectEncodingByZeros(chunk.subarray(0, SAMPLE_BYTES));
      if (detectedEncoding) return detectedEncoding;
      isFirst = false;
    }
    if (chunk.includes(0) || hasControlCharacters(chunk.subarray(0, SAMPLE_BYTES))) return null;
    isUtf8 &&= canDecode(utf8, chunk);
  }
  return isUtf8 && canDecode(utf8) ? 'utf-8' : 'windows-1251';
};

const detectEncodingByMark = (bytes: Buffer): Encoding | null => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
};

/** In UTF-16 the high byte is 00 for Latin and 04 for Cyrillic letters. */
const detectEncodingByZeros = (sample: Buffer): Encoding | null => {
  if (!sample.includes(0)) return null;
  const high = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0 || byte === 4) high[index % 2] = (high[index % 2] ?? 0) + 1;
  });
  const threshold = (sample.length / 2) * 0.8;
  if ((high[1] ?? 0) >= threshold) return 'utf-16le';
  return (high[0] ?? 0) >= threshold ? 'utf-16be' : null;
};

const hasControlCharacters = (sample: Buffer): boolean =>
  sample.some(byte => byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13);

const canDecode = (decoder: TextDecoder, chunk?: Buffer): boolean => {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
};
