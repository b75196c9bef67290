/**
 * The label of a status or a choice: the resource's own label, else the shared one. Russian labels agree with the
 * gender of the noun: a product is «активен», a model «активна».
 * @param textAt returns the text of a key, or the fallback if there is none
 */
export const getOptionLabel = (
  textAt: (key: string, fallback: string) => string,
  resource: string | undefined,
  word: string,
): string => textAt(`resources.${resource}.words.${word}`, textAt(`words.${word}`, word));
