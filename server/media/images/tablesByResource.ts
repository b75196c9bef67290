import type { DeclaredResource } from '#contract/records.ts';
import { avatars, modelImages, productImages } from '../../db/schema.ts';
import { getBinding, type TableBinding } from '../../records/tableBinding.ts';

export type ImageTable = typeof productImages | typeof modelImages;

const tablesByResource = { nomenclature: productImages, catalog: modelImages } satisfies Partial<
  Record<DeclaredResource, ImageTable>
>;
export type ImageResource = keyof typeof tablesByResource;

/** The sweep keeps pictures that any of these tables uses. If a table is missing here, its pictures are deleted. */
export const imageTables: readonly (ImageTable | typeof avatars)[] = [...Object.values(tablesByResource), avatars];

export interface ImageGallery {
  binding: TableBinding;
  table: ImageTable;
}

export const getGallery = (resource: ImageResource): ImageGallery => ({
  binding: getBinding(resource),
  table: tablesByResource[resource],
});
