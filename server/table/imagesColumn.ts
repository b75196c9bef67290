import { longText } from '#contract/kinds.ts';
import { records } from '#contract/records.ts';
import { runInEachLanguage, translateImport } from '../translate.ts';
import { MAX_TEXT_LENGTH } from './row.ts';

/** The column of a product's images: addresses, or names of files in the archive that comes with the table. */
export const imagesColumn = 'images';

const getImagesLabel = (): string => translateImport('images.column');

/**
 * Only tables have this field. Any text is valid, because a wrong image must not prevent the other values in the row
 * from being imported.
 */
export const createImagesField = () => ({
  ...longText({ max: MAX_TEXT_LENGTH }),
  label: getImagesLabel(),
  headings: runInEachLanguage(getImagesLabel),
  slug: records.nomenclature.fields.picture.keptBy,
});

const ADDRESS = /^https?:\/\//i;
const PICTURE_ENDINGS = 'jpe?g|png|webp|gif|hei[cf]|avif|bmp|tiff?';
const PICTURE_NAME = new RegExp(`\\.(${PICTURE_ENDINGS})$`, 'i');

export const isImageAddress = (source: string): boolean => ADDRESS.test(source);

/** Whether a source is certainly an image, judging by the ending of its name or of the path in its address. */
export const looksLikeImage = (source: string): boolean => {
  if (!isImageAddress(source)) return PICTURE_NAME.test(source);
  return URL.canParse(source) && PICTURE_NAME.test(new URL(source).pathname);
};

/**
 * Splits a cell into addresses and file names. Both may contain separators themselves. Within a line, an address
 * therefore ends only where the next address begins. A name ends at a semicolon or a bar, or at any separator after the
 * file ending.
 */
export const splitImageSources = (text: string): string[] => {
  const imageTexts = text
    .split(/\n|(?<=[\s,;|])(?=https?:\/\/)/i)
    .flatMap(textPart => (isImageAddress(textPart) ? textPart : textPart.split(NAME_SEPARATOR)));
  return [...new Set(imageTexts.map(trimSeparators).filter(Boolean))];
};

const NAME_SEPARATOR = new RegExp(`[;|]|(?<=\\.(?:${PICTURE_ENDINGS}))[\\s,]`, 'i');

/** Does not use a regular expression, because it would take quadratic time for a cell full of separators. */
const trimSeparators = (text: string): string => {
  let [start, end] = [0, text.length];
  while (start < end && isSeparator(text, start)) start += 1;
  while (end > start && isSeparator(text, end - 1)) end -= 1;
  return text.slice(start, end);
};

const isSeparator = (text: string, index: number): boolean => /[\s,;|]/.test(text.charAt(index));
