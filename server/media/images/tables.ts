import type { OwnResource } from '#contract/records.ts';
import { avatars, modelImages, productImages } from '../../db/schema.ts';
import { type Storage, storageOf } from '../../records/tableBinding.ts';

/** A table of images on the records of one resource. */
export type ImageTable = typeof productImages | typeof modelImages;

const tables = { nomenclature: productImages, catalog: modelImages } satisfies Partial<Record<OwnResource, ImageTable>>;
export type WithImages = keyof typeof tables;

/** Every table that may show a picture. */
export const imageTables: readonly (ImageTable | typeof avatars)[] = [...Object.values(tables), avatars];

/** The tables of a resource's records and of their images. */
export interface Gallery {
  storage: Storage;
  table: ImageTable;
}

export const galleryOf = (resource: WithImages): Gallery => ({
  storage: storageOf(resource),
  table: tables[resource],
});
