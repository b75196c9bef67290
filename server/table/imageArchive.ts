import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { imageLimits, importImageLimits } from '#contract/limits.ts';
import { TableRefusal } from './refusal.ts';
import { inflate, isForgedSize } from './zip.ts';

/**
 * A zip file of images that comes with a table. Its files are only looked up by name and read into memory, so their
 * names never become paths on disk.
 */
export interface ImageArchive {
  /** The number of files. */
  files: number;
  /**
   * Finds a file by its path in the archive, its name, or its name without the ending. Case and Unicode form do not
   * matter.
   */
  find: (name: string) => ArchivedImage | 'none' | 'several';
  /** The paths of the files that are named by one of these codes: `4601234567890.jpg`, `4601234567890_2.jpg`. */
  listByCode: (codes: readonly string[]) => string[];
  /**
   * Null if the file is larger than an image may be.
   * @throws {TableRefusal} when it is damaged
   */
  read: (image: ArchivedImage) => Promise<Buffer | null>;
  close: () => void;
}

interface ArchivedImage {
  /** The path as in the archive. */
  path: string;
  entry: Entry;
}

/** @throws {TableRefusal} unless it is a zip file within the limits */
export const openImageArchive = async (path: string): Promise<ImageArchive> => {
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch((cause: unknown) => {
    throw new TableRefusal('archiveType', {}, { cause });
  });
  try {
    const images = await readImages(zip);
    return {
      files: images.length,
      ...indexImages(images),
      read: image => readImage(zip, image),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error instanceof TableRefusal ? error : new TableRefusal('archiveDamaged', {}, { cause: error });
  }
};

const readImages = async (zip: ZipFile): Promise<ArchivedImage[]> => {
  const { archiveFiles, unpackedBytes } = importImageLimits;
  if (zip.entryCount > archiveFiles) throw new TableRefusal('archiveTooMany', { limit: archiveFiles });
  const images: ArchivedImage[] = [];
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    if (unpacked > unpackedBytes) throw new TableRefusal('archiveUnpacked', { limit: unpackedBytes / 2 ** 20 });
    if (entry.isEncrypted()) throw new TableRefusal('archiveEncrypted');
    if (isForgedSize(entry)) throw new TableRefusal('archiveDamaged');
    const path = readName(entry);
    if (!path.endsWith('/') && !isOfSystem(path)) images.push({ path, entry });
  }
  if (images.length === 0) throw new TableRefusal('archiveEmpty');
  return images;
};

/** Files that macOS and Windows add without being asked. */
const isOfSystem = (path: string): boolean => /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i.test(path);

const UTF8_FLAG = 0x800;
const UNICODE_PATH_FIELD = 0x7075;

/**
 * The path of an entry. It may be in UTF-8 even if the archive does not say so; otherwise it is in the code page of
 * DOS, which is 866 on Russian Windows.
 */
const readName = ({ generalPurposeBitFlag: flags, fileNameRaw, extraFields }: Entry): string => {
  if (flags & UTF8_FLAG || extraFields.some(({ id }) => id === UNICODE_PATH_FIELD))
    return getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
  return decodeName(fileNameRaw).replaceAll('\\', '/');
};

const decodeName = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('ibm866').decode(bytes);
  }
};

const foldPath = (path: string): string =>
  path
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/, '')
    .trim();

const getBaseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const dropEnding = (name: string): string => name.replace(/\.[^.]{1,5}$/, '');

const indexImages = (images: readonly ArchivedImage[]): Pick<ImageArchive, 'find' | 'listByCode'> => {
  const imagesByPath = new Map<string, ArchivedImage[]>();
  const imagesByName = new Map<string, ArchivedImage[]>();
  const imagesByStem = new Map<string, ArchivedImage[]>();
  const imagesByCode = new Map<string, { number: number; path: string }[]>();
  for (const image of images) {
    const path = foldPath(image.path);
    const stem = dropEnding(getBaseName(path));
    addTo(imagesByPath, path, image);
    addTo(imagesByName, getBaseName(path), image);
    addTo(imagesByStem, stem, image);
    addTo(imagesByCode, stem, { number: 0, path: image.path });
    const [, code, number] = /^(.+?)(?:_| ?\()(\d{1,3})\)?$/.exec(stem) ?? [];
    if (code !== undefined) addTo(imagesByCode, code, { number: Number(number), path: image.path });
  }
  return {
    find: name => {
      const path = foldPath(name);
      const matchingImages =
        imagesByPath.get(path) ?? imagesByName.get(getBaseName(path)) ?? imagesByStem.get(getBaseName(path)) ?? [];
      const [image, ...others] = matchingImages;
      if (!image) return 'none';
      return others.length > 0 ? 'several' : image;
    },
    listByCode: codes => {
      const codedImages = codes.flatMap(code => imagesByCode.get(foldPath(code)) ?? []);
      const orderedImages = codedImages.toSorted((a, b) => a.number - b.number || a.path.localeCompare(b.path));
      return [...new Set(orderedImages.map(({ path }) => path))];
    },
  };
};

const addTo = <T>(index: Map<string, T[]>, key: string, item: T): void => {
  const entries = index.get(key);
  if (entries) entries.push(item);
  else index.set(key, [item]);
};

const readImage = async (zip: ZipFile, { entry }: ArchivedImage): Promise<Buffer | null> => {
  if (entry.uncompressedSize > imageLimits.fileBytes) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of inflate(zip, entry)) chunks.push(chunk);
  return Buffer.concat(chunks);
};
