import type { OwnResource } from '#contract/records.ts';
import { avatars, modelImages, productImages } from '../../db/schema.ts';
import { getBinding, type TableBinding } from '../../records/tableBinding.ts';

export type ImageTable = typeof productImages | typeof modelImages;

const tables = { nomenclature: productImages, catalog: modelImages } satisfies Partial<Record<OwnResource, ImageTable>>;
export type ImageResource = keyof typeof tables;

/** The sweep keeps what any of these uses, so a table that is missing here loses its pictures. */
export const imageTables: readonly (ImageTable | typeof avatars)[] = [...Object.values(tables), avatars];

export interface Gallery {
  binding: TableBinding;
  table: ImageTable;
}

export const getGallery = (resource: ImageResource): Gallery => ({
  binding: getBinding(resource),
  table: tables[resource],
});
