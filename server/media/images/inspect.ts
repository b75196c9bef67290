import type { PictureExtension } from '#contract/images.ts';
import { ImageRefusal } from './refusal.ts';

/**
 * The format according to the first bytes, because a file name proves nothing.
 * @throws {ImageRefusal} for any other format
 */
export const detectFormat = (bytes: Buffer): PictureExtension => {
  const signature = signatures.find(({ matches }) => matches(bytes));
  if (signature) return signature.ending;
  throw new ImageRefusal(isHeic(bytes) ? 'heic' : 'notPicture');
};

const latin1Text = (bytes: Buffer, start: number, end: number): string => bytes.toString('latin1', start, end);

const signatures: { ending: PictureExtension; matches: (bytes: Buffer) => boolean }[] = [
  { ending: 'jpg', matches: bytes => latin1Text(bytes, 0, 3) === '\xff\xd8\xff' },
  { ending: 'png', matches: bytes => latin1Text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n' },
  { ending: 'webp', matches: bytes => latin1Text(bytes, 0, 4) === 'RIFF' && latin1Text(bytes, 8, 12) === 'WEBP' },
];

/**
 * The still-picture brands of ISO 23008-12, the default format of iPhones. Recognised only to show a helpful message.
 */
const isHeic = (bytes: Buffer): boolean => /^ftyp(hei[cxms]|hev[cxms]|mif1|msf1)/.test(latin1Text(bytes, 4, 12));

/** The number of bytes searched at each end of a file. Other programs recognise foreign content only there. */
const MAX_SEARCHED_BYTES = 2 ** 18;
const FOREIGN_CONTENT = /<script[\s>/]|<\?php|<!doctype html|<html[\s>]|%PDF-\d\./i;

/**
 * Refuses a picture that is also a page, a program or an archive. The stored file would be re-encoded and therefore
 * harmless, but the sender should know about it.
 * @throws {ImageRefusal}
 */
export const assertPlainImage = (bytes: Buffer): void => {
  const edges = [bytes.subarray(0, MAX_SEARCHED_BYTES), bytes.subarray(-MAX_SEARCHED_BYTES)];
  if (endsLikeZip(bytes) || edges.some(end => FOREIGN_CONTENT.test(end.toString('latin1'))))
    throw new ImageRefusal('hidden');
};

/** Whether the file ends like a zip (APPNOTE 4.3.16): the end record, then a comment of exactly the stated length. */
const endsLikeZip = (bytes: Buffer): boolean => {
  const endSignature = Buffer.from('PK\x05\x06');
  const start = Math.max(0, bytes.length - ZIP_END_RECORD_BYTES - 0xffff);
  for (let index = bytes.indexOf(endSignature, start); index >= 0; index = bytes.indexOf(endSignature, index + 1)) {
    const rest = bytes.length - index - ZIP_END_RECORD_BYTES;
    if (rest >= 0 && bytes.readUInt16LE(index + ZIP_END_RECORD_BYTES - 2) === rest) return true;
  }
  return false;
};
const ZIP_END_RECORD_BYTES = 22;
