const MAX_LENGTH = 100;
const END_LENGTH = 30;

/** Like `MiddleCut`, for texts that are part of a sentence: similar texts often differ only at their end. */
export const cutMiddle = (text: string): string => {
  const characters = [...text];
  if (characters.length <= MAX_LENGTH) return text;
  return `${characters.slice(0, MAX_LENGTH - END_LENGTH - 1).join('')}…${characters.slice(-END_LENGTH).join('')}`;
};
