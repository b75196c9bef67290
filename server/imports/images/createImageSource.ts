import pLimit from 'p-limit';
import { imageLimits } from '#contract/limits.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { sanitizeName } from '../../media/images/receivedFiles.ts';
import { ImageRefusal } from '../../media/images/refusal.ts';
import { storeBytes } from '../../media/images/storeUpload.ts';
import { defaultPace } from '../../outgoing/pace.ts';
import { openConnections } from '../../outgoing/sendRequest.ts';
import type { ImageArchive } from '../../table/imageArchive.ts';
import { isImageAddress } from '../../table/imagesColumn.ts';
import { TableRefusal } from '../../table/refusal.ts';
import { fetchImage } from './fetchImage.ts';
import { ImageUnavailable } from './imageUnavailable.ts';
import { keepImageVersion, readKnownImage } from './imageVersions.ts';

/** A stored picture, or the reason why there is none. */
export type ObtainedImage = { fileName: string; key: string } | { fileName: string; reason: string };

interface ImageSource {
  obtain: (source: string) => Promise<ObtainedImage>;
  close: () => void;
}

const MAX_CONCURRENT_IMAGES = 6;
const MAX_CONCURRENT_PER_HOST = 3;
/**
 * After this many consecutive temporary failures, the run sends no more requests to a host, because they would probably
 * fail too.
 */
const MAX_FAILURES = 3;
/** Products often share an image, such as a logo or the image of another size. */
const MAX_CACHED_IMAGES = 1000;

const pace = { ...defaultPace, attempts: 3, limit: 30_000 };

/** Obtains the images that rows name, from their addresses or from the archive, and stores each as a picture. */
export const createImageSource = (
  deps: ServerDeps,
  { archive, signal }: { archive: ImageArchive | null; signal: AbortSignal },
): ImageSource => {
  const connections = openConnections(MAX_CONCURRENT_PER_HOST);
  const options = { allowed: deps.config.imagesNetworks, connections, pace: { ...pace, ...deps.requestPace }, signal };
  const hosts = createHostRegister();
  const limitConcurrency = pLimit(MAX_CONCURRENT_IMAGES);
  const imagesByName = new Map<string, Promise<ObtainedImage>>();
  const storeImage = async (bytes: Buffer): Promise<string> => {
    await deps.requireRoom?.(bytes.byteLength);
    return storeBytes(deps, bytes);
  };
  const obtainFromSite = async (address: string): Promise<string> => {
    const known = await readKnownImage(deps, address);
    const fetched = await hosts.tryHost(address, () => fetchImage(address, { ...options, known }));
    if (!fetched) {
      if (!known) throw new Error(`${address} was answered as unchanged, although no version of it is known`);
      return known.key;
    }
    const key = await storeImage(fetched.bytes);
    await keepImageVersion(deps, address, { key, ...fetched.version });
    return key;
  };
  const obtain = async (source: string): Promise<ObtainedImage> => {
    const fileName = getFileName(source);
    try {
      const key = isImageAddress(source)
        ? await obtainFromSite(source)
        : await storeImage(await readArchived(archive, source));
      return { fileName, key };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ImageUnavailable) return { fileName, reason: error.userMessage };
      if (error instanceof ImageRefusal) return { fileName, reason: error.messageFor(fileName) };
      throw error;
    }
  };
  return {
    close: connections.close,
    obtain: source => {
      const before = imagesByName.get(source);
      if (before) return before;
      const obtained = limitConcurrency(() => obtain(source));
      imagesByName.set(source, obtained);
      const [oldest] = imagesByName.keys();
      if (imagesByName.size > MAX_CACHED_IMAGES && oldest !== undefined) imagesByName.delete(oldest);
      return obtained;
    },
  };
};

/** @throws {ImageUnavailable}, or {ImageRefusal} when the file is too large */
const readArchived = async (archive: ImageArchive | null, name: string): Promise<Buffer> => {
  if (!archive) throw new ImageUnavailable('noArchive');
  const archivedImage = archive.find(name);
  if (archivedImage === 'none') throw new ImageUnavailable('notInArchive');
  if (archivedImage === 'several') throw new ImageUnavailable('severalInArchive');
  const bytes = await archive.read(archivedImage).catch((error: unknown) => {
    throw error instanceof TableRefusal ? new ImageUnavailable('damagedInArchive', {}, { cause: error }) : error;
  });
  if (bytes) return bytes;
  throw new ImageRefusal('tooLarge', { limit: imageLimits.fileBytes / 2 ** 20 });
};

/** Stops sending requests to hosts that do not respond, so that thousands of addresses need not time out one by one. */
const createHostRegister = () => {
  const failures = new Map<string, number>();
  return {
    /** @throws {ImageUnavailable} */
    tryHost: async <T>(address: string, operation: () => Promise<T>): Promise<T> => {
      const { host = '' } = URL.canParse(address) ? new URL(address) : {};
      const before = failures.get(host) ?? 0;
      if (before >= MAX_FAILURES) throw new ImageUnavailable('silent', { host });
      try {
        const result = await operation();
        failures.delete(host);
        return result;
      } catch (error) {
        if (error instanceof ImageUnavailable && error.isTemporary) failures.set(host, (failures.get(host) ?? 0) + 1);
        else failures.delete(host);
        throw error;
      }
    },
  };
};

/** The name shown for an image, which is the last part of its address or path. */
const getFileName = (source: string): string =>
  sanitizeName(isImageAddress(source) && URL.canParse(source) ? decodePath(new URL(source).pathname) : source);

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};
