import { listGtinVariants } from '#contract/barcode.ts';
import type { ImageSummary } from '#contract/preparing.ts';
import type { Column } from './columns.ts';
import type { ImageArchive } from './imageArchive.ts';
import { imagesColumn, isImageAddress, splitImageSources } from './imagesColumn.ts';
import type { Importable } from './importable.ts';
import { type FilledCell, readCellText } from './parseResult.ts';
import { createIdentifierReader, type RowValues } from './reader.ts';
import { isBlank, type TableRow } from './row.ts';

/**
 * Lists the images of a row: those named in its image cell or, if there is no image column, files named after the row's
 * codes.
 */
export type ListImages = (values: RowValues) => readonly string[];

/** Null if the table names no images. */
export const createImageLister = (columns: readonly Column[], archive: ImageArchive | null): ListImages | null => {
  if (columns.some(({ field }) => field === imagesColumn))
    return values => splitImageSources(String(values[imagesColumn] ?? ''));
  if (!archive) return null;
  return ({ barcode, sku }) => {
    const barcodes = typeof barcode === 'string' ? listGtinVariants(barcode) : [];
    return archive.listByCode([...barcodes, ...(typeof sku === 'string' ? [sku] : [])]);
  };
};

export const countNamedImages = (images: ImageSummary | null): number =>
  images ? images.addresses + images.files + images.missing : 0;

const MAX_HOSTS = 5;
const MAX_MISSING_NAMES = 20;

/** Counts the images that a table names, without fetching any. */
export const tallyImages = (columns: readonly Column[], fields: Importable, archive: ImageArchive | null) => {
  const list = createImageLister(columns, archive);
  const readIdentifiers = createIdentifierReader(columns, fields);
  const columnIndex = columns.find(({ field }) => field === imagesColumn)?.index;
  const hosts = new Map<string, number>();
  const missingNames = new Set<string>();
  const counts = { addresses: 0, files: 0, missing: 0 };
  const add = (source: string): void => {
    if (isImageAddress(source)) {
      counts.addresses += 1;
      const host = URL.canParse(source) ? new URL(source).hostname : source.slice(0, 100);
      hosts.set(host, (hosts.get(host) ?? 0) + 1);
    } else if (archive && archive.find(source) !== 'none') counts.files += 1;
    else {
      counts.missing += 1;
      if (missingNames.size < MAX_MISSING_NAMES) missingNames.add(source.slice(0, 200));
    }
  };
  const getValues = ({ cells }: TableRow): RowValues => {
    if (columnIndex === undefined) return readIdentifiers(cells);
    return isBlank(cells[columnIndex]) ? {} : { [imagesColumn]: readCellText(cells[columnIndex] as FilledCell) };
  };
  return {
    scan: (row: TableRow): void => {
      if (list) for (const source of list(getValues(row))) add(source);
    },
    found: (): ImageSummary | null => {
      if (!list) return null;
      const sorted = [...hosts].toSorted(([, one], [, other]) => other - one);
      return {
        ...counts,
        hosts: sorted.slice(0, MAX_HOSTS).map(([host, count]) => ({ host, count })),
        missing_names: [...missingNames],
      };
    },
  };
};
