import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { imageVersions } from '../../db/schema.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { touchShownPicture } from '../../media/images/pictureStore.ts';

/** The version of an image as given by its site, and the address that it came from after all redirects. */
export interface ImageVersion {
  url: string;
  etag: string | null;
  last_modified: string | null;
}

/** A version whose picture some record shows, so that the image need not be fetched if it has not changed. */
export interface KnownImage extends ImageVersion {
  key: string;
}

/** Addresses may be too long for an index key, so they are stored as hashes. */
const hashAddress = (address: string): string => createHash('sha256').update(address).digest('hex');

export const readKnownImage = async (deps: ServerDeps, address: string): Promise<KnownImage | null> => {
  const [stored] = await deps.db
    .select()
    .from(imageVersions)
    .where(eq(imageVersions.address_hash, hashAddress(address)));
  return stored && (await touchShownPicture(deps, stored.key)) ? stored : null;
};

/** Stores the version of a fetched image. If a site gives no version, the whole image is requested each time. */
export const keepImageVersion = async (
  { db }: ServerDeps,
  address: string,
  { key, url, etag, last_modified }: KnownImage,
): Promise<void> => {
  const version = { key, url, etag, last_modified };
  const address_hash = hashAddress(address);
  if (etag === null && last_modified === null) {
    await db.delete(imageVersions).where(eq(imageVersions.address_hash, address_hash));
    return;
  }
  await db
    .insert(imageVersions)
    .values({ address_hash, ...version })
    .onConflictDoUpdate({ target: imageVersions.address_hash, set: version });
};
