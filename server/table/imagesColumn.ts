import { longText } from '#contract/kinds.ts';
import { records } from '#contract/records.ts';
import { runInEachLanguage, translateImport } from '../translate.ts';
import { MAX_TEXT_LENGTH } from './row.ts';

/** The column of a product's images: addresses, or names of files in the archive that comes with the table. */
export const imagesColumn = 'images';

const getImagesLabel = (): string => translateImport('images.column');

/** Only tables have this field. Any text is valid, because a wrong image must not stop the other values of its row. */
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

/** Whether a source is certainly an image: by the end of its name, or of the path of its address. */
export const looksLikeImage = (source: string): boolean => {
  if (!isImageAddress(source)) return PICTURE_NAME.test(source);
  return URL.canParse(source) && PICTURE_NAME.test(new URL(source).pathname);
};

/**
 * Splits a cell into addresses and names of files. Both may contain separators themselves. In a line, an address
 * therefore ends only before the next one, and a name at a semicolon or a bar, or at any separator after its ending.
 */
export const splitImageSources = (text: string): string[] => {
  const imageTexts = text
    .split(/\n|(?<=[\s,;|])(?=https?:\/\/)/i)
    .flatMap(textPart => (isImageAddress(textPart) ? textPart : textPart.split(NAME_SEPARATOR)));
  return [...new Set(imageTexts.map(trimSeparators).filter(Boolean))];
};

const NAME_SEPARATOR = new RegExp(`[;|]|(?<=\\.(?:${PICTURE_ENDINGS}))[\\s,]`, 'i');

/** Avoids a regular expression, which would take quadratic time for a cell full of separators. */
const trimSeparators = (text: string): string => {
  let [start, end] = [0, text.length];
  while (start < end && isSeparator(text, start)) start += 1;
  while (end > start && isSeparator(text, end - 1)) end -= 1;
  return text.slice(start, end);
};

const isSeparator = (text: string, index: number): boolean => /[\s,;|]/.test(text.charAt(index));
