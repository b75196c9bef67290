import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { importLimits } from '#contract/limits.ts';
import { TableRefusal } from './refusal.ts';

/** Names are case-insensitive, as in OPC. */
export interface Archive {
  has: (name: string) => boolean;
  /**
   * Streams an entry's unpacked bytes. @throws {TableRefusal} if the checksum or the number of bytes differs from the
   * directory
   */
  read: (name: string) => AsyncIterable<Buffer>;
  close: () => void;
}

const MAX_ENTRIES = 10_000;

/**
 * Opens an archive and checks its directory. An archive that would unpack to more than the limit is thus rejected
 * before anything is unpacked.
 */
export const openArchive = async (path: string): Promise<Archive> => {
  const zip = await openPromise(path, { autoClose: false }).catch(rethrowAsDamaged);
  try {
    const entries = await readDirectory(zip);
    return {
      has: name => entries.has(name.toLowerCase()),
      read: name => inflate(zip, entries.get(name.toLowerCase())),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw toRefusal(error);
  }
};

const readDirectory = async (zip: ZipFile): Promise<Map<string, Entry>> => {
  if (zip.entryCount > MAX_ENTRIES) throw new TableRefusal('damaged');
  const entries = new Map<string, Entry>();
  let unpackedBytes = 0;
  for await (const entry of zip.eachEntry()) {
    unpackedBytes += entry.uncompressedSize;
    if (unpackedBytes > importLimits.unpackedBytes) {
      throw new TableRefusal('unpacked', { limit: importLimits.unpackedBytes / 2 ** 20 });
    }
    if (isForgedSize(entry)) throw new TableRefusal('damaged');
    if (entry.isEncrypted()) throw new TableRefusal('encrypted');
    const name = entry.fileName.toLowerCase();
    if (entries.has(name)) throw new TableRefusal('damaged');
    entries.set(name, entry);
  }
  return entries;
};

/**
 * Whether the stated size is impossible: compression never enlarges data that much, so the directory is forged. Smaller
 * lies are detected while unpacking.
 */
export const isForgedSize = ({ compressedSize, uncompressedSize }: Entry): boolean =>
  compressedSize > 2 * uncompressedSize + 1024;

/** @throws {TableRefusal} when the entry's checksum or number of bytes differs from the directory */
export async function* inflate(zip: ZipFile, entry: Entry | undefined): AsyncGenerator<Buffer> {
  if (!entry) throw new TableRefusal('damaged');
  try {
    let sum = 0;
    const bytes: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry);
    for await (const chunk of bytes) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
    if (sum !== entry.crc32) throw new TableRefusal('damaged');
  } catch (error) {
    throw toRefusal(error);
  }
}

const toRefusal = (error: unknown): TableRefusal =>
  error instanceof TableRefusal ? error : new TableRefusal('damaged', {}, { cause: error });
const rethrowAsDamaged = (error: unknown): never => {
  throw toRefusal(error);
};
